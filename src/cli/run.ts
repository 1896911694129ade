/** Runs the command that argv names, handles its errors, and returns the exit code. */

import { reportFault } from '../author/files/report-findings.ts'
import { EXIT, EXIT_WORDS, type ExitCode, UsageError } from '../base/faults.ts'
import { packageVersion } from '../base/files/package-root.ts'
import type { Io } from '../base/io.ts'
import { nearest } from '../language/findings/suggest.ts'
import { type Command, columns, commandUsage, runCommand, spellingLimit } from './command.ts'
import { COMMANDS } from './command-table.ts'

/** Runs `acap` with these arguments. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (fault) {
    return reportFault(fault as Error, io)
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [word, ...rest] = argv
  if (word === '--version') return say(io, `${packageVersion()}\n`)
  if (word === undefined || word === '--help' || word === '-h' || argv.join() === 'help')
    return say(io, usage())
  const row = word === 'help' ? findCommand(rest[0] ?? '') : findCommand(word)
  if (word === 'help' || rest.includes('--help') || rest.includes('-h'))
    return say(io, commandUsage(row))
  return runCommand(row, rest, io)
}

function say(io: Io, text: string): ExitCode {
  io.out(text)
  return EXIT.ok
}

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['explore', 'serve'],
  ['explorer', 'serve'],
  ['fix', 'check --fix'],
  ['validate', 'check'],
  ['lint', 'check'],
  ['why', 'explain'],
  ['format', 'fmt'],
  ['compare', 'diff'],
])

function findCommand(name: string): Command {
  const row = COMMANDS.find((candidate) => candidate.name === name)
  if (row !== undefined) return row
  const names = COMMANDS.map((each) => each.name)
  const meant = OTHER_NAMES.get(name) ?? nearest(name, names, spellingLimit(name))
  throw new UsageError(
    name === '' ? 'missing COMMAND' : `unknown command \`${name}\``,
    meant === null ? 'acap --help' : `did you mean \`acap ${meant}\`?`,
  )
}

function usage(): string {
  const rows = COMMANDS.map(({ name, summary }) => [name, summary] as const)
  return `Write, check, test and enforce what crawlers may do with a site.

Usage: acap COMMAND [arguments]

Commands:
${columns(rows)}
Exit codes:
${columns(Object.entries(EXIT_WORDS))}
More: acap COMMAND --help.
`
}
