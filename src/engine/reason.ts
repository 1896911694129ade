/**
 * Ruling → one sentence that a person can act on.
 */
import type { Basis } from '../vocabulary/decision-words.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import type { DecidingField, Decision } from './decision.ts'
import type { Facts } from './facts.ts'
import { hasExpired, isElsewhere } from './question.ts'
import { servedPath } from './served-lines.ts'
import type { Verdict } from './verdict.ts'

/** A decision, with what it was made of. */
interface MadeDecision extends Pick<Decision, 'usage' | 'outcome' | 'basis' | 'crawler' | 'retryAfter' | 'fields'> {
  readonly facts: Facts
  readonly verdict: Verdict
  /** The qualifiers of the first of `fields`. */
  readonly qualifiers: readonly Qualifier[]
}

/** What the sentence calls the ground of a prohibition. */
const GROUNDS: Readonly<Record<Basis, string>> = {
  acap: 'an ACAP field',
  embedded: 'a field of the page or of its route',
  conventional: 'a conventional robots.txt rule',
  unspecified: 'no rule',
  deferred: 'visiting hours or a request rate',
  'take-down': 'a take-down request',
  fallback: 'a field that cannot be interpreted in full',
}

/** Says who, what, why and where; `fields` are those that decided, as the reader can find them. */
export function reasonOf(ruling: MadeDecision, fields: readonly DecidingField[] = ruling.fields): string {
  const { usage, basis } = ruling
  const who = ruling.crawler.name ?? 'this crawler'
  const where = describePlace(fields)
  switch (ruling.outcome) {
    case 'prohibited':
      return `${who} may not ${usage} ${prohibition(ruling)}${where}`
    case 'deferred':
      return `${who} may come back in ${ruling.retryAfter} s: ${GROUNDS.deferred} apply${where}`
    case 'permitted':
      if (basis === 'unspecified') return `${who} may ${usage} this resource: nothing prohibits it`
      // C1: of what conventional records permit, this alone has no rule.
      if (isRuleless(ruling)) return `${who} may ${usage} this resource: robots.txt itself is always permitted`
      return `${who} may ${usage} this resource: ${GROUNDS[basis]} permits it${where}`
  }
}

/** What prohibits. A permission that does has a day that is over (Q3), or a location that is not met (E3). */
function prohibition(ruling: MadeDecision): string {
  const { basis, qualifiers, facts } = ruling
  if (basis !== 'fallback') {
    if (hasExpired(qualifiers, facts.now)) return 'this resource: the last day of its permission is over'
    if (isElsewhere(qualifiers, facts.uri)) return 'this copy: it is not where its publisher says it belongs'
  }
  // X1: of what conventional records prohibit, this alone has no rule.
  if (isRuleless(ruling)) return 'this resource: no Allow rule of its group (Robot-version 2) matches'
  return `this resource: ${GROUNDS[basis]} prohibits it`
}

function isRuleless({ basis, verdict: { rules, embedded } }: MadeDecision): boolean {
  return basis === 'conventional' && rules.length + embedded.length === 0
}

function describePlace(fields: readonly DecidingField[]): string {
  const [first] = fields
  if (first === undefined) return ''
  const { line, servedLine, source } = first
  const file = servedLine === undefined ? source : servedPath(first)
  const place = (servedLine ?? line) === undefined ? ` (${source})` : `, line ${servedLine ?? line} of ${file}`
  return `: \`${first.text}\`${place}${fields.length > 1 ? ` and ${fields.length - 1} more` : ''}`
}
