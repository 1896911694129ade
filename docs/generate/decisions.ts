/**
 * The pages of docs/decisions/ → their list, by their headings. Knows nothing of what they decide.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from './toml-reference.ts'

const FOLDER = join(import.meta.dirname, '../decisions')

/** A row for each decision, in the order of the file names: its heading and its status. */
export function decisionList(): string {
  const pages = readdirSync(FOLDER).filter((file) => file !== 'README.md')
  return markdownTable(['decision', 'status'], pages.sort().map(rowOf))
}

function rowOf(file: string): readonly string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const [, heading, status] = /^# (.*)\n\n\*(.*)\.\*\n/.exec(text) ?? []
  if (heading === undefined || status === undefined)
    throw new Error(`docs/decisions/${file} does not begin with a heading and a status`)
  return [`[${heading}](${file})`, status]
}
