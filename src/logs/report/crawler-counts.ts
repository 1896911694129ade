/** Counts the requests of one crawler, and what the texts in force said about them. */

import { cached } from '../../base/cached.ts'
import { DAY } from '../../base/calendar.ts'
import { addTo, mostFirst, sumOf } from '../../base/counts.ts'
import { operatorName } from '../../crawlers/operators.ts'
import type { DecidingField } from '../../decide/decision.ts'
import type { Category } from '../../words/decision-words.ts'
import { readPrice } from '../../words/price.ts'
import type { LogClient } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import {
  brokenRule,
  CONDUCTS,
  type Conduct,
  type ConductContext,
  type CrawlerRequest,
  conductOf,
} from './conduct.ts'
import { instant, plus, Timeline, TopNames, TopPaths } from './counting.ts'
import type { CountedCrawler, CrawlerConduct, SpanCount } from './crawl-report.ts'
import { sectionOf } from './page-coverage.ts'

const GIGABYTE = 1e9
const TOP_NETWORKS = 10
const MOST_ORIGINS = 20_000
const TOP_RULES = 20
const TOP_SECTIONS = 5
const TOP_STATUSES = 10
const TOP_AGENTS = 5
/** Of User-Agents, which a log may invent. */
const MOST_AGENTS = 200
const LONGEST_AGENT = 300
const MOST_SPANS = 200
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 429, 451])
/** Categories of crawlers that fetch a page because a person asked for it. */
const ON_BEHALF: ReadonlySet<Category | null> = new Set(['assistant', 'agent'])

type CrawlerAgent = Pick<LogClient['agent'], 'name' | 'operator' | 'category'>

/** The start of a sum: null until a line has a value. */
const UNKNOWN = null as number | null

