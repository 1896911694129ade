/**
 * An Allow and a Disallow that tie: RFC 9309 2.2.2 permits, but older parsers use the first (C1).
 */
import { overlap } from '../../words/pattern-relations.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'
import { groupBy, mergedGroups } from './levels.ts'

/** Longer policies are not checked: comparing two rules takes the square of their length. */
const MOST_WORK = 32_000_000

const isAllow = ({ effect }: ConventionalRule) => effect === 'allow'

type Tie = readonly [disallow: ConventionalRule, allow: ConventionalRule]

export const tiedRules: Check = (context, report) => {
  const reported = new Set<number>()
  const budget = { left: MOST_WORK }
  for (const { rules } of mergedGroups(context.policy)) {
    // One tie between different patterns is reported for all: lists of wildcards have many that
    // never matter.
    for (const [rule, allow] of [
      ...equalTies(rules),
      ...overlappingTies(rules, budget).slice(0, 1),
    ]) {
      const { line } = rule.origin
      if (reported.has(line)) continue
      reported.add(line)
      const related = [
        { ...spanOfField(context, allow.origin), message: 'the Allow, which decides' },
      ]
      const isSame = rule.pattern === allow.pattern
      report(
        spanOfResource(context, rule.origin),
        'tied-rules',
        [rule.pattern, allow.pattern, allow.origin.line, isSame],
        related,
      )
    }
  }
}

function equalTies(rules: readonly ConventionalRule[]): Tie[] {
  const allows = new Map(rules.filter(isAllow).map((rule) => [rule.pattern, rule]))
  return rules.flatMap((rule) => {
    const allow = isAllow(rule) ? undefined : allows.get(rule.pattern)
    return allow === undefined ? [] : [[rule, allow] as const]
  })
}

/**
 * Ties between different patterns. One must have a wildcard: a path cannot begin with two texts of
 * one length.
 */
function overlappingTies(rules: readonly ConventionalRule[], budget: { left: number }): Tie[] {
  return groupBy(rules, ({ pattern }) => String(pattern.length)).flatMap((alike) => {
    const allows = alike.filter(isAllow)
    const equal = new Set(allows.map(({ pattern }) => pattern))
    return alike.flatMap((rule) => {
      if (isAllow(rule) || equal.has(rule.pattern)) return []
      budget.left -= allows.length * rule.pattern.length ** 2
      const allow =
        budget.left < 0 ? undefined : allows.find(({ pattern }) => overlap(pattern, rule.pattern))
      return allow === undefined ? [] : [[rule, allow] as const]
    })
  })
}
