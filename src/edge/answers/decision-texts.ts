/**
 * A judgement → its texts: the beginning of the log line and the refusal, except for what differs with every request. A
 * crawler runs into the same rule again and again, so the texts of each agent's last refusal and last permission are cached.
 */
import type { Agent } from '../../engine/agents.ts'
import type { Facts } from '../../engine/facts.ts'
import type { Ruling } from '../../engine/ruling.ts'
import type { RouteConfig } from '../../vocabulary/site-config.ts'
import type { Identity } from '../identity/identify.ts'
import { logPrefix } from '../log.ts'
import type { Visit } from '../request/read-request.ts'
import { type Refusal, refusalOf } from './refuse.ts'

/** What texts say of a visit. No more of it is held: texts are cached, and a visit holds its request. */
type VisitFacts = Pick<Visit, 'site' | 'mode' | 'route' | 'home' | 'target'>

/** The texts of one judgement, written when they are first read. */
export class DecisionTexts {
  readonly #ruling: Ruling
  /** A reason that the ruling does not know; null where the ruling's own holds. */
  readonly #reason: string | null
  readonly #visit: VisitFacts
  readonly #identity: Identity
  #logPrefix: string | null = null
  readonly #refusals: (Refusal | undefined)[] = []

  constructor(ruling: Ruling, reason: string | null, visit: Visit, identity: Identity) {
    this.#ruling = ruling
    this.#reason = reason
    const { site, mode, route, home, target } = visit
    this.#visit = { site, mode, route, home, target }
    this.#identity = identity
  }

  /** The beginning of the log line. */
  get logPrefix(): string {
    this.#logPrefix ??= logPrefix(this.#ruling, this.#visit, this.#identity)
    return this.#logPrefix
  }

  /** The refusal, as text or as problem+json. */
  refusal(json: boolean): Refusal {
    this.#refusals[Number(json)] ??= this.#refusal(json)
    return this.#refusals[Number(json)]!
  }

  #refusal(json: boolean): Refusal {
    const ruling = this.#ruling
    const { site, home } = this.#visit
    const route = routeOf(ruling, this.#visit)
    const reason = this.#reason ?? ruling.reason
    const references = site.engine.licencesFor(ruling.facts)
    const { fault } = this.#identity
    return refusalOf({ decision: ruling, reason, config: site.config, route, home, references, fault }, json)
  }

  /** Whether another judgement of the same agent, with the same outcome, has the same texts. */
  areFor({ verdict }: Ruling, reason: string | null, visit: Visit, { fault, assurance }: Identity): boolean {
    const own = this.#ruling.verdict
    const { route, home, mode } = this.#visit
    return (
      verdict.rules[0] === own.rules[0] &&
      verdict.basis === own.basis &&
      reason === this.#reason &&
      fault === this.#identity.fault &&
      assurance === this.#identity.assurance &&
      route === visit.route &&
      mode === visit.mode &&
      home === visit.home
    )
  }
}

/** The route of the spelling that decided (P6). */
function routeOf({ facts }: Ruling, { site, route, target }: VisitFacts): RouteConfig | null {
  return isOther(facts, target) ? site.engine.routes.find(facts.target, facts.joined) : route
}

/** Whether another spelling than the target as received decided, or the fields of shorter ones with it (P6). */
function isOther(facts: Facts, target: string): boolean {
  return facts.target !== target || facts.joined !== undefined
}

/** Cached texts hold the URL and the User-Agent header that they were written for, whose lengths the crawler chooses. */
const MAX_LENGTH = 1024

/** The texts of each agent's last refusal and of its last permission: as many as the engine caches agents. */
export class DecisionTextCache {
  readonly #refused = new WeakMap<Agent, DecisionTexts>()
  readonly #permitted = new WeakMap<Agent, DecisionTexts>()

  /** The texts of a judgement; cached ones where they say the same. */
  textsFor(ruling: Ruling, reason: string | null, visit: Visit, identity: Identity): DecisionTexts {
    if (!isRepeatable(ruling, visit)) return new DecisionTexts(ruling, reason, visit, identity)
    const cache = ruling.outcome === 'permitted' ? this.#permitted : this.#refused
    const last = cache.get(identity.agent)
    if (last?.areFor(ruling, reason, visit, identity)) return last
    const texts = new DecisionTexts(ruling, reason, visit, identity)
    if (visit.url.length + visit.userAgent.length <= MAX_LENGTH) cache.set(identity.agent, texts)
    return texts
  }
}

/**
 * Whether the texts say nothing of the page: at most one rule decided, for the target as received, no field of the page's
 * own or its route's, and no licence depends on the page, which refusals alone name. A crawl's rules have no qualifiers, whose
 * days or places would tell pages apart.
 */
function isRepeatable({ verdict, facts }: Ruling, { site, target }: Visit): boolean {
  const { outcome, rules, embedded } = verdict
  if (outcome === 'deferred' || facts.meta !== undefined || isOther(facts, target)) return false
  return rules.length < 2 && embedded.length === 0 && (outcome === 'permitted' || !site.engine.namesLicences)
}
