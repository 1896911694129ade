/**
 * The command line in a process that stays, so that a call costs what the command does and not what Node takes to start.
 * Its arguments are two FIFOs: calls come by the first, answers leave by the second, each a line of JSON.
 */
import { openSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { processIo } from '../../../src/cli/io.ts'
import { run } from '../../../src/cli/run.ts'
import { readLine, writeLine } from '../base/fifo-lines.ts'

const [, , calls, answers] = process.argv
const [incoming, outgoing] = [openSync(calls!, 'r'), openSync(answers!, 'w')]
const home = process.cwd()

class Text extends Writable {
  readonly #parts: Buffer[] = []

  override _write(part: Buffer, _: unknown, done: () => void): void {
    this.#parts.push(part)
    done()
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString()
  }
}

for (let line = readLine(incoming); line !== null; line = readLine(incoming)) {
  const { args, cwd = home, input } = JSON.parse(line)
  process.chdir(cwd)
  const [out, err] = [new Text(), new Text()]
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
  const code = await run(
    args,
    processIo({ stdout: out, stderr: err, stdin, env: process.env } as never),
  )
  // A folder that is a process's own cannot be unmounted.
  process.chdir(home)
  writeLine(outgoing, JSON.stringify({ code, out: out.text, err: err.text }))
}
