/**
 * A route that permits and prohibits a usage for the same crawler and purposes: the prohibition
 * counts (E2, E4).
 */
import type { Check } from './context.ts'
import { groupBy } from './levels.ts'

export const routeContradiction: Check = ({ routes }, report) => {
  for (const { policy, at } of routes) {
    for (const same of groupBy(policy.fields, ({ name, usage, purposes }) =>
      JSON.stringify([name, usage, purposes]),
    )) {
      const permits = same.find(
        ({ effect, uninterpretable }) => effect === 'allow' && !uninterpretable,
      )
      const prohibits = same.find(({ effect }) => effect === 'disallow')
      if (permits === undefined || prohibits === undefined) continue
      report(at, 'route-contradiction', [permits.text, prohibits.text])
    }
  }
}
