/** A relative URI in Sitemap or License: crawlers ignore it. */
import { eachLine } from './context.ts'

export const relativeUri = eachLine(['uri'], 'relative-uri', ({ line, value }) =>
  /^https?:\/\/[^/\s]+[^\s]*$/i.test(value) ? null : [line.field!.name, value],
)
