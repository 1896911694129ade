/**
 * `acap fmt`: robots.txt files → the same, written canonically; comments stay where they are.
 */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSite } from '../../language/site/read-site.ts'
import { format } from '../../language/text/format.ts'
import { parse } from '../../language/text/parse.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { policyPath } from '../find-site.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES, loadSites, readPolicyFile } from '../load-site.ts'
import { readAll } from '../read-all.ts'
import { refuseForeignText } from '../refuse-foreign-text.ts'

export const fmtCommand = command({
  name: 'fmt',
  summary: 'Format robots.txt files; meaning and comments stay.',
  positionals: ['[PATH…]'],
  options: {
    check: { type: 'boolean', help: 'change nothing, name what would change, and end with 1 if anything would' },
    json: { type: 'boolean', help: 'print the files as JSON, each with whether it changes' },
  },
  run: async (paths, { check, json }, io) => {
    const files = (paths.length > 0 ? paths.map(policyPath) : [DEFAULT_POLICIES]).flatMap(filesAt)
    const results: Formatted[] = []
    for (const file of files) results.push(await formatFile(file, io))
    const changed = results.filter((each) => each.changed)
    if (!check) for (const { file, text } of changed) if (file !== STDIN) writeFileSync(file, text)
    if (json) io.json(asJson(results, check))
    else for (const each of results) write(each, check, io)
    return check && changed.length > 0 ? EXIT.findings : EXIT.ok
  },
})

/** The path that stands for standard input, whose canonical form is printed. */
const STDIN = '-'

/** A file in its canonical form. */
interface Formatted {
  readonly file: string
  readonly changed: boolean
  readonly text: string
}

/** A file itself; of a folder, the policy texts of its sites. */
function filesAt(path: string): readonly string[] {
  if (path === STDIN || !statSync(path).isDirectory()) return [path]
  return loadSites(path).flatMap(({ site, folder, files }) => {
    const { trees } = readSite(site, files)
    return [...trees.keys()].map((name) => join(folder, name))
  })
}

async function formatFile(file: string, io: Io): Promise<Formatted> {
  const bytes = file === STDIN ? await readAll(io.stdin) : readPolicyFile(file)
  refuseForeignText(bytes, file, 'acap fmt writes robots.txt files alone')
  const text = format(parse(bytes, file))
  return { file, changed: !Buffer.from(text).equals(bytes), text }
}

function write({ file, changed, text }: Formatted, check: boolean, io: Io): void {
  if (file === STDIN && !check) io.file(text)
  else if (changed) io.out(`${file}\n`)
}

function asJson(results: readonly Formatted[], check: boolean) {
  return results.map(({ file, changed, text }) => ({
    file,
    changed,
    ...(file === STDIN && !check && { text }),
  }))
}
