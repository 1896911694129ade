/**
 * Prepares a decision for the log line and the refusal. A crawler meets the same rule again and
 * again, so the texts of each agent's last refusal and last permission are cached.
 */
import type { Ruling } from '../../decide/ruling.ts'
import type { Verdict } from '../../decide/verdict.ts'
import type { LogLine } from '../../words/log-line.ts'
import type { Refusal } from '../platform.ts'
import type { Identity, Visit } from '../request/read-request.ts'
import { type CachedTexts, type RefusalFacts, refusalOf } from './refusal.ts'

/** Whether a crawler may have a page now, with the texts for it. */
export interface PageDecision extends RefusalFacts {
  readonly texts: CachedTexts
}

const NONE: readonly string[] = []
/** Longer hosts are not cached, because clients choose their Host header. */
const LONGEST_HOME = 256

/** Prepares the decision on a request. `reason` replaces the ruling's own if it is not null. */
export function pageDecision(
  visit: Visit,
  identity: Identity,
  ruling: Ruling,
  reason: string | null = null,
  isOverRate = false,
): PageDecision {
  const { verdict, facts } = ruling
  const { site, mode, home, target } = visit
  const { agent, assurance, unlisted, fault } = identity
  // The route of the deciding spelling (P6).
  const isOther = facts.target !== target || facts.joined !== undefined
  const route = isOther ? site.engine.routes.find(facts.target, facts.joined) : visit.route
  const references =
    verdict.outcome === 'prohibited' && mode === 'enforce' ? site.engine.licencesFor(ruling) : NONE
  const { basis, rules, embedded } = verdict
  const parts = [
    basis,
    reason,
    fault,
    assurance,
    unlisted,
    route,
    mode,
    home,
    ...rules,
    '',
    ...embedded,
    '',
    ...references,
  ]
  const cache = site.lastTexts[verdict.outcome === 'permitted' ? 'permitted' : 'refused']
  let texts = cache.get(agent)
  if (texts === undefined || !isSame(texts.parts, parts)) {
    texts = { parts, rule: loggedRule(ruling), refusals: [] }
    if (isRepeatable(verdict) && home.length <= LONGEST_HOME) cache.set(agent, texts)
  }
  visit.notes.decision = { ruling, rule: texts.rule }
  return { ruling, reason, route, home, references, fault, isOverRate, texts }
}

/** The refusal as text or JSON, as the Accept header prefers. */
export function refusalFor(decision: PageDecision, accept: string | null): Refusal {
  const { refusals } = decision.texts
  const json = prefersJson(accept)
  refusals[Number(json)] ??= refusalOf(decision, json)
  return refusals[Number(json)]!
}

/**
 * Whether the texts depend on neither the time nor the page. Those of a field with qualifiers may.
 */
function isRepeatable({ outcome, embedded }: Verdict): boolean {
  return outcome !== 'deferred' && embedded.every(({ qualifiers }) => qualifiers.length === 0)
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The first deciding field. A route's field is in site.toml. */
function loggedRule({ fields }: Ruling): LogLine['rule'] {
  const [field] = fields
  if (field === undefined) return null
  const { text, source, line = null, servedLine = null } = field
  return { text, file: source === 'route' ? 'site.toml' : source, line, servedLine }
}

const JSON_TYPES = /^(?:application\/(?:problem\+json|json|\*))$/
const TEXT_TYPES = /^text\/(?:plain|html|\*)$/

/** Whether an Accept header prefers a JSON type to text (RFC 9110 12.5.1). */
function prefersJson(accept: string | null): boolean {
  if (accept === null || !accept.includes('application/')) return false
  let json = 0
  let text = 0
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
    const quality = Number(
      /^q=(\S+)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1] ?? 1,
    )
    if (JSON_TYPES.test(range)) json = Math.max(json, quality)
    if (TEXT_TYPES.test(range)) text = Math.max(text, quality)
  }
  return json > 0 && json >= text
}
