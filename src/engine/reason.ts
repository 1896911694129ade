/**
 * Ruling → one sentence that a person can act on.
 */
import { waitText } from '../grammar/calendar.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import { USAGE_PHRASES } from '../vocabulary/usages.ts'
import type { DecidingField, Decision } from './decision.ts'
import type { Facts } from './facts.ts'
import { hasExpired, isElsewhere } from './question.ts'
import { servedPath } from './served-lines.ts'
import type { Verdict } from './verdict.ts'

/** A decision, with what it was made of. */
interface MadeDecision
  extends Pick<Decision, 'usage' | 'outcome' | 'basis' | 'crawler' | 'retryAfter' | 'fields' | 'restrictions'> {
  readonly facts: Facts
  readonly verdict: Verdict
  /** The qualifiers of the first of `fields`. */
  readonly qualifiers: readonly Qualifier[]
}

/** A phrase about an object, and perhaps on which terms. */
type Wording = (phrase: string, object: string, restrictions: Decision['restrictions']) => string

/**
 * Says who, what, why and where; `fields` are those that decided, as the reader can find them. Refusals have no terms, so the
 * edge needs no words for them: who has some gives a wording.
 */
export function reasonOf(
  ruling: MadeDecision,
  fields: readonly DecidingField[] = ruling.fields,
  wording: Wording = (phrase, object) => phrase.replace('…', object),
): string {
  const { usage, outcome, retryAfter, restrictions, facts } = ruling
  const who = ruling.crawler.name === null ? 'This crawler' : nameAsSent(ruling.crawler.name, facts.userAgent)
  const where = describePlace(fields)
  if (outcome === 'deferred') return `${who} may come back ${waitText(facts.now, retryAfter!)}${where}`
  const object = isCopy(ruling) ? 'this copy' : 'this page'
  const words = wording(USAGE_PHRASES[usage], object, restrictions)
  return `${who} may ${outcome === 'permitted' ? '' : 'not '}${words}${groundOf(ruling)}${where}`
}

/** A name in lower case with the letters of the header that it is in. */
export function nameAsSent(name: string, userAgent: string): string {
  const at = foldCase(userAgent).indexOf(name)
  return at < 0 ? name : userAgent.slice(at, at + name.length)
}

/** Whether a permission prohibits because the page is not at its location (E3). */
function isCopy({ outcome, basis, qualifiers, facts }: MadeDecision): boolean {
  if (outcome !== 'prohibited' || basis === 'fallback' || hasExpired(qualifiers, facts.now)) return false
  return isElsewhere(qualifiers, facts.uri)
}

/** What the field that decided does not show by itself. */
function groundOf(ruling: MadeDecision): string {
  const { outcome, basis, qualifiers, facts } = ruling
  if (outcome === 'permitted') {
    if (basis === 'unspecified') return ': nothing prohibits it'
    // C1: of what conventional records permit, this alone has no rule.
    return isRuleless(ruling) ? ': robots.txt itself is always permitted' : ''
  }
  if (basis === 'fallback') return ': a field that cannot be interpreted in full prohibits it'
  if (basis === 'take-down') return ': its publisher has withdrawn it'
  if (isCopy(ruling)) return ': it is not where its publisher says it belongs'
  if (hasExpired(qualifiers, facts.now)) return ': the last day of its permission is over'
  // X1: of what conventional records prohibit, this alone has no rule.
  return isRuleless(ruling) ? ': no Allow rule of its group (Robot-version 2) matches' : ''
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
