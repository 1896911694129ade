/** Counts what one unknown client that declares a name did, which is a reader all the same (I3). */
import { networkIn } from '../judge/client-proof.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { instant, Timeline, TopNames } from './counting.ts'
import type { DeclaredReader } from './crawl-report.ts'

const LONGEST_AGENT = 300
const MOST_SPANS = 200
/** Of networks and of statuses: a log may have any number of such clients. */
const MOST_HELD = 100
const TOP = 10

export class DeclaredCounts {
  readonly name: string
  requests = 0
  readonly #example: string
  readonly #timeline = new Timeline(['requests'], MOST_SPANS)
  readonly #networks = new TopNames(MOST_HELD)
  readonly #statuses = new TopNames(MOST_HELD)
  #first = Infinity
  #last = -Infinity

  constructor(name: string, userAgent: string) {
    this.name = name
    this.#example = userAgent.slice(0, LONGEST_AGENT)
  }

  add(entry: LogEntry): void {
    const { count, time, last, status } = entry
    this.requests += count
    this.#timeline.at(time).requests += count
    this.#networks.add(networkIn(entry, 'unchecked'), count)
    this.#statuses.add(String(status), count)
    this.#first = Math.min(this.#first, time)
    this.#last = Math.max(this.#last, last)
  }

  report(): DeclaredReader {
    const networks = this.#networks.top(TOP)
    const statuses = this.#statuses.top(TOP)
    return {
      name: this.name,
      requests: this.requests,
      example: this.#example,
      networks: networks.map(({ name, requests }) => ({ network: name, requests })),
      statuses: statuses.map(({ name, requests }) => ({ status: Number(name), requests })),
      timeline: this.#timeline.report(),
      first: instant(this.#first),
      last: instant(this.#last),
    }
  }
}
