/**
 * A judgement → its words: the line for the log and the refusal, but for what differs with every request. A crawler's
 * next request is mostly decided by the same rule, so the last words about an agent are kept.
 */
import type { Agent } from '../engine/agents.ts'
import { engineOf } from '../engine/decide.ts'
import type { Ruling } from '../engine/ruling.ts'
import { type Refusal, type Refused, refusalOf } from './effects/refuse.ts'
import type { Identity } from './identity/identify.ts'
import { lineOf } from './log.ts'
import type { Visit } from './read-request.ts'

/** What words are found for. */
export interface Judged {
  readonly ruling: Ruling
  /** What the ruling does not know; null where its own reason is the reason. */
  readonly reason: string | null
}

/** What is said of a judgement. */
export class Words {
  readonly #judged: Judged
  readonly #visit: Visit
  readonly #identity: Identity
  #line: string | null = null
  readonly #refusals: (Refusal | undefined)[] = []

  constructor(judged: Judged, visit: Visit, identity: Identity) {
    this.#judged = judged
    this.#visit = visit
    this.#identity = identity
  }

  /** The beginning of the log's line. */
  get line(): string {
    this.#line ??= lineOf(this.#judged.ruling, this.#visit, this.#identity)
    return this.#line
  }

  /** The refusal, as text or as problem+json. */
  refusal(json: boolean): Refusal {
    this.#refusals[Number(json)] ??= refusalOf(this.#refused, json)
    return this.#refusals[Number(json)]!
  }

  get #refused(): Refused {
    const { ruling, reason } = this.#judged
    const { site, route, home } = this.#visit
    const references = engineOf(site).licencesFor(ruling.facts)
    const { fault } = this.#identity
    return { decision: ruling, reason: reason ?? ruling.reason, config: site.config, route, home, references, fault }
  }

  /** Whether they say the same of another judgement of the same agent. */
  areFor({ ruling }: Judged, { route, home }: Visit, { fault, assurance }: Identity): boolean {
    return (
      isRepeated(ruling) &&
      ruling.verdict.rules[0] === this.#judged.ruling.verdict.rules[0] &&
      home === this.#visit.home &&
      route === this.#visit.route &&
      assurance === this.#identity.assurance &&
      fault === this.#identity.fault
    )
  }
}

const LAST = new WeakMap<Agent, Words>()

/** The words for a judgement; those for the agent's last one where they say the same. */
export function wordsFor(judged: Judged, visit: Visit, identity: Identity): Words {
  const last = LAST.get(identity.agent)
  if (last?.areFor(judged, visit, identity)) return last
  const words = new Words(judged, visit, identity)
  if (isRepeated(judged.ruling)) LAST.set(identity.agent, words)
  return words
}

/**
 * Whether the words are those of every page that the same decides: one rule, or nothing at all. A crawl's rules have no
 * qualifiers whose terms or days would tell pages apart; only a page's own fields and its route's do (E3).
 */
function isRepeated({ verdict: { rules, embedded, basis }, site }: Ruling): boolean {
  if (engineOf(site).namesLicences) return false
  return rules.length === 0 ? basis === 'unspecified' : rules.length + embedded.length === 1
}
