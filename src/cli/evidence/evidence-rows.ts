/** Requests of one operator ↔ rows that its own people can check, with nothing of other clients. */
import {
  actorOf,
  type Conduct,
  type ConductContext,
  type CrawlerRequest,
  conductOf,
  isRobots,
  type ObservedRequest,
} from '../../analysis/report/conduct.ts'
import type { CrawlerConduct, OwnProof } from '../../analysis/report/crawl-report.ts'
import { type CountedClient, CrawlerCounts } from '../../analysis/report/crawler-counts.ts'
import { cached } from '../../grammar/cached.ts'
import type { EvidenceRow } from './evidence-folder.ts'

const MEMBERS = [
  ...(['name', 'category', 'listed', 'onBehalf', 'requests', 'bytes', 'robots', 'violations', 'proof'] as const),
  ...(['networks', 'rules', 'first', 'last'] as const),
] as const satisfies readonly (keyof CrawlerConduct)[]

export type EvidenceCrawler = Pick<CrawlerConduct, (typeof MEMBERS)[number]>

export function evidenceRow({ entry, client, site, target, network, proof }: ObservedRequest, conduct: Conduct | null) {
  return {
    time: new Date(entry.time).toISOString(),
    last: entry.count === 1 ? null : new Date(entry.last).toISOString(),
    count: entry.count,
    site,
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
    conduct,
  } satisfies EvidenceRow
}

/** The request of a row; `sites` in the order of their texts. */
export function requestIn(row: EvidenceRow, sites: readonly string[]): CrawlerRequest {
  const { time: written, last, count, site, host, method, target, status, bytes, userAgent, crawler, network } = row
  const time = Date.parse(written)
  const entry = {
    ...{ host, method, target, status, bytes, userAgent, count, time },
    last: last === null ? time : Date.parse(last),
    served: row.robotsHash,
    ...{ ip: '', network: null, referrer: null, milliseconds: null, misses: null, proof: null },
    ...{ botScore: null, verifiedBot: null, isOwn: false, outcome: null, isRow: false, gap: null },
  }
  const place = sites.indexOf(site)
  const actor = actorOf(place, host, crawler, network)
  return { entry, target, place, site, actor, proof: row.proof, network, isRobots: isRobots(target) }
}

/** Counts requests from an instant on; those before it are fetches that later ones are judged by. */
export class EvidenceCounts {
  readonly #context: ConductContext
  readonly #from: number
  readonly #crawlers = new Map<string, CrawlerCounts>()

  constructor(context: ConductContext, from: number) {
    this.#context = context
    this.#from = from
  }

  add(request: CrawlerRequest, client: CountedClient): Conduct | null {
    if (request.entry.time < this.#from) return request.isRobots ? null : conductOf(this.#context, request)
    return cached(this.#crawlers, client.name, () => new CrawlerCounts(client)).add(request, this.#context)
  }

  report(): readonly EvidenceCrawler[] {
    return [...this.#crawlers.values()]
      .map((counts) => {
        const all = counts.report()
        return Object.fromEntries(MEMBERS.map((member) => [member, all[member]])) as unknown as EvidenceCrawler
      })
      .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
  }
}
