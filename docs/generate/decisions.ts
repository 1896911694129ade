/**
 * The pages of docs/decisions/ → their list, by their headings. Knows nothing of what they decide.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../decisions')

/** A link to each decision, in the order of the file names. */
export function decisionList(): string {
  const pages = readdirSync(FOLDER).filter((file) => file !== 'README.md')
  return pages
    .sort()
    .map((file) => `- [${headingOf(file)}](${file})`)
    .join('\n')
}

function headingOf(file: string): string {
  const [, heading] = /^# (.*)/.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? []
  if (heading === undefined) throw new Error(`docs/decisions/${file} begins with no heading`)
  return heading
}
