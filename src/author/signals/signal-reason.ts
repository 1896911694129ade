/**
 * Adds to a permission's reason which preferences of file or page still say no to the use
 * (D-signals).
 */
import type { Decision } from '../../decide/decision.ts'
import type { Usage } from '../../words/usages.ts'
import type { PagePreferences, PageUse } from './statements.ts'

/** ACAP names neither training nor answers. */
const USES: Partial<Record<Usage, readonly PageUse[]>> = {
  index: ['search'],
  preserve: ['copy'],
  'present-snippet': ['extract'],
  other: ['train', 'answer'],
}

export function withSignals(decision: Decision, preferences: () => PagePreferences): Decision {
  const uses = decision.outcome === 'permitted' ? USES[decision.usage] : undefined
  if (uses === undefined) return decision
  const said = preferences()
  const strictest = uses.flatMap((use) => (said[use].says === 'no' ? said[use].by.slice(0, 1) : []))
  // Records that this question leaves out (`dialect`, `purposes`) say nothing to it.
  const refusal = strictest.find(({ vocabulary }) => vocabulary !== 'acap')
  if (refusal === undefined) return decision
  const place = refusal.line === undefined ? '' : `, line ${refusal.line} of robots.txt,`
  return { ...decision, reason: `${decision.reason}, but \`${refusal.text}\`${place} says no` }
}
