/**
 * A visit of a crawler → the decision on its crawl: for every spelling of the path that an origin might take for it (P6),
 * and with what the page itself says (E4).
 */
import { decideCrawl } from '../enforce/decide-crawl.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { Identity } from './identity/identify.ts'
import type { Visit } from './request/read-request.ts'

/** Decides whether the crawler may fetch the page; `meta` are the fields that the origin's page carries. */
export function decideVisit(visit: Visit, identity: Identity, meta?: readonly EmbeddedField[]): Ruling {
  const facts = factsOf(visit, identity)
  const { site, home, spellings } = visit
  return decideCrawl(site.engine, meta === undefined ? facts : { ...facts, meta }, home, spellings)
}

/** T1: whether this crawler is to get the page whole, no matter what copy it has. */
export function asksForRecrawl(visit: Visit, identity: Identity): boolean {
  return visit.site.engine.asksForRecrawl(factsOf(visit, identity))
}

function factsOf({ now, target, url }: Visit, { agent, userAgent, assurance }: Identity): Facts {
  return { agent, userAgent, assurance, target, uri: url, now }
}
