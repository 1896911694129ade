/**
 * A site's policy → errors where one decision could take too long or the program would hold too many rules, each at the
 * field with the greatest share.
 */
import { decisionCost, MOST_RULES, MOST_STEPS, ruleCount } from '../compile/policy-limits.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { Origin, Policy } from '../language/policy/policy.ts'
import type { Span } from '../language/text/source.ts'
import { fieldSpanAt, type Tree } from '../language/text/tree.ts'

/** Empty for a policy that may be enforced. */
export function costFindings(policy: Policy, trees: ReadonlyMap<string, Tree>): readonly Finding[] {
  const found: Finding[] = []
  const { rules, most: largest } = ruleCount(policy)
  if (rules > MOST_RULES) {
    found.push(
      finding(spanOfField(largest, trees), 'too-many-rules', [largest?.text ?? '', ...counted(rules, MOST_RULES)]),
    )
  }
  const { steps, most } = decisionCost(policy)
  if (steps > MOST_STEPS) {
    found.push(finding(spanOfField(most, trees), 'slow-to-decide', [most?.text ?? '', ...counted(steps, MOST_STEPS)]))
  }
  return found
}

/** Numbers for people. */
function counted(...numbers: readonly number[]): readonly string[] {
  return numbers.map((each) => each.toLocaleString('en'))
}

/** Where a field stands; the beginning of its line where the line is not in a tree. */
function spanOfField(field: Origin | null, trees: ReadonlyMap<string, Tree>): Span {
  const source = field?.source ?? 'robots.txt'
  const line = field?.line ?? 1
  return fieldSpanAt(trees, source, line) ?? { source, line, column: 1, length: 0 }
}
