/**
 * A ruling on a visit → what the edge says about it: the field that its log line names, and the refusal. A crawler
 * meets the same rule again and again, so the texts of each agent's last refusal and last permission are cached.
 */
import type { Ruling } from '../../decide/ruling.ts'
import type { Verdict } from '../../decide/verdict.ts'
import type { LogLine } from '../../words/log-line.ts'
import type { Refusal } from '../platform.ts'
import type { Identity, Visit } from '../request/read-request.ts'
import { type CachedTexts, type RefusalFacts, refusalOf } from './refusal.ts'

/** Whether a crawler may have a page now, and in which words the edge says so. */
export interface PageDecision extends RefusalFacts {
  readonly texts: CachedTexts
}

const NONE: readonly string[] = []
/** A client chooses its Host header. */
const LONGEST_HOME = 256

/** Notes the decision on a visit; `reason` is one that the ruling does not know, null where the ruling's own holds. */
export function pageDecision(
  visit: Visit,
  identity: Identity,
  ruling: Ruling,
  reason: string | null,
  until: RefusalFacts['until'],
): PageDecision {
  const { verdict, facts } = ruling
  const { site, mode, home, target } = visit
  const { agent, assurance, unlisted, fault } = identity
  // The route of the spelling that decided (P6).
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
  return { ruling, reason, route, home, references, fault, until, texts }
}

/** The refusal in the form that an Accept header asks for. */
export function refusalFor(decision: PageDecision, accept: string | null): Refusal {
  const { refusals } = decision.texts
  const json = prefersJson(accept)
  refusals[Number(json)] ??= refusalOf(decision, json)
  return refusals[Number(json)]!
}

/** Whether the texts say nothing of the time or the page: what a field with qualifiers says depends on both. */
function isRepeatable({ outcome, embedded }: Verdict): boolean {
  return outcome !== 'deferred' && embedded.every(({ qualifiers }) => qualifiers.length === 0)
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
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

const JSON_TYPES = /^(?:application\/(?:problem\+json|json|\*))$/
const TEXT_TYPES = /^text\/(?:plain|html|\*)$/

/** Whether an Accept header names some JSON type, and no text type is wished for more (RFC 9110 12.5.1). */
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
