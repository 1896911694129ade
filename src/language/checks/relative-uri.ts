/** A relative URI in Sitemap or License: crawlers ignore it. */
import { type Check, linesWith } from './context.ts'

export const relativeUri: Check = (context, report) => {
  for (const { line, value, at } of linesWith(context, 'uri')) {
    if (/^https?:\/\/[^/\s]+[^\s]*$/i.test(value)) continue
    report(at, 'relative-uri', [line.field!.name, value])
  }
}
