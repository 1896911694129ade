/**
 * Letters outside ASCII in a pattern. They match as percent-encoded UTF-8, but not all crawlers do
 * that (P2).
 */
import { patternForm } from '../../words/path-form.ts'
import { spanOf } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

// U+FFFD stands for invalid UTF-8, which is reported once per file.
const NON_ASCII = /[^\0-\x7f\ufffd]+/g
/** From the first such letter of a pattern to the last. */
const RUN = /[^\0-\x7f\ufffd](?:[^ \t\ufffd]*[^\0-\x7f\ufffd])?/g
const RESOURCE = /^[^ \t]*/

export const nonAsciiPattern: Check = (context, report) => {
  const lines = linesWith(
    context,
    'pattern',
    'permission',
    'prohibition',
    'resource-set',
    'take-down',
    're-crawl',
  )
  for (const { tree, line, value } of lines) {
    const patterns = line.field?.value === 'permission' ? RESOURCE.exec(value)![0] : value
    for (const { 0: run, index } of patterns.matchAll(RUN)) {
      const from = line.valueStart + index
      const at = spanOf(tree, line, from, from + run.length)
      const encoded = run.replace(NON_ASCII, (letters) => patternForm(letters))
      report(at, 'non-ascii-pattern', [run, encoded])
    }
  }
}
