/**
 * Decision → one sentence that a person can act on.
 */
import type { Basis } from '../vocabulary/decision-words.ts'
import type { DecidingField, Decision } from './decision.ts'
import { servedPath } from './served-lines.ts'

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

/** Says who, what, why and where. */
export function reasonOf(decision: Omit<Decision, 'reason'>): string {
  const who = decision.crawler.name ?? 'this crawler'
  const where = placeOf(decision.fields)
  switch (decision.outcome) {
    case 'prohibited':
      if (decision.basis === 'embedded' && decision.fields.some(isLocation)) {
        return `${who} may not ${decision.usage} this copy: it is not where its publisher says it belongs${where}`
      }
      return `${who} may not ${decision.usage} this resource: ${GROUNDS[decision.basis]} prohibits it${where}`
    case 'deferred':
      return `${who} may come back in ${decision.retryAfter} s: ${GROUNDS.deferred} apply${where}`
    case 'permitted':
      if (decision.basis === 'unspecified') return `${who} may ${decision.usage} this resource: nothing prohibits it`
      return `${who} may ${decision.usage} this resource: ${GROUNDS[decision.basis]} permits it${where}`
  }
}

/** E3: a permission that prohibits can only be one whose location is not met, or whose date is over. */
function isLocation({ text }: DecidingField): boolean {
  return text.startsWith('allow-') && text.includes(' location=')
}

function placeOf(fields: readonly DecidingField[]): string {
  const [first] = fields
  if (first === undefined) return ''
  const line = first.servedLine ?? first.line
  const place = line === undefined ? ` (${first.source})` : `, line ${line} of ${servedPath(first)}`
  return `: \`${first.text}\`${place}${fields.length > 1 ? ` and ${fields.length - 1} more` : ''}`
}
