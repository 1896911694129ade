/**
 * A crawler's request + the texts in force + the actor's fetches of robots.txt → whether the robots.txt prohibited it, and
 * whether the crawler could know (docs/report.md). Judges by RFC 9309 alone (C3).
 */
import type { SiteProgram } from '../../bundle/program.ts'
import { engineOf } from '../../engine/decide.ts'
import type { DecidingField } from '../../engine/decision.ts'
import type { LogEntry } from '../log-entry.ts'
import { LONGEST_CACHE, type RobotsFetches } from './robots-fetches.ts'
import type { RobotsTexts } from './robots-texts.ts'

/** What a prohibited request was, by what the crawler could know. */
export const CONDUCTS = ['proven', 'unseen', 'grace', 'incomparable'] as const
export type Conduct = (typeof CONDUCTS)[number]

/** What requests are judged by. */
export interface ConductContext {
  /** By the number of the site. */
  readonly texts: readonly RobotsTexts[]
  readonly fetches: RobotsFetches
  /** How long a crawler may have kept a copy before it fetched the next, in milliseconds. */
  readonly maxAge: number
}

/** A request that is judged: what was asked, at which site, by whom. */
export interface JudgedRequest {
  readonly entry: LogEntry
  /** Path and query, resolved. */
  readonly target: string
  readonly place: number
  readonly actor: string
}

/** What became of a request; null where nothing is to be said. */
export function conductOf(context: ConductContext, request: JudgedRequest): Conduct | null {
  const { time, last, count } = request.entry
  const first = conductAt(context, request, time)
  // Rows are split where the answer may change in between; what is not split cannot be compared.
  return count === 1 || last === time || conductAt(context, request, last) === first ? first : 'incomparable'
}

function conductAt({ texts, fetches, maxAge }: ConductContext, request: JudgedRequest, time: number): Conduct | null {
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

function isProhibited(text: SiteProgram, request: JudgedRequest): boolean {
  return rulingOf(text, request, request.entry.time).outcome === 'prohibited'
}

/** What one text says to a request. */
function rulingOf(text: SiteProgram, { entry: { userAgent }, target }: JudgedRequest, time: number) {
  const engine = engineOf(text)
  const agent = engine.agents.find(userAgent)
  return engine.decide({ userAgent, agent, target, now: time, dialect: 'rep' })
}

/** The line of the text in force that prohibits a request; null where that text is not known, or has none. */
export function brokenRule({ texts }: ConductContext, request: JudgedRequest): DecidingField | null {
  const { time } = request.entry
  const text = texts[request.place]!.between(time, time)?.at(-1)
  return text === undefined ? null : (rulingOf(text, request, time).fields[0] ?? null)
}

/** How many milliseconds the text in force at a time asks for between two requests; 0 where it asks for none. */
export function askedGap({ texts }: ConductContext, request: JudgedRequest, time = request.entry.time): number {
  const text = texts[request.place]!.between(time, time)?.at(-1)
  if (text === undefined || text.settings.rates.length === 0) return 0
  return (rulingOf(text, request, time).rate?.seconds ?? 0) * 1000
}
