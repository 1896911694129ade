/**
 * The part of the process that commands may use, as an interface, so that tests can run commands
 * without a process.
 */

/** Coloured text whose foreign parts are printable already, such as rendered findings. */
export interface Painted {
  readonly painted: string
}

export interface Io {
  /** Writes for people. Control characters in the text become U+FFFD. */
  readonly out: (text: string | Painted) => void
  readonly err: (text: string | Painted) => void
  /** Writes a value as one line of JSON, or indented, without raw control characters. */
  readonly json: (value: unknown, indent?: number) => void
  /** Writes a file's content: unchanged to a pipe or file, like `out` to a terminal. */
  readonly file: (text: string) => void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly colour: boolean
  /**
   * Resolves when all output is written. Batch commands wait for it, so that memory stays constant.
   */
  readonly drained: () => Promise<void>
  /** Shows progress, from 0 to 1; null if the total is unknown. */
  readonly progress: (share: number | null) => void
  /** Asks the person at the terminal; null where there is none. */
  readonly ask: ((question: string) => Promise<string>) | null
  /** From now on, failed writes are ignored: a server must not stop because its log is gone. */
  readonly keepRunning: () => void
}
