/** Requests of one crawler → its counts, with what its requests were by the texts in force. */
import type { DecidingField } from '../../engine/decision.ts'
import { cached } from '../../grammar/cached.ts'
import { operatorName } from '../../registry/operators.ts'
import type { Category } from '../../vocabulary/decision-words.ts'
import { instant, plus, TopPaths } from '../counting.ts'
import type { LogClient } from '../log-clients.ts'
import type { LogEntry } from '../log-entry.ts'
import { brokenRule, CONDUCTS, type Conduct, type ConductContext, type CrawlerRequest, conductOf } from './conduct.ts'
import type { BrokenRule, CrawlerConduct, OwnProof } from './crawl-report.ts'
import { sectionOf } from './page-coverage.ts'

const TOP_NETWORKS = 10
const TOP_RULES = 20
const TOP_SECTIONS = 5
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 451])
/** Their operators say that a person asks. */
const ON_BEHALF: ReadonlySet<Category | null> = new Set(['assistant', 'agent'])

type Open<T> = { -readonly [K in keyof T]: T[K] }

export interface CountedClient {
  readonly name: string
  readonly agent: Pick<LogClient['agent'], 'name' | 'operator' | 'category'>
}

export class CrawlerCounts {
  readonly #client: CountedClient
  #requests = 0
  #fetches = 0
  #lastFetch = Number.NEGATIVE_INFINITY
  #forged = 0
  readonly #refusedSections = new TopPaths()
  /** Whether some name was compared with a list, or by the log's writer. */
  #isChecked = false
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  readonly #proofs: Record<OwnProof, number> = { verified: 0, claimed: 0, unchecked: 0 }
  readonly #violations = { verified: noViolations(), claimed: noViolations(), unchecked: noViolations() }
  readonly #answers: Open<Pick<CrawlerConduct, 'refused' | 'refusedOpen' | 'failed'>> = {
    refused: 0,
    refusedOpen: 0,
    failed: null,
  }
  readonly #cdn: Open<CrawlerConduct['cdn']> = { scored: null, automated: null, verified: null }
  readonly #timeline = new CrawlTimeline()
  readonly #networks = new TopPaths()
  readonly #forgers = new TopPaths()
  readonly #rules = new Map<string, Open<BrokenRule>>()
  bytes = 0
  readonly origin: Open<Pick<CrawlerConduct['cost'], 'milliseconds' | 'misses'>> = { milliseconds: null, misses: null }

  constructor(client: CountedClient) {
    this.#client = client
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
    if (conduct === 'proven') this.#addRule(request, brokenRule(context, request))
    this.#requests += count
    this.#proofs[proof] += count
    if (conduct !== null) this.#violations[proof][conduct] += count
    const isFetch = isRobots && entry.method === 'GET'
    if (isFetch) {
      this.#fetches += count
      this.#lastFetch = Math.max(this.#lastFetch, entry.last)
    }
    this.#timeline.add(entry.time, count, conduct, isFetch)
    this.#addAnswer(request, conduct)
    this.#networks.add(network, count)
    this.#first = Math.min(this.#first, entry.time)
    this.#last = Math.max(this.#last, entry.last)
    return conduct
  }

  #addAnswer({ entry, target }: CrawlerRequest, conduct: Conduct | null): void {
    const { count, botScore, verifiedBot } = entry
    if (isRefused(entry)) this.#answers.refused += count
    if (isRefused(entry) && conduct === null) {
      this.#answers.refusedOpen += count
      this.#refusedSections.add(sectionOf(target), count)
    }
    if (entry.isOwn) this.#answers.failed = plus(this.#answers.failed, entry.outcome === 'unavailable' ? count : 0)
    if (botScore !== null) this.#cdn.scored = plus(this.#cdn.scored, count)
    if (botScore !== null) this.#cdn.automated = plus(this.#cdn.automated, isAutomated(entry) ? count : 0)
    if (verifiedBot !== null) this.#cdn.verified = plus(this.#cdn.verified, verifiedBot ? count : 0)
    this.bytes += entry.bytes ?? 0
    this.origin.milliseconds = plus(this.origin.milliseconds, entry.milliseconds)
    this.origin.misses = plus(this.origin.misses, entry.misses)
  }

  #addRule({ site, entry }: CrawlerRequest, field: DecidingField | null): void {
    const line = field?.servedLine ?? field?.line ?? null
    const text = field?.text ?? ''
    cached(this.#rules, `${site}:${line}:${text}`, () => ({ site, line, text, requests: 0 })).requests += entry.count
  }

  /** Cost, pace and coverage follow from all crawlers together. */
  report(): Omit<CrawlerConduct, 'cost' | 'pace' | 'coverage'> {
    const { agent, name } = this.#client
    return {
      name,
      operator: operatorName(agent.operator),
      category: agent.category,
      listed: agent.name !== null,
      onBehalf: ON_BEHALF.has(agent.category),
      requests: this.#requests,
      bytes: this.bytes,
      robots: { fetches: this.#fetches, last: instant(this.#lastFetch) },
      violations: { ...this.#allViolations(), proof: this.#violations },
      proof: this.#proofs,
      forged: this.#isChecked ? { requests: this.#forged, networks: networksOf(this.#forgers) } : null,
      cdn: this.#cdn,
      ...this.#answers,
      refusedSections: this.#refusedSections.top(TOP_SECTIONS),
      networks: networksOf(this.#networks),
      rules: [...this.#rules.values()]
        .sort((a, b) => b.requests - a.requests || (a.text < b.text ? -1 : 1))
        .slice(0, TOP_RULES),
      timeline: this.#timeline.report(),
      first: instant(this.#first),
      last: instant(this.#last),
    }
  }

  #allViolations(): Record<Conduct, number> {
    const sum = noViolations()
    for (const each of Object.values(this.#violations)) for (const conduct of CONDUCTS) sum[conduct] += each[conduct]
    return sum
  }
}

/** Whether the CDN takes it for a bot: https://developers.cloudflare.com/bots/concepts/bot-score/ */
export function isAutomated({ botScore }: LogEntry): boolean {
  return botScore !== null && botScore < 30
}

function isRefused({ status, outcome }: LogEntry): boolean {
  return outcome === null ? REFUSALS.has(status) : outcome === 'prohibited' || outcome === 'deferred'
}

function networksOf(counts: TopPaths) {
  return counts.top(TOP_NETWORKS).map(({ path, requests }) => ({ network: path, requests }))
}

function noViolations(): Record<Conduct, number> {
  return { proven: 0, unseen: 0, grace: 0, incomparable: 0 }
}

const HOUR = 3_600_000
const MOST_SPANS = 200
/** In hours. Each is a multiple of the one before. */
const WIDTHS = [1, 2, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]

interface TimeSpan {
  readonly start: string
  readonly requests: number
  readonly proven: number
  readonly unseen: number
  readonly fetches: number
}

export interface Timeline {
  readonly hours: number
  /** Spans without requests are left out. */
  readonly spans: readonly TimeSpan[]
}

type Counts = { -readonly [K in Exclude<keyof TimeSpan, 'start'>]: number }

export class CrawlTimeline {
  #width = 0
  #spans = new Map<number, Counts>()

  add(time: number, count: number, conduct: Conduct | null, isFetch: boolean): void {
    const span = this.#spanAt(time)
    span.requests += count
    if (conduct === 'proven' || conduct === 'unseen') span[conduct] += count
    if (isFetch) span.fetches += count
    if (this.#spans.size > MOST_SPANS) this.#join()
  }

  report(): Timeline {
    const spans = [...this.#spans].sort(([a], [b]) => a - b)
    return {
      hours: WIDTHS[this.#width]!,
      spans: spans.map(([start, counts]) => ({ start: new Date(start * HOUR).toISOString(), ...counts })),
    }
  }

  #spanAt(time: number): Counts {
    const width = WIDTHS[this.#width]!
    const start = Math.floor(time / HOUR / width) * width
    return cached(this.#spans, start, () => ({ requests: 0, proven: 0, unseen: 0, fetches: 0 }))
  }

  /** Takes the next width. At the widest there are as many spans as there are. */
  #join(): void {
    if (this.#width + 1 === WIDTHS.length) return
    this.#width++
    const before = this.#spans
    this.#spans = new Map()
    for (const [start, counts] of before) {
      const span = this.#spanAt(start * HOUR)
      for (const key of Object.keys(counts) as (keyof Counts)[]) span[key] += counts[key]
    }
  }
}
