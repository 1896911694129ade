/** Content-Signal and Content-Usage in a group without a crawler. */
import { policyToken } from '../../crawlers/policy-tokens.ts'
import { tokenGroups } from '../policy/chosen-groups.ts'
import { fieldSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const unreadSignal: Check = ({ trees }, report) => {
  for (const tree of trees) {
    for (const { node, tokens } of tokenGroups(tree)) {
      const known = tokens.map(policyToken)
      if (known.some((token) => token === undefined)) continue
      const signals = node.fields.filter(
        ({ line: { field } }) => field?.value === 'signals' || field?.value === 'preferences',
      )
      for (const { line } of signals)
        report(fieldSpan(tree, line), 'unread-signal', [line.field!.name, known[0]?.token ?? null])
    }
  }
}
