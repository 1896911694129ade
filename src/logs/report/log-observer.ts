/** Finds limits of a report's logs: what they cannot prove, and what they contain twice. */
import { addressFault } from '../judge/client-proof.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import type { ObservedRequest } from './conduct.ts'
import { TopNames } from './counting.ts'
import { LogOverlap, type Overlap } from './log-overlap.ts'

/** What is in no number of the report. */
export interface LogNotes {
  /** Requests of crawlers whose address no client on the Internet has. */
  readonly proxied: number
  /** The networks of most of them, and how many others there are. */
  readonly proxies: { readonly networks: readonly string[]; readonly others: number }
  /** Requests of crawlers whose address the log has cut. */
  readonly shortened: number
  /** Times without a zone. */
  readonly zoneless: number
  /** Every User-Agent is empty. */
  readonly hasNoAgents: boolean
  readonly overlaps: readonly Overlap[]
}

const MOST_PROXIES = 3

export class LogObserver {
  readonly #overlap = new LogOverlap()
  readonly #proxies = new TopNames()
  readonly #agents = { sent: 0, empty: 0 }
  #proxied = 0
  #shortened = 0

  /** The next of several logs begins. */
  begin(log: string): void {
    this.#overlap.begin(log)
  }

  see(entry: LogEntry): void {
    // A row stands for many requests, and names no reader.
    if (entry.isRow) return
    this.#agents[entry.userAgent === '' ? 'empty' : 'sent'] += entry.count
    this.#overlap.see(entry)
  }

  /** Notes an address that is not the client's: what it would prove stays unchecked. */
  seeAddress({ entry, network }: ObservedRequest): void {
    const fault = addressFault(entry)
    if (fault === 'private') {
      this.#proxied += entry.count
      this.#proxies.add(network, entry.count)
    }
    if (fault === 'shortened') this.#shortened += entry.count
  }

  report(zoneless: number): LogNotes {
    const networks = this.#proxies.top(Infinity).map(({ name }) => name)
    return {
      proxied: this.#proxied,
      proxies: {
        networks: networks.slice(0, MOST_PROXIES),
        others: Math.max(0, networks.length - MOST_PROXIES),
      },
      shortened: this.#shortened,
      zoneless,
      hasNoAgents: this.#agents.sent === 0 && this.#agents.empty > 0,
      overlaps: this.#overlap.pairs(),
    }
  }
}
