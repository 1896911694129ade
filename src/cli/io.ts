/** Connects commands with the streams and environment of the real process. */
import { fstatSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { faultReport } from '../author/files/report-findings.ts'
import { EXIT, UsageError } from '../base/faults.ts'
import type { Io, Painted } from '../base/io.ts'
import { printable, printableJson } from '../base/printable.ts'

/** NO_COLOR (no-color.org) wins over FORCE_COLOR, and both over the terminal. */
export function wantsColour(env: Io['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return isTerminal && env.TERM !== 'dumb'
}

/** The real process, or streams that stand for it in a test. */
export function processIo(
  streams: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'stdin' | 'env'> = process,
): Io {
  const { stdout, stderr, stdin, env } = streams
  let isServer = false
  /**
   * Ends the process if output fails: quietly if the pipe is closed, else after calling `lastWord`.
   */
  const endAfter = (lastWord: (fault: Error) => void) => (fault: NodeJS.ErrnoException) => {
    if (isServer) return
    if (fault.code === 'EPIPE') process.exit()
    lastWord(fault)
    process.exit(EXIT.failure)
  }
  const silently = endAfter(() => undefined)
  const err = writerTo(stderr, silently)
  const messageOf = (fault: Error) =>
    faultReport(fault, 'standard output')?.message ?? fault.message
  const withMessage = endAfter((fault) => err(`acap: ${messageOf(fault)}\n`))
  const write = writerTo(stdout, withMessage)
  return {
    out: (text) => write(shown(text)),
    err: (text) => err(shown(text)),
    json: (value, indent) => write(`${printableJson(JSON.stringify(value, null, indent))}\n`),
    file: (text) => write(stdout.isTTY ? printable(text) : text),
    stdin: stdin === process.stdin ? ownInput(stdin) : stdin,
    env,
    colour: wantsColour(env, stdout.isTTY === true),
    drained: () =>
      stdout.writableNeedDrain
        ? new Promise((resolve) => stdout.once('drain', resolve))
        : Promise.resolve(),
    progress: stderr.isTTY ? progressOn(stderr) : () => undefined,
    ask: stdin.isTTY && stdout.isTTY ? askOn(stdin, stdout) : null,
    keepRunning: () => {
      isServer = true
    },
  }
}

/** Node reads a folder as an empty stream. */
async function* ownInput(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (fstatSync(0).isDirectory()) throw new UsageError('standard input is a folder')
  yield* stdin
}

function writerTo(
  stream: NodeJS.WriteStream & { readonly fd?: number },
  onFault: (fault: Error) => void,
): (text: string) => void {
  stream.on('error', onFault)
  const { fd } = stream
  // The streams of tests have no file descriptor.
  if (fd === undefined || !fstatSync(fd).isFile()) return (text) => void stream.write(text)
  // To a file, the stream writes once, and does not see that a disk took only a part.
  return (text) => {
    try {
      writeFileSync(fd, Buffer.from(text))
    } catch (fault) {
      onFault(fault as Error)
    }
  }
}

function shown(text: string | Painted): string {
  return typeof text === 'string' ? printable(text) : text.painted
}

/** Asks at a terminal. Anyone who leaves without an answer has used the command wrongly. */
export function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): NonNullable<Io['ask']> {
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

/** A progress line that is overwritten, and removed at the end. */
function progressOn(stream: NodeJS.WriteStream): Io['progress'] {
  let last = -Infinity
  return (share) => {
    const now = performance.now()
    const done = share === 1
    if (share === null || (!done && now - last < PROGRESS_EVERY_MS)) return
    last = now
    stream.write(done ? '\r\x1b[K' : `\r${Math.floor(share * 100)} %`)
  }
}
