/**
 * Tells whether robots.txt prohibited a request, and whether the crawler could know that (C3), by
 * the texts in force and its fetches.
 */

import { cached } from '../../base/cached.ts'
import { engineOf } from '../../decide/decide.ts'
import type { DecidingField } from '../../decide/decision.ts'
import type { SiteProgram } from '../../program/program.ts'
import type { Proof } from '../../words/log-line.ts'
import { networkIn, proofOf } from '../judge/client-proof.ts'
import { requestOf } from '../judge/judge-entry.ts'
import type { LogClient } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import type { RobotsTexts } from './robots-texts.ts'

export const CONDUCTS = ['proven', 'unseen', 'grace', 'incomparable'] as const
export type Conduct = (typeof CONDUCTS)[number]

/** A request, with who sent it and to which site. */
export interface ObservedRequest {
  readonly entry: LogEntry
  readonly client: LogClient
  /** The number and the name of the site. */
  readonly place: number
  readonly site: string
  readonly target: string
  readonly proof: Proof
  readonly network: string
  /** The key of those who share one copy of robots.txt: see `actorOf`. */
  readonly actor: string
  readonly isRobots: boolean
}
/** Its target is resolved: path and query. */
export type CrawlerRequest = Omit<ObservedRequest, 'client'>

export function observedRequest(entry: LogEntry, client: LogClient): ObservedRequest {
  const { place, context, name } = client
  const { target } = requestOf(entry, context.home, entry.time)
  const proof = proofOf(entry, client)
  const network = networkIn(entry, proof)
  const actor = actorOf(place, entry.host, name, network)
  const site = context.site.name
  return { entry, client, place, site, target, proof, network, actor, isRobots: isRobots(target) }
}

/**
 * Our own lines are of crawlers, unless they say otherwise: a signature may have proven more than
 * the header tells.
 */
export function isCrawler({ isOwn, outcome }: LogEntry, { agent }: LogClient): boolean {
  return outcome !== 'reader' && (isOwn || agent.kind === 'crawler')
}

/** A request of a crawler; null for a reader's. */
export function observedCrawler(entry: LogEntry, client: LogClient): ObservedRequest | null {
  return isCrawler(entry, client) ? observedRequest(entry, client) : null
}

/**
 * A key for clients that are assumed to share one copy of robots.txt: the same crawler name, from
 * the same network, at the same host.
 */
export function actorOf(place: number, host: string | null, name: string, network: string): string {
  return `${place} ${host?.toLowerCase() ?? ''} ${name} ${network}`
}

export function isRobots(target: string): boolean {
  return target === '/robots.txt' || target.startsWith('/robots.txt?')
}

/** How long a crawler may use a fetched robots.txt, in milliseconds (RFC 9309, 2.4). */
export const LONGEST_CACHE = 86_400_000

/** The fetches of all actors, with a few octets for each. */
export class RobotsFetches {
  /**
   * By actor: each fetch as its time in milliseconds times two, plus one if robots.txt was
   * received.
   */
  readonly #fetches = new Map<string, number[]>()
  readonly #unsorted = new Set<number[]>()

  add({ entry: { time, status, served }, actor }: CrawlerRequest): void {
    // Where the status is not known, a text that was served was read.
    const isRead =
      status === 304 || (status >= 200 && status < 300) || (status === 0 && served !== null)
    const fetches = cached(this.#fetches, actor, () => [])
    const fetch = 2 * time + Number(isRead)
    if (fetch < (fetches.at(-1) ?? fetch)) this.#unsorted.add(fetches)
    fetches.push(fetch)
  }

  /** The last fetch at or before a time, if it is not too old; null where there is none. */
  lastBefore(actor: string, time: number) {
    const fetches = this.#fetches.get(actor)
    if (fetches === undefined) return null
    if (this.#unsorted.delete(fetches)) fetches.sort((a, b) => a - b)
    let low = 0
    let high = fetches.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (fetches[middle]! <= 2 * time + 1) low = middle + 1
      else high = middle
    }
    const fetch = fetches[low - 1]
    if (fetch === undefined || Math.floor(fetch / 2) < time - LONGEST_CACHE) return null
    return { time: Math.floor(fetch / 2), isRead: fetch % 2 !== 0 }
  }
}

export interface ConductContext {
  readonly texts: readonly RobotsTexts[]
  readonly fetches: RobotsFetches
  /** How long a crawler may have kept a copy before it fetched the next, in milliseconds. */
  readonly maxAge: number
}

/**
 * How a request broke robots.txt: `proven`, `unseen`, `grace` or `incomparable`. Null where
 * robots.txt permits it.
 */
export function conductOf(context: ConductContext, request: CrawlerRequest): Conduct | null {
  const { time, last, count } = request.entry
  const first = conductAt(context, request, time)
  // The first and the last request of a row must have the same answer. Rows are split at hours
  // where it may change; a row that was not split is not compared.
  return count === 1 || last === time || conductAt(context, request, last) === first
    ? first
    : 'incomparable'
}

function conductAt(
  { texts, fetches, maxAge }: ConductContext,
  request: CrawlerRequest,
  time: number,
): Conduct | null {
  const { place, actor } = request
  const known = texts[place]!
  const fetch = fetches.lastBefore(actor, time)
  if (fetch !== null && !fetch.isRead) {
    const now = known.between(time, time)
    return now === null || isProhibited(now.at(-1)!, request) ? 'incomparable' : null
  }
  const inForce = known.between(fetch === null ? time - LONGEST_CACHE : fetch.time - maxAge, time)
  if (inForce === null) return 'incomparable'
  const closed = inForce.filter((text) => isProhibited(text, request)).length
  if (closed === 0) return null
  if (closed < inForce.length) return 'grace'
  return fetch === null ? 'unseen' : 'proven'
}

function isProhibited(text: SiteProgram, request: CrawlerRequest): boolean {
  return rulingOf(text, request, request.entry.time).outcome === 'prohibited'
}

function rulingOf(
  text: SiteProgram,
  { entry: { userAgent }, target }: CrawlerRequest,
  time: number,
) {
  const engine = engineOf(text)
  const agent = engine.agents.find(userAgent)
  return engine.decide({ userAgent, agent, target, now: time, dialect: 'rep' })
}

/**
 * The line of the text in force that prohibits a request; null where that text is not known, or has
 * none.
 */
export function brokenRule(
  { texts }: ConductContext,
  request: CrawlerRequest,
): DecidingField | null {
  const { time } = request.entry
  const text = texts[request.place]!.between(time, time)?.at(-1)
  return text === undefined ? null : (rulingOf(text, request, time).fields[0] ?? null)
}

/**
 * The delay in milliseconds that robots.txt asked for between two requests at that time; 0 for
 * none.
 */
export function askedGap(
  { texts }: ConductContext,
  request: CrawlerRequest,
  time = request.entry.time,
): number {
  const text = texts[request.place]!.between(time, time)?.at(-1)
  if (text === undefined || text.settings.rates.length === 0) return 0
  return (rulingOf(text, request, time).rate?.seconds ?? 0) * 1000
}
