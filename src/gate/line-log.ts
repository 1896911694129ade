/**
 * Lines of JSON → a stream, many at once: a write for each line would cost more than the decision that it tells of.
 */
import type { Writable } from 'node:stream'
import type { LogSink } from '../edge/platform.ts'

/** Lines that wait while nobody reads the stream, in characters; what comes then is counted and left out. */
const MOST_WAITING = 8 * 1024 * 1024

/** A log of lines. */
export class LineLog implements LogSink {
  readonly #out: Writable
  #lines: string[] = []
  #left = 0

  constructor(out: Writable) {
    this.#out = out
  }

  readonly log = (line: string): void => this.#add(line)
  readonly warn = (line: string): void => this.#add(line)
  readonly error = (line: string): void => this.#add(line)

  /** Hands over what waits. */
  flush(): void {
    if (this.#lines.length === 0) return
    const text = `${this.#lines.join('\n')}\n`
    this.#lines = []
    this.#out.write(text)
  }

  #add(line: string): void {
    if (this.#out.writableLength > MOST_WAITING) {
      this.#left++
      return
    }
    if (this.#left > 0) {
      this.#lines.push(JSON.stringify({ acap: 'log', left: this.#left }))
      this.#left = 0
    }
    if (this.#lines.length === 0) setImmediate(() => this.flush())
    this.#lines.push(line)
  }
}
