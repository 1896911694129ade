/**
 * A file above 500 KiB, which crawlers cut off (R10). The served file is checked again when it is
 * generated.
 */
import { byteLength } from '../text/source.ts'
import { spanOf } from '../text/tree.ts'
import type { Check } from './context.ts'

const LIMIT = 500 * 1024
/** A UTF-16 code unit is at most three bytes, so shorter texts need no counting. */
const MOST_BYTES_PER_UNIT = 3

export const tooLarge: Check = ({ trees }, report) => {
  for (const tree of trees) {
    if (tree.source.text.length * MOST_BYTES_PER_UNIT < LIMIT) continue
    const over = byteLength(tree.source) - LIMIT
    const last = tree.lines.at(-1)
    if (over > 0 && last !== undefined)
      report(spanOf(tree, last, last.start, last.end), 'too-large', [over])
  }
}
