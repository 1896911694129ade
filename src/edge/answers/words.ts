/**
 * A judgement → its words: the line for the log and the refusal, but for what differs with every request. A crawler runs
 * into the same rule again and again, so the words of an agent's last refusal are kept.
 */
import type { Agent } from '../../engine/agents.ts'
import { engineOf } from '../../engine/decide.ts'
import type { Ruling } from '../../engine/ruling.ts'
import type { Identity } from '../identity/identify.ts'
import { lineOf } from '../log.ts'
import type { Visit } from '../request/read-request.ts'
import { type Refusal, refusalOf } from './refuse.ts'

/** What is said of a judgement. */
export class Words {
  readonly #ruling: Ruling
  /** What the ruling does not know; null where its own reason is the reason. */
  readonly #reason: string | null
  readonly #visit: Visit
  readonly #identity: Identity
  #line: string | null = null
  readonly #refusals: (Refusal | undefined)[] = []

  constructor(ruling: Ruling, reason: string | null, visit: Visit, identity: Identity) {
    this.#ruling = ruling
    this.#reason = reason
    this.#visit = visit
    this.#identity = identity
  }

  /** The beginning of the log's line. */
  get line(): string {
    this.#line ??= lineOf(this.#ruling, this.#visit, this.#identity)
    return this.#line
  }

  /** The refusal, as text or as problem+json. */
  refusal(json: boolean): Refusal {
    this.#refusals[Number(json)] ??= this.#refusal(json)
    return this.#refusals[Number(json)]!
  }

  #refusal(json: boolean): Refusal {
    const ruling = this.#ruling
    const { site, route, home } = this.#visit
    const reason = this.#reason ?? ruling.reason
    const references = engineOf(site).licencesFor(ruling.facts)
    const { fault } = this.#identity
    return refusalOf({ decision: ruling, reason, config: site.config, route, home, references, fault }, json)
  }

  /** Whether they say the same of another judgement of the same agent. */
  areFor({ verdict }: Ruling, reason: string | null, visit: Visit, { fault, assurance }: Identity): boolean {
    const own = this.#ruling.verdict
    const { route, home, userAgent } = this.#visit
    return (
      verdict.rules[0] === own.rules[0] &&
      verdict.basis === own.basis &&
      reason === this.#reason &&
      fault === this.#identity.fault &&
      assurance === this.#identity.assurance &&
      route === visit.route &&
      home === visit.home &&
      userAgent === visit.userAgent
    )
  }
}

const LAST = new WeakMap<Agent, Words>()

/** Words that are kept keep the URL they were found for; a crawler may ask for one as long as it likes. */
const MAX_KEPT_LENGTH = 512

/** The words for a judgement; those of the agent's last refusal where they say the same. */
export function wordsFor(ruling: Ruling, reason: string | null, visit: Visit, identity: Identity): Words {
  if (!isRepeatable(ruling)) return new Words(ruling, reason, visit, identity)
  const last = LAST.get(identity.agent)
  if (last?.areFor(ruling, reason, visit, identity)) return last
  const words = new Words(ruling, reason, visit, identity)
  if (visit.uri.length <= MAX_KEPT_LENGTH) LAST.set(identity.agent, words)
  return words
}

/**
 * Whether a refusal says nothing of the page: at most one rule decided, no field of the page's own or its route's, and
 * no licence depends on the page. A crawl's rules have no qualifiers, whose days or places would tell pages apart.
 */
function isRepeatable({ verdict, facts, site }: Ruling): boolean {
  const { outcome, rules, embedded } = verdict
  if (outcome !== 'prohibited' || facts.meta !== undefined) return false
  return rules.length < 2 && embedded.length === 0 && !engineOf(site).namesLicences
}
