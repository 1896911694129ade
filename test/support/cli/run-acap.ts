/**
 * The command line in this process: quick enough for property tests, and able to talk to a server of the test's own.
 */
import { PassThrough, Readable } from 'node:stream'
import { processIo } from '../../../src/cli/io.ts'
import { run } from '../../../src/cli/run.ts'
import type { Ran } from './acap.ts'

interface Setting {
  readonly input?: string | Uint8Array
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Runs `acap`, with colours, and answers what it wrote. */
export async function runAcap(args: readonly string[], setting: Setting = {}): Promise<Ran> {
  const { input = '', isTerminal = false, env = { FORCE_COLOR: '1' } } = setting
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const streams = {
    stdout: Object.assign(stdout, { isTTY: isTerminal }),
    stderr: Object.assign(stderr, { isTTY: false }),
    stdin: Object.assign(Readable.from([Buffer.from(input)]), { isTTY: false }),
    env,
  }
  const texts = Promise.all([textOf(stdout), textOf(stderr)])
  const code = await run(args, processIo(streams as never))
  stdout.end()
  stderr.end()
  const [out, err] = await texts
  return { code, out, err }
}

async function textOf(stream: PassThrough): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
