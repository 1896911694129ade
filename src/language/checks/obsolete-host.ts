/** `Host`, which named a site's main address to Yandex. Yandex ignores it now. */
import { nameSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const obsoleteHost: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'host'))
    report(nameSpan(tree, line), 'obsolete-host', [])
}
