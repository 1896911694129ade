/** Writes the reason of a ruling: who, what, why and where, in one sentence. */

import { waitText } from '../base/calendar.ts'
import { foldCase } from '../words/path-form.ts'
import type { Qualifier } from '../words/restriction.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { CRAWL_PHRASE } from '../words/usages.ts'
import type { DecidingField, Decision, EngineFacts } from './decision.ts'
import { hasExpired, isElsewhere } from './question.ts'
import { servedPath } from './served-lines.ts'
import type { Verdict } from './verdict.ts'

/** The parts of a Ruling that the reason needs. */
interface Reasoned
  extends Pick<Decision, 'outcome' | 'basis' | 'crawler' | 'retryAfter' | 'fields'> {
  readonly facts: EngineFacts
  readonly verdict: Verdict
  readonly qualifiers: readonly Qualifier[]
  readonly site: { readonly config: SiteConfig }
}

/**
 * Who, what, why and where, in one sentence. `fields`: the deciding fields as the reader can find
 * them. `wording` phrases what is done with an object.
 */
export function reasonOf(
  ruling: Reasoned,
  fields: readonly DecidingField[] = ruling.fields,
  wording = (object: string) => CRAWL_PHRASE.replace('…', object),
): string {
  const { outcome, retryAfter, facts, crawler } = ruling
  const who = crawler.name === null ? 'This crawler' : nameAsSent(crawler.name, facts.userAgent)
  const where = describePlace(fields, ruling.site.config)
  if (outcome === 'deferred')
    return `${who} may come back ${waitText(facts.now, retryAfter!)}${where}`
  const object = isCopy(ruling) ? 'this copy' : 'this page'
  return `${who} may ${outcome === 'permitted' ? '' : 'not '}${wording(object)}${groundOf(ruling)}${where}`
}

/** A lower-case name in the letter case of the header. */
export function nameAsSent(name: string, userAgent: string): string {
  const at = foldCase(userAgent).indexOf(name)
  return at < 0 ? name : userAgent.slice(at, at + name.length)
}

/** Whether a permission prohibits because the page is not at its location (E3). */
function isCopy({ outcome, basis, qualifiers, facts }: Reasoned): boolean {
  if (outcome !== 'prohibited' || basis === 'fallback' || hasExpired(qualifiers, facts.now))
    return false
  return isElsewhere(qualifiers, facts.uri)
}

/** The reason for a prohibition that no field decided. */
const UNPROVEN =
  ': its name failed its check, and the site refuses such crawlers (`failed = "refuse"`)'

/** What the deciding field does not show by itself. */
function groundOf(ruling: Reasoned): string {
  const { outcome, basis, qualifiers, facts, verdict } = ruling
  // Conventional records permit and prohibit one case each without a rule (C1, X1).
  const isRuleless =
    basis === 'conventional' && verdict.rules.length + verdict.embedded.length === 0
  if (outcome === 'permitted') {
    if (basis === 'unspecified') return ': no rule prohibits it'
    return isRuleless ? ': robots.txt itself is always permitted' : ''
  }
  if (basis === 'unspecified') return UNPROVEN
  if (basis === 'fallback') return ': a field that cannot be interpreted in full prohibits it'
  if (basis === 'take-down') return ': its publisher has withdrawn it'
  if (isCopy(ruling)) return ': it is not where its publisher says it belongs'
  if (hasExpired(qualifiers, facts.now)) return ': the last day of its permission is over'
  return isRuleless ? ': no Allow rule of its group (Robot-version 2) matches' : ''
}

function describePlace([first, ...others]: readonly DecidingField[], config: SiteConfig): string {
  if (first === undefined) return ''
  const { line, servedLine, source } = first
  const file = servedLine === undefined ? source : servedPath(first, config)
  const place =
    (servedLine ?? line) === undefined ? ` (${source})` : `, line ${servedLine ?? line} of ${file}`
  return `: \`${first.text}\`${place}${others.length > 0 ? ` and ${others.length} more` : ''}`
}
