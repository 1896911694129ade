/**
 * The exit codes, as one table. Every command ends with one of these.
 */

export const EXIT = {
  /** The work is done; a prohibition that was asked for is an answer, not a failure. */
  ok: 0,
  /** The policy has findings of severity error, a case failed, or something opened. */
  findings: 1,
  /** The command line or the input was not understood. */
  usage: 2,
  /** A fault of this program. */
  internal: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The author asked for something that cannot be: exit code 2, the message alone, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What to do instead, printed after `help:`. */
  readonly help: string | null

  constructor(message: string, help: string | null = null) {
    super(message)
    this.help = help
  }
}
