/**
 * A visit of a crawler → the decision on its crawl: every spelling of the path that an origin might take for it (P6),
 * what the page itself says (E4), and the crawler's pace (X3).
 */

import { decideCrawl as decideSpellings } from '../enforce/decide-crawl.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { Identity } from './identity/identify.ts'
import { logWarning } from './log.ts'
import { namedCounter, pace, sharedCounter } from './pace.ts'
import type { PaceStore } from './platform.ts'
import type { Visit } from './request/read-request.ts'

/** Decides whether the crawler may fetch the page; `meta` are the fields that the origin's page carries. */
export function decideCrawl(visit: Visit, identity: Identity, meta?: readonly EmbeddedField[]): Ruling {
  const facts = factsOf(visit, identity)
  const { site, home, spellings } = visit
  return decideSpellings(site.engine, meta === undefined ? facts : { ...facts, meta }, home, spellings)
}

/** T1: whether this crawler is to get the page whole, no matter what copy it has. */
export function asksForRecrawl(visit: Visit, identity: Identity): boolean {
  return visit.site.engine.asksForRecrawl(factsOf(visit, identity))
}

/** Holds a permitted crawl to its rate: the same ruling, or its deferral. A store that fails permits. */
export function keepPace(ruling: Ruling, visit: Visit): Ruling | Promise<Ruling> {
  const rate = ruling.outcome === 'permitted' ? ruling.rate : null
  const { paces } = visit.exchange
  return rate === null || paces === null ? ruling : atPace(ruling, visit, paces, rate.seconds)
}

async function atPace(ruling: Ruling, visit: Visit, paces: PaceStore, interval: number): Promise<Ruling> {
  const { site, bundle, exchange } = visit
  const { name, assurance } = ruling.crawler
  try {
    const counter =
      name === null
        ? await sharedCounter(site.name, exchange.clientAddress, bundle.counterKey)
        : namedCounter(site.name, name, assurance)
    const wait = await pace(paces, counter, interval)
    return wait === 0 ? ruling : ruling.deferredBy(wait)
  } catch (fault) {
    logWarning(exchange.platform.log, 'pace', { site: site.name, crawler: name, fault: String(fault) })
    return ruling
  }
}

function factsOf({ now, target, uri }: Visit, { agent, userAgent, assurance }: Identity): Facts {
  return { agent, userAgent, assurance, target, uri, now }
}
