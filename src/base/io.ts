/** What commands may use of the process, as types: tests run commands without one. */

/** Text with colours, whose foreign parts are printable already: findings in their frames. */
export interface Painted {
  readonly painted: string
}

export interface Io {
  /** Writes for people. Control characters in the text become U+FFFD, wherever the text came from. */
  readonly out: (text: string | Painted) => void
  readonly err: (text: string | Painted) => void
  /** Writes a value as one line of JSON, or indented, without raw control characters. */
  readonly json: (value: unknown, indent?: number) => void
  /** Writes a file's text for other programs: exactly as it is, and as `out` does where a terminal shows it. */
  readonly file: (text: string) => void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  /** Resolves when what was written has left the process; batch commands wait for it so that memory stays flat. */
  readonly drained: () => Promise<void>
  /** Shows how much of the work is done, from 0 to 1; null where the total is unknown. */
  readonly progress: (share: number | null) => void
  /** Asks the person at the terminal; null where there is none. */
  readonly ask: ((question: string) => Promise<string>) | null
  /** From here on, what cannot be written is lost: a server outlives its log. */
  readonly keepRunning: () => void
}
