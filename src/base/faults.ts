/** The exit codes, and the errors that end a command with one of them. */

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

/** An error with a hint, printed after `help:`, and its exit code. No stack is printed. */
export class ExplainedError extends Error {
  readonly exit: ExitCode = EXIT.failure
  readonly help: string | null
  /** More lines to print below the hint. */
  readonly table: string

  constructor(message: string, help: string | null = null, table = '') {
    super(message)
    this.help = help
    this.table = table
  }
}

/**
 * Names in messages may come from others: a line break could start a line that a CI runner obeys.
 */
export function faultText(message: string, help: string | null = null): string {
  const words = help === null ? '' : `help: ${printableLine(help)}\n`
  return `acap: ${printableLine(message)}\n${words}`
}

/** The command was used wrongly: exit code 2. */
export class UsageError extends ExplainedError {
  override readonly name = 'UsageError'
  override readonly exit = EXIT.usage
}

/** A policy has errors, which are shown already: exit code 1. */
export class PolicyError extends ExplainedError {
  override readonly exit = EXIT.findings
}

/** Storage does not allow what was asked for: exit code 3. */
export class StorageError extends ExplainedError {
  override readonly name: string = 'StorageError'
}

/** Runs `act` on a file. Errors of the system get the path that the author wrote. */
export function withFaultPath<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (fault) {
    throw fault instanceof ExplainedError ? fault : Object.assign(fault as Error, { path })
  }
}
