/** The exit codes, as one table, and the errors that end a command with one. Every command ends with one of these. */

import { printableLine } from './printable.ts'

export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  failure: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** What each code says, for usage texts and documents. */
export const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  0: 'success; a prohibition is an answer, and no failure',
  1: 'findings: a policy has errors, a case fails, something opens or loosens, a report exceeds a threshold',
  2: 'wrong use: an option, or a file that does not exist or is of another kind',
  3: 'a disk, a permission or a service failed, a list cannot be fetched, or a fault of `acap` itself',
}

/** An error with what to do instead, printed after `help:`. */
class ExplainedError extends Error {
  readonly help: string | null
  /** Lines of our own below the help. */
  readonly table: string

  constructor(message: string, help: string | null = null, table = '') {
    super(message)
    this.help = help
    this.table = table
  }
}

/** Names in faults may be anybody's: a line break in one would begin a line of its own, which a runner may obey. */
export function faultText(message: string, help: string | null = null): string {
  const words = help === null ? '' : `help: ${printableLine(help)}\n`
  return `acap: ${printableLine(message)}\n${words}`
}

/** The author asked for something that cannot be: exit code 2, the message alone, no stack. */
export class UsageError extends ExplainedError {
  override readonly name = 'UsageError'
}

/** What is stored, or where, does not allow what the author asked for: exit code 3, the message alone, no stack. */
export class StorageError extends ExplainedError {
  override readonly name: string = 'StorageError'
}

/** Acts on a file: an error of the system gets the path that the author knows. */
export function withFaultPath<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (fault) {
    throw fault instanceof UsageError || fault instanceof StorageError
      ? fault
      : Object.assign(fault as Error, { path })
  }
}
