/**
 * A decision → its texts: the field that its log line names and the refusal, except for what differs with every request. A
 * crawler meets the same rule again and again, so the texts of each agent's last refusal and last permission are cached.
 */
import type { Agent } from '../../engine/agents.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Ruling } from '../../engine/ruling.ts'
import type { Verdict } from '../../engine/verdict.ts'
import type { Assurance } from '../../vocabulary/decision-words.ts'
import type { LogLine } from '../../vocabulary/log-line.ts'
import type { Mode, RouteConfig } from '../../vocabulary/site-config.ts'
import type { Refusal } from '../platform.ts'
import { refusalOf } from './refuse.ts'

/** The visit that a decision is about, as far as texts depend on it. */
interface DecidedVisit {
  readonly site: { readonly name: string; readonly hash: string; readonly engine: Engine }
  readonly mode: Mode
  /** The route of the target as received. */
  readonly route: RouteConfig | null
  readonly target: string
  readonly home: string
}

/** Who asked. */
interface DecidedName {
  readonly agent: Agent
  readonly assurance: Assurance
  readonly fault: string | null
}

/** The texts of one decision; a refusal is written when it is first sent. */
export class DecisionTexts {
  readonly rule: LogLine['rule']
  readonly #about: TextFacts
  readonly #refusals: (Refusal | undefined)[] = []

  constructor(ruling: Ruling, about: TextFacts) {
    this.rule = loggedRule(ruling)
    this.#about = about
  }

  /** The refusal, as text or as problem+json; `ruling` is the decision, or another one with the same texts. */
  refusal(ruling: Ruling, until: 'hours' | 'rate', json: boolean): Refusal {
    const { reason, route, home, references, fault } = this.#about
    const { config } = ruling.site
    this.#refusals[Number(json)] ??= refusalOf(
      { decision: ruling, reason: reason ?? ruling.reason, config, route, home, references, fault, until },
      json,
    )
    return this.#refusals[Number(json)]!
  }

  /** Whether another decision on the same agent, with the same outcome, has the same texts. */
  areFor(other: TextFacts): boolean {
    const own = this.#about
    return (
      own.verdict.basis === other.verdict.basis &&
      own.reason === other.reason &&
      own.fault === other.fault &&
      own.assurance === other.assurance &&
      own.route === other.route &&
      own.mode === other.mode &&
      own.home === other.home &&
      isSame(own.verdict.rules, other.verdict.rules) &&
      isSame(own.verdict.embedded, other.verdict.embedded) &&
      isSame(own.references, other.references)
    )
  }
}

/** What texts depend on, beside the site and the agent. It holds nothing of the request but its home. */
interface TextFacts {
  readonly verdict: Verdict
  /** A reason that the ruling does not know; null where the ruling's own holds. */
  readonly reason: string | null
  readonly fault: string | null
  readonly assurance: Assurance
  /** The route of the spelling that decided (P6). */
  readonly route: RouteConfig | null
  readonly mode: Mode
  readonly home: string
  /** Resources that a refusal refers to. */
  readonly references: readonly string[]
}

const NONE: readonly string[] = []
/** A client chooses its Host header. */
const LONGEST_HOME = 256

/** The texts of each agent's last refusal and of its last permission: as many as the engine caches agents. */
export class DecisionTextCache {
  readonly #refused = new WeakMap<Agent, DecisionTexts>()
  readonly #permitted = new WeakMap<Agent, DecisionTexts>()

  /** The texts of a decision; cached ones where they are the same. */
  textsFor(ruling: Ruling, reason: string | null, visit: DecidedVisit, identity: DecidedName): DecisionTexts {
    const { verdict, facts } = ruling
    const { site, mode, home, target } = visit
    const isOther = facts.target !== target || facts.joined !== undefined
    const about: TextFacts = {
      verdict,
      reason,
      fault: identity.fault,
      assurance: identity.assurance,
      route: isOther ? site.engine.routes.find(facts.target, facts.joined) : visit.route,
      mode,
      home,
      references: verdict.outcome === 'prohibited' && mode === 'enforce' ? site.engine.licencesFor(ruling) : NONE,
    }
    const cache = verdict.outcome === 'permitted' ? this.#permitted : this.#refused
    const last = cache.get(identity.agent)
    if (last?.areFor(about)) return last
    const texts = new DecisionTexts(ruling, about)
    if (isRepeatable(verdict) && home.length <= LONGEST_HOME) cache.set(identity.agent, texts)
    return texts
  }
}

/** Whether the texts say nothing of the time or the page: what a field with qualifiers says depends on both. */
function isRepeatable({ outcome, embedded }: Verdict): boolean {
  return outcome !== 'deferred' && embedded.every(({ qualifiers }) => qualifiers.length === 0)
}

function isSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The first field that decided. What a route says is written in site.toml. */
function loggedRule({ fields }: Ruling): LogLine['rule'] {
  const [field] = fields
  if (field === undefined) return null
  const { text, source, line = null, servedLine = null } = field
  return { text, file: source === 'route' ? 'site.toml' : source, line, servedLine }
}
