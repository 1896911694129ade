/** Counts visits that operators send, by referrers, beside the pages that their crawlers took. */
import { cached } from '../../base/cached.ts'
import { operatorName } from '../../crawlers/operators.ts'
import { type Referrer, type ReferrerKind, referrerAt } from '../../crawlers/referrers.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import type { OperatorReferrals } from './crawl-report.ts'

const MOST_HOSTS = 10_000

/** What a link says of its place: expressions for JavaScript and for SQL, letter case apart. */
export const REFERRER_HOST = '^(?:https?|android-app)://([a-z0-9.-]+)'
export const UTM_SOURCE = '[?&]utm_source=([a-z0-9.-]+)'
const HOST = new RegExp(REFERRER_HOST, 'i')
const SOURCE = new RegExp(UTM_SOURCE, 'i')

/** What an operator sent, by where from, and what it took. */
type Exchange = Record<ReferrerKind | 'pages', number>

export class Referrals {
  readonly #exchanges = new Map<string, Exchange>()
  readonly #hosts = new Map<string, Referrer | null>()
  #hasReferrers = false

  /**
   * A reader's request. A link may have its source in the query (`utm_source`): apps send no
   * referrer.
   */
  addReader({ referrer, target, count, status, method }: LogEntry): void {
    if (referrer === null) return
    this.#hasReferrers = true
    // A row of many requests has no method: it has the referrer of visits alone.
    if ((method !== 'GET' && method !== '') || status >= 400) return
    const host = HOST.exec(referrer)?.[1] ?? SOURCE.exec(target)?.[1]
    const found = host === undefined ? null : this.#referrerAt(host)
    if (found !== null) this.#exchangeWith(found.operator)[found.kind] += count
  }

  addPages(operator: string | null, count: number): void {
    const name = operatorName(operator)
    if (name !== null) this.#exchangeWith(name).pages += count
  }

  /**
   * Operators that sent or took something, most visits first; null where the log has no referrers.
   */
  report(): readonly OperatorReferrals[] | null {
    if (!this.#hasReferrers) return null
    return [...this.#exchanges]
      .map(([operator, { assistant, search, other, pages }]) => {
        return { operator, visits: assistant + search + other, assistant, search, pages }
      })
      .sort(
        (a, b) => b.visits - a.visits || b.pages - a.pages || (a.operator < b.operator ? -1 : 1),
      )
  }

  #exchangeWith(operator: string): Exchange {
    return cached(this.#exchanges, operator, () => ({
      assistant: 0,
      search: 0,
      other: 0,
      pages: 0,
    }))
  }

  #referrerAt(host: string): Referrer | null {
    if (this.#hosts.size >= MOST_HOSTS) this.#hosts.clear()
    return cached(this.#hosts, host, () => referrerAt(host))
  }
}
