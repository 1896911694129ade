/**
 * The process's streams and environment → the few things a command may use of them. Commands touch neither
 * `process` nor a terminal themselves, so tests run them without one.
 */
import { createInterface } from 'node:readline/promises'
import { UsageError } from './exit-codes.ts'

export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly stdin: AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether standard output may be coloured. */
  readonly colour: boolean
  /** Resolves when what was written has left the process; batch commands wait for it so that memory stays flat. */
  readonly drained: () => Promise<void>
  /** Shows how much of the work is done, from 0 to 1; null where nobody knows how much there is. */
  readonly progress: (share: number | null) => void
  /** Asks the person at the terminal; null where there is none. */
  readonly ask: ((question: string) => Promise<string>) | null
}

/** NO_COLOR (no-color.org) wins over FORCE_COLOR, and both over the terminal. */
export function wantsColour(env: Io['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return isTerminal && env.TERM !== 'dumb'
}

/** The real process. */
export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process
  const quitOnClosedPipe = (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault
    process.exit()
  }
  stdout.on('error', quitOnClosedPipe)
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    stdin,
    env,
    colour: wantsColour(env, stdout.isTTY === true),
    drained: () =>
      stdout.writableNeedDrain ? new Promise((resolve) => stdout.once('drain', resolve)) : Promise.resolve(),
    progress: stderr.isTTY ? progressOn(stderr) : () => undefined,
    ask: stdin.isTTY && stdout.isTTY ? askOn(stdin, stdout) : null,
  }
}

/** Asks at a terminal. Whoever leaves without an answer has used the command wrongly. */
export function askOn(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): NonNullable<Io['ask']> {
  return async (question) => {
    const terminal = createInterface({ input, output, terminal: true })
    try {
      return (await terminal.question(question)).trim()
    } catch {
      throw new UsageError('the question was not answered', 'give the options that answer it')
    } finally {
      terminal.close()
    }
  }
}

const PROGRESS_EVERY_MS = 200

/** A line that is written over and over, and gone when the work is done. */
function progressOn(stream: NodeJS.WriteStream): Io['progress'] {
  let last = 0
  return (share) => {
    const now = Date.now()
    const done = share === 1
    if (share === null || (!done && now - last < PROGRESS_EVERY_MS)) return
    last = now
    stream.write(done ? '\r\x1b[K' : `\r${Math.floor(share * 100)} %`)
  }
}