export class CrawlerCounts {
  readonly #name: string
  readonly #agent: CrawlerAgent
  readonly #proofs = { verified: 0, claimed: 0, unchecked: 0 }
  readonly #violations = {
    verified: noViolations(),
    claimed: noViolations(),
    unchecked: noViolations(),
  }
  readonly #robots = { fetches: 0, last: -Infinity }
  readonly #answers = { refused: 0, observed: 0, refusedOpen: 0, failed: UNKNOWN }
  readonly #refusedSections = new TopPaths()
  readonly #cdn = { scored: UNKNOWN, automated: UNKNOWN, verified: UNKNOWN }
  readonly #timeline = new Timeline<SpanCount>(
    ['requests', 'refused', 'proven', 'unseen', 'fetches'],
    MOST_SPANS,
  )
  readonly #networks = new TopNames()
  /** By network: its first request, and how many it sent. */
  readonly #origins = new Map<string, { first: number; requests: number }>()
  readonly #statuses = new TopNames()
  readonly #userAgents = new TopNames(MOST_AGENTS)
  readonly #rules = new Map<
    string,
    { site: string; line: number | null; text: string; requests: number }
  >()
  #first = Infinity
  #last = -Infinity
  /** Whether some name was compared with a list, or by the log's writer. */
  #isChecked = false
  #forged = 0
  readonly #forgers = new TopNames()
  /** By currency. */
  readonly #charged = new Map<string, number>()
  #bytes = UNKNOWN
  readonly #origin = { milliseconds: UNKNOWN, misses: UNKNOWN }

  constructor({ name, agent }: { readonly name: string; readonly agent: CrawlerAgent }) {
    this.#name = name
    this.#agent = agent
  }

  add(request: CrawlerRequest, context: ConductContext): Conduct | null {
    const { entry, proof, network, isRobots } = request
    const { count } = entry
    this.#isChecked ||= proof !== 'unchecked'
    if (proof === 'forged') {
      this.#forged += count
      this.#forgers.add(network, count)
      return null
    }
    const conduct = isRobots ? null : conductOf(context, request)
    this.#proofs[proof] += count
    this.#networks.add(network, count)
    this.#addOrigin(network, entry)
    this.#statuses.add(String(entry.status), count)
    this.#userAgents.add(entry.userAgent.slice(0, LONGEST_AGENT), count)
    const span = this.#timeline.at(entry.time)
    span.requests += count
    if (conduct === 'proven' || conduct === 'unseen') span[conduct] += count
    if (conduct === 'proven') this.#addRule(request, brokenRule(context, request))
    if (conduct !== null) this.#violations[proof][conduct] += count
    if (isRobots && entry.method === 'GET') {
      span.fetches += count
      this.#robots.fetches += count
      this.#robots.last = Math.max(this.#robots.last, entry.last)
    }
    if (wasRefused(entry) && !entry.isObserved) span.refused += count
    this.#addAnswer(request, conduct)
    this.#first = Math.min(this.#first, entry.time)
    this.#last = Math.max(this.#last, entry.last)
    return conduct
  }

  #addOrigin(network: string, { time, count }: LogEntry): void {
    if (this.#origins.size >= MOST_ORIGINS && !this.#origins.has(network)) return
    const origin = cached(this.#origins, network, () => ({ first: Infinity, requests: 0 }))
    origin.first = Math.min(origin.first, time)
    origin.requests += count
  }

  #laterNetworks(): CountedCrawler['laterNetworks'] {
    const later = [...this.#origins.values()].filter(({ first }) => first - this.#first >= DAY)
    return { networks: later.length, requests: sumOf(later, ({ requests }) => requests) }
  }

  #addAnswer({ entry, target }: CrawlerRequest, conduct: Conduct | null): void {
    const { count, botScore, verifiedBot } = entry
    if (wasRefused(entry)) this.#answers[entry.isObserved ? 'observed' : 'refused'] += count
    if (wasRefused(entry) && !entry.isObserved && conduct === null) {
      this.#answers.refusedOpen += count
      this.#refusedSections.add(sectionOf(target), count)
    }
    if (entry.isOwn)
      this.#answers.failed = plus(this.#answers.failed, entry.outcome === 'unavailable' ? count : 0)
    if (botScore !== null) {
      this.#cdn.scored = plus(this.#cdn.scored, count)
      this.#cdn.automated = plus(this.#cdn.automated, isAutomated(entry) ? count : 0)
    }
    if (verifiedBot !== null) this.#cdn.verified = plus(this.#cdn.verified, verifiedBot ? count : 0)
    const price = entry.charged === null ? null : readPrice(entry.charged)
    if (price !== null) addTo(this.#charged, price.currency, price.amount)
    this.#bytes = plus(this.#bytes, entry.bytes)
    this.#origin.milliseconds = plus(this.#origin.milliseconds, entry.milliseconds)
    this.#origin.misses = plus(this.#origin.misses, entry.misses)
  }

  #addRule({ site, entry }: CrawlerRequest, field: DecidingField | null): void {
    const line = field?.servedLine ?? field?.line ?? null
    const text = field?.text ?? ''
    cached(this.#rules, `${site}:${line}:${text}`, () => ({
      site,
      line,
      text,
      requests: 0,
    })).requests += entry.count
  }

  /**
   * What the requests cost: their part of all octets, and money by the price of a gigabyte; null is
   * what nobody knows.
   */
  costOf(all: number | null, price: number | null): CrawlerConduct['cost'] {
    const bytes = this.#bytes
    return {
      share: all === null || all === 0 || bytes === null ? null : bytes / all,
      ...this.#origin,
      money: price === null || bytes === null ? null : (bytes / GIGABYTE) * price,
    }
  }

  /** Cost, pace and coverage follow from all crawlers together. */
  report(): CountedCrawler {
    const { name, operator, category } = this.#agent
    const { verified, claimed, unchecked } = this.#proofs
    const violations = noViolations()
    for (const each of Object.values(this.#violations))
      for (const conduct of CONDUCTS) violations[conduct] += each[conduct]
    return {
      name: this.#name,
      operator: operatorName(operator),
      category,
      listed: name !== null,
      onBehalf: ON_BEHALF.has(category),
      requests: verified + claimed + unchecked,
      bytes: this.#bytes,
      charged: Object.fromEntries(
        Array.from(this.#charged, ([currency, sum]) => [currency, rounded(sum)]),
      ),
      robots: { ...this.#robots, last: instant(this.#robots.last) },
      violations: { ...violations, proof: this.#violations },
      proof: this.#proofs,
      forged: this.#isChecked
        ? { requests: this.#forged, networks: networksOf(this.#forgers) }
        : null,
      cdn: this.#cdn,
      ...this.#answers,
      refusedSections: this.#refusedSections.top(TOP_SECTIONS),
      networks: networksOf(this.#networks),
      laterNetworks: this.#laterNetworks(),
      statuses: this.#statuses
        .top(TOP_STATUSES)
        .map(({ name, requests }) => ({ status: Number(name), requests })),
      userAgents: this.#userAgents
        .top(TOP_AGENTS)
        .map(({ name, requests }) => ({ userAgent: name, requests })),
      rules: [...this.#rules.values()].sort(mostFirst('requests', 'text')).slice(0, TOP_RULES),
      timeline: this.#timeline.report(),
      first: instant(this.#first),
      last: instant(this.#last),
    }
  }
}

/**
 * Whether the CDN takes it for a bot: https://developers.cloudflare.com/bots/concepts/bot-score/
 */
export function isAutomated({ botScore }: LogEntry): boolean {
  return botScore !== null && botScore < 30
}

/** Sums of decimal fractions, without what binary ones add. */
function rounded(sum: number): number {
  return Number(sum.toFixed(9))
}

export function wasRefused({ status, outcome }: LogEntry): boolean {
  return outcome === null
    ? REFUSALS.has(status)
    : outcome === 'prohibited' || outcome === 'deferred'
}

function networksOf(counts: TopNames) {
  return counts.top(TOP_NETWORKS).map(({ name, requests }) => ({ network: name, requests }))
}

function noViolations(): Record<Conduct, number> {
  return { proven: 0, unseen: 0, grace: 0, incomparable: 0 }
}
