/** Requests of one crawler → its counts, with what its requests were by the texts in force. */
import type { DecidingField } from '../../engine/decision.ts'
import { operatorName } from '../../registry/operators.ts'
import type { Category } from '../../vocabulary/decision-words.ts'
import { entryIn, instant, plus, TopPaths } from '../counting.ts'
import type { LogClient } from '../log-clients.ts'
import type { LogEntry } from '../log-entry.ts'
import { brokenRule, CONDUCTS, type Conduct, type ConductContext, type CrawlerRequest, conductOf } from './conduct.ts'
import type { BrokenRule, CrawlerConduct, OwnProof } from './crawl-report.ts'
import { CrawlTimeline } from './crawl-timeline.ts'

const TOP_NETWORKS = 10
const TOP_RULES = 20
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 451])
/** Their operators say that a person asks. */
const ON_BEHALF: ReadonlySet<Category | null> = new Set(['assistant', 'agent'])

type Open<T> = { -readonly [K in keyof T]: T[K] }

/** What is known of a crawler beside its requests. */
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
  #refused = 0
  #refusedOpen = 0
  #failed: number | null = null
  /** Whether some name was compared with a list, or by the log's writer. */
  #isChecked = false
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY
  readonly #proofs: Record<OwnProof, number> = { verified: 0, claimed: 0, unchecked: 0 }
  readonly #violations = { verified: noViolations(), claimed: noViolations(), unchecked: noViolations() }
  readonly #timeline = new CrawlTimeline()
  readonly #networks = new TopPaths()
  readonly #forgers = new TopPaths()
  readonly #rules = new Map<string, Open<BrokenRule>>()
  #scored: number | null = null
  #automated = 0
  #verified: number | null = null
  bytes = 0
  milliseconds: number | null = null
  misses: number | null = null

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
    this.#addAnswer(entry, conduct)
    this.#networks.add(network, count)
    this.#first = Math.min(this.#first, entry.time)
    this.#last = Math.max(this.#last, entry.last)
    return conduct
  }

  #addAnswer(entry: LogEntry, conduct: Conduct | null): void {
    const { count, botScore, verifiedBot } = entry
    if (isRefused(entry)) this.#refused += count
    if (isRefused(entry) && conduct === null) this.#refusedOpen += count
    if (entry.isOwn) this.#failed = plus(this.#failed, entry.outcome === 'unavailable' ? count : 0)
    if (botScore !== null) this.#scored = plus(this.#scored, count)
    if (isAutomated(entry)) this.#automated += count
    if (verifiedBot !== null) this.#verified = plus(this.#verified, verifiedBot ? count : 0)
    this.bytes += entry.bytes ?? 0
    this.milliseconds = plus(this.milliseconds, entry.milliseconds)
    this.misses = plus(this.misses, entry.misses)
  }

  #addRule({ site, entry }: CrawlerRequest, field: DecidingField | null): void {
    const line = field?.servedLine ?? field?.line ?? null
    const text = field?.text ?? ''
    entryIn(this.#rules, `${site}:${line}:${text}`, () => ({ site, line, text, requests: 0 })).requests += entry.count
  }

  /** Cost, pace and coverage follow from all crawlers together. */
  report(): Omit<CrawlerConduct, 'cost' | 'pace' | 'coverage'> {
    const { agent, name } = this.#client
    const scored = this.#scored
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
      cdn: { scored, automated: scored === null ? null : this.#automated, verified: this.#verified },
      refused: this.#refused,
      refusedOpen: this.#refusedOpen,
      failed: this.#failed,
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
