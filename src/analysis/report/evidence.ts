/**
 * Requests of one operator's crawlers → rows that its own people can check, and the counts that follow from them. A row
 * has all that a request is judged by, and nothing of other clients: where the name is not verified, no address.
 */
import type { Category } from '../../vocabulary/decision-words.ts'
import type { LogEntry } from '../log-entry.ts'
import { brokenRule, type Conduct, type ConductContext, conductOf } from './conduct.ts'
import type { CrawlerConduct, OwnProof } from './crawl-report.ts'
import { CrawlerCounts } from './crawler-counts.ts'
import type { ObservedRequest } from './observed-request.ts'
import { actorOf, isReadFetch, isRobots, type RobotsFetches } from './robots-fetches.ts'

/** One request, as it is written. */
export interface EvidenceRow {
  readonly time: string
  /** Of the last, where the row is for several requests. */
  readonly last: string | null
  readonly count: number
  readonly site: string
  readonly host: string | null
  readonly method: string
  /** Path and query, resolved. */
  readonly target: string
  /** 0 where the log does not say. */
  readonly status: number
  readonly bytes: number | null
  /** Of the robots.txt that was served. */
  readonly robotsHash: string | null
  readonly userAgent: string
  readonly crawler: string
  readonly proof: OwnProof
  readonly network: string
  /** Only where the name is verified. */
  readonly address: string | null
  readonly conduct: Conduct | null
}

/** What is known of a crawler beside its requests. */
export interface EvidenceName {
  readonly name: string
  readonly category: Category | null
  readonly listed: boolean
}

const MEMBERS = [
  'name',
  'category',
  'listed',
  'onBehalf',
  'requests',
  'bytes',
  'robots',
  'violations',
  'proof',
  'networks',
  'rules',
  'first',
  'last',
] as const satisfies readonly (keyof CrawlerConduct)[]

/** The counts of one crawler. */
export type EvidenceCrawler = Pick<CrawlerConduct, (typeof MEMBERS)[number]>

/** The row of a request. */
export function evidenceRow(request: ObservedRequest, context: ConductContext): EvidenceRow {
  const { entry, client, target, network, proof } = request
  return {
    time: new Date(entry.time).toISOString(),
    last: entry.count === 1 ? null : new Date(entry.last).toISOString(),
    count: entry.count,
    site: client.context.site.name,
    host: entry.host,
    method: entry.method,
    target,
    status: entry.status,
    bytes: entry.bytes,
    robotsHash: entry.served,
    userAgent: entry.userAgent,
    crawler: client.name,
    proof: proof as OwnProof,
    network,
    address: proof === 'verified' && entry.ip !== '' ? entry.ip : null,
    conduct: isRobots(target) ? null : conductOf(context, request),
  }
}

/** What rows are judged and counted by. */
interface EvidenceContext {
  /** The names of sites, in the order of the texts. */
  readonly sites: readonly string[]
  readonly names: ReadonlyMap<string, EvidenceName>
  readonly conduct: ConductContext
  /** In milliseconds: rows before it are fetches that later requests are judged by. */
  readonly from: number
}

/** Takes a row's fetch of robots.txt, if it is one. */
export function noteFetch(fetches: RobotsFetches, row: EvidenceRow, sites: readonly string[]): void {
  const { entry, actor } = requestIn(row, sites)
  if (row.method === 'GET' && isRobots(row.target)) fetches.add(actor, { time: entry.time, isRead: isReadFetch(entry) })
}

/** Counts rows. */
export class EvidenceCounts {
  readonly #context: EvidenceContext
  readonly #rows = new Map<string, CrawlerCounts>()

  constructor(context: EvidenceContext) {
    this.#context = context
  }

  /** Counts a row, and judges it again. */
  add(row: EvidenceRow): Conduct | null {
    const { sites, names, conduct: context, from } = this.#context
    const request = requestIn(row, sites)
    const isFetch = isRobots(row.target)
    const conduct = isFetch ? null : conductOf(context, request)
    if (request.entry.time < from) return conduct
    const counts = this.#rows.get(row.crawler) ?? new CrawlerCounts(clientNamed(names.get(row.crawler)!))
    this.#rows.set(row.crawler, counts)
    counts.add({ entry: request.entry, proof: row.proof, network: row.network, isRobots: isFetch, conduct })
    if (conduct === 'proven') {
      const rule = brokenRule(context, request)
      counts.addRule(row.site, rule?.servedLine ?? rule?.line ?? null, rule?.text ?? '', row.count)
    }
    return conduct
  }

  /** The crawlers, most requests first. */
  report(): readonly EvidenceCrawler[] {
    return [...this.#rows.values()]
      .map((counts) => {
        const all = counts.report()
        return Object.fromEntries(MEMBERS.map((member) => [member, all[member]])) as unknown as EvidenceCrawler
      })
      .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
  }
}

function clientNamed({ name, category, listed }: EvidenceName) {
  return { name, agent: { name: listed ? name : null, operator: null, category } }
}

/** The request of a row, as it was judged. */
function requestIn(row: EvidenceRow, sites: readonly string[]) {
  const { time: written, last, count, host, method, target, status, bytes, userAgent, crawler, network } = row
  const time = Date.parse(written)
  const entry: LogEntry = {
    ...{ host, method, target, status, bytes, userAgent, count, time },
    last: last === null ? time : Date.parse(last),
    served: row.robotsHash,
    ...{ ip: '', network: null, referrer: null, milliseconds: null, misses: null, proof: null },
    ...{ botScore: null, verifiedBot: null, isOwn: false, outcome: null, isRow: false, gap: null },
  }
  const place = sites.indexOf(row.site)
  return { entry, target, place, actor: actorOf(place, host, crawler, network) }
}
