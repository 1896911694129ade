/**
 * `acap fmt`: robots.txt files → the same, written canonically; comments stay where they are.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from '../../language/format.ts'
import { parse } from '../../language/parse.ts'
import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { DEFAULT_POLICIES } from '../load-site.ts'
import { readAll } from '../read-all.ts'
import { readPolicies } from '../read-policies.ts'

export const fmtCommand = command({
  name: 'fmt',
  summary: 'Write robots.txt files canonically, their meaning and comments unchanged.',
  positionals: ['[PATH…]'],
  options: {
    check: { type: 'boolean', help: 'change nothing, name what would change, and end with 1 if anything would' },
  },
  run: async (paths, { check }, io) => {
    const files = (paths.length > 0 ? paths : [DEFAULT_POLICIES]).flatMap(filesAt)
    let odd = 0
    for (const file of files) if (await formatFile(file, check, io)) odd++
    return check && odd > 0 ? EXIT.findings : EXIT.ok
  },
})

/** A file itself; of a folder, the policy texts of its sites. */
function filesAt(path: string): readonly string[] {
  if (path === '-' || !statSync(path).isDirectory()) return [path]
  return readPolicies(path).flatMap(({ folder, reading }) =>
    [...reading.trees.keys()].map((name) => join(folder, name)),
  )
}

/** Whether the file was not as it should be. */
async function formatFile(file: string, check: boolean, io: Io): Promise<boolean> {
  const bytes = file === '-' ? await readAll(io.stdin) : readFileSync(file)
  const text = format(parse(bytes, file))
  const isOdd = !Buffer.from(text).equals(bytes)
  if (file === '-' && !check) io.out(text)
  else if (isOdd) {
    io.out(`${file}\n`)
    if (!check) writeFileSync(file, text)
  }
  return isOdd
}
