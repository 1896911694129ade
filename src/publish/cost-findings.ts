/**
 * A site's policy → an error where one decision could take too long, at the field with the greatest share.
 */
import { decisionCost, MOST_STEPS } from '../compile/decision-cost.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { Policy } from '../language/policy/policy.ts'
import { spanOf, type Tree } from '../language/text/tree.ts'

/** Empty for a policy that may be enforced. */
export function costFindings(policy: Policy, trees: ReadonlyMap<string, Tree>): readonly Finding[] {
  const { steps, most } = decisionCost(policy)
  if (steps <= MOST_STEPS) return []
  const source = most?.source ?? 'robots.txt'
  const tree = trees.get(source)
  const line = most === null ? undefined : tree?.lines[most.line - 1]
  const at =
    tree === undefined || line === undefined
      ? { source, line: most?.line ?? 1, column: 1, length: 0 }
      : spanOf(tree, line, line.nameStart, line.valueEnd)
  return [finding(at, 'slow-to-decide', [most?.text ?? '', steps, MOST_STEPS])]
}
