/**
 * Sitemap and License name documents by absolute URIs; crawlers pass over others.
 */
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const relativeUri: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'uri')) {
    const value = fieldValue(tree, line)
    if (/^https?:\/\/[^/\s]+[^\s]*$/i.test(value)) continue
    report(valueSpan(tree, line), 'relative-uri', [line.field!.name, value])
  }
}
