/** The block that Cloudflare adds to the front of a robots.txt. */
import { commentOf } from '../text/print.ts'
import { spanOf } from '../text/tree.ts'
import type { Check } from './context.ts'

export const managedBlock: Check = ({ trees: [tree] }, report) => {
  if (tree === undefined) return
  const marked = (word: RegExp) => tree.lines.find((line) => word.test(commentOf(tree, line)))
  const begin = marked(/BEGIN Cloudflare Managed/i)
  const end = marked(/END Cloudflare Managed/i)
  if (begin !== undefined && end !== undefined && begin.number < end.number)
    report(spanOf(tree, begin, begin.start, begin.end), 'managed-block', [end.number])
}
