/**
 * Lines of JSON → a stream, many at once: a write for each line would cost more than the decision that it tells of. Hosts that no
 * site names → a line for each, once.
 */
import type { Writable } from 'node:stream'
import { logEvent } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'

/** Lines that wait while nobody reads the stream, in characters; what comes then is counted and left out. */
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

const MOST_HOSTS = 20
/** The longest name of a host (RFC 1035 2.3.4), and a port. */
const MOST_CHARACTERS = 261

/** Gives what logs a host that no site names, and whose request was passed on. Clients choose hosts: only a few are kept. */
export function unknownHostLog(log: LogSink): (host: string) => void {
  const hosts = new Set<string>()
  return (host) => {
    if (hosts.size > MOST_HOSTS || hosts.has(host)) return
    hosts.add(host)
    const isLast = hosts.size > MOST_HOSTS
    const name = host.slice(0, MOST_CHARACTERS)
    const state = isLast ? "more hosts are no site's: they are not listed" : `${name} is no site's host: passed on`
    logEvent(log, 'host', { state })
  }
}
