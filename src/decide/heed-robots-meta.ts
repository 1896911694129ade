/**
 * Applies a page's own robots META to a Decision on the index (D): it can prohibit, never permit.
 */
import { closesIndex, isTermFor, type RobotsTerm } from '../words/robots-meta.ts'
import { USAGE_PHRASES } from '../words/usages.ts'
import type { DecidingField, Decision } from './decision.ts'
import { nameAsSent } from './reason.ts'

interface Page {
  readonly userAgent: string
  readonly now: number
  readonly robotsTerms?: readonly RobotsTerm[]
}

/**
 * The decision with the page's `noindex` applied. Unchanged if there is none, or if it prohibits
 * already.
 */
export function heedRobotsMeta(
  decision: Decision,
  { userAgent, now, robotsTerms = [] }: Page,
): Decision {
  if (decision.usage !== 'index' || decision.outcome === 'prohibited') return decision
  const deciding = robotsTerms.filter(
    (term) => closesIndex(term, now) && isTermFor(term, userAgent),
  )
  const [first] = deciding
  if (first === undefined) return decision
  const fields = deciding.map(({ place, text }): DecidingField => {
    return { source: place === 'META' ? 'meta' : place, text }
  })
  const { name } = decision.crawler
  const who = name === null ? 'This crawler' : nameAsSent(name, userAgent)
  const more = fields.length > 1 ? ` and ${fields.length - 1} more` : ''
  return {
    ...decision,
    outcome: 'prohibited',
    basis: 'robots-meta',
    restrictions: [],
    names: [...new Set(deciding.map(({ agent }) => agent))],
    fields,
    reason: `${who} may not ${USAGE_PHRASES.index.replace('…', 'this page')}: \`${first.text}\` (${fields[0]!.source})${more}`,
  }
}
