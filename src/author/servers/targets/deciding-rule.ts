/** Finds the rule in a list that decides a target in the form of P2. */
import { matchesPattern } from '../../../decide/globs.ts'
import type { Effect } from '../../../words/decision-words.ts'
import { foldCase } from '../../../words/path-form.ts'

export interface TargetRule {
  /** In the form of P2, without a `*` at its end. */
  readonly pattern: string
  /** The greatest decides. */
  readonly weight: number
  readonly effect: Effect
  /** Whether it matches in any letter case (P3). */
  readonly folds: boolean
}

export function decidingRule(rules: readonly TargetRule[], target: string): TargetRule | null {
  const folded = foldCase(target)
  let best: TargetRule | null = null
  for (const rule of rules) {
    if (best !== null && best.weight >= rule.weight) continue
    const isMatch = rule.folds
      ? matchesPattern(foldCase(rule.pattern), folded)
      : matchesPattern(rule.pattern, target)
    if (isMatch) best = rule
  }
  return best
}
