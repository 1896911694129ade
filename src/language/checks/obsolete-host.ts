/** `Host` named a site's main address to Yandex, which reads it no more. */
import { nameSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const obsoleteHost: Check = (context, report) => {
  const [first] = linesWith(context, 'host')
  if (first !== undefined) report(nameSpan(first.tree, first.line), 'obsolete-host', [])
}
