/** Writes JSON lines to a stream in batches: one write per line would cost more than a decision. */
import type { Writable } from 'node:stream'
import type { LogSink } from '../../edge/platform.ts'

/**
 * Lines that wait while nobody reads the stream, in characters; what comes then is counted and left
 * out.
 */
const MOST_WAITING = 8 * 1024 * 1024

export class LineLog implements LogSink {
  readonly #out: Writable
  #lines: string[] = []
  #left = 0

  constructor(out: Writable) {
    this.#out = out
    // Each write hears of its own fault.
    out.on('error', () => undefined)
  }

  readonly log = (line: string): void => this.#add(line)
  readonly warn = (line: string): void => this.#add(line)
  readonly error = (line: string): void => this.#add(line)

  flush(): void {
    if (this.#lines.length === 0) return
    const lines = this.#lines
    const left = this.#left
    const count = left + lines.length
    if (left > 0) lines.unshift(JSON.stringify({ acap: 'log', left }))
    this.#lines = []
    this.#left = 0
    this.#out.write(`${lines.join('\n')}\n`, (fault) => {
      if (fault) this.#left += count
    })
  }

  #add(line: string): void {
    if (this.#out.writableLength > MOST_WAITING) {
      this.#left++
      return
    }
    if (this.#lines.length === 0) setImmediate(() => this.flush())
    this.#lines.push(line)
  }
}
