/**
 * Readers' requests with their referrers, and pages that crawlers took → visits that operators send, beside what they took.
 */
import { operatorName } from '../../registry/operators.ts'
import type { LogEntry } from '../log-entry.ts'
import type { CrawlReport } from './crawl-report.ts'

/** The search of every country. */
const GOOGLE = /^(?:[a-z]+\.)?google\.(?:com?\.)?[a-z]{2,3}$/
const MOST_HOSTS = 10_000

/** Counts by operator. */
export class Referrals {
  readonly #visits = new Map<string, number>()
  readonly #pages = new Map<string, number>()
  readonly #operators = new Map<string, string | null>()
  #hasReferrers = false

  /** A reader's request. Where a page adds its own address to links (`utm_source`), that counts, too. */
  addReader({ referrer, target, count, status, method }: LogEntry): void {
    if (referrer === null) return
    this.#hasReferrers = true
    if (method !== 'GET' || status >= 400) return
    const source = hostIn(referrer) ?? /[?&]utm_source=([a-z\d.-]+)/i.exec(target)?.[1]
    const operator = source === undefined ? null : this.#operatorOf(source)
    if (operator !== null) this.#visits.set(operator, (this.#visits.get(operator) ?? 0) + count)
  }

  /** Pages that a crawler took. */
  addPages(operator: string | null, count: number): void {
    const name = operatorName(operator)
    if (name !== null) this.#pages.set(name, (this.#pages.get(name) ?? 0) + count)
  }

  /** Operators that sent or took something, most visits first; null where the log has no referrers. */
  report(): CrawlReport['referrals'] {
    if (!this.#hasReferrers) return null
    return [...new Set([...this.#visits.keys(), ...this.#pages.keys()])]
      .map((operator) => ({
        operator,
        visits: this.#visits.get(operator) ?? 0,
        pages: this.#pages.get(operator) ?? 0,
      }))
      .sort((a, b) => b.visits - a.visits || b.pages - a.pages || (a.operator < b.operator ? -1 : 1))
  }

  #operatorOf(host: string): string | null {
    let operator = this.#operators.get(host)
    if (operator === undefined) {
      const folded = host.toLowerCase()
      operator = operatorName(GOOGLE.test(folded) ? 'google.com' : folded)
      // A host without a name of its own stays as it is.
      if (operator === folded) operator = null
      if (this.#operators.size < MOST_HOSTS) this.#operators.set(host, operator)
    }
    return operator
  }
}

function hostIn(referrer: string): string | undefined {
  return /^(?:https?|android-app):\/\/([a-z\d.-]+)/i.exec(referrer)?.[1]
}
