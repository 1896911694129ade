/**
 * A URL as it was sent → the one that every parser on its way to the page makes of it. Text in, text out; nothing is
 * fetched. What is decided upon must be what is fetched, and what authors are shown must be what is decided upon. The
 * one place of this half that knows the platform's URL parser: another parser would differ from it some day.
 */

/** What a URL parser does not leave as it is: a host that is no lower-case name, dot segments, backslashes, tabs. */
const UNRESOLVED = /^https?:\/\/[^/]*[^/a-z\d.:[\]-]|\/\.|%2[eE]|[\\\t\n\r]/

/** The resolved URL; the text itself where there is nothing to resolve, or where it is no URL. */
export function resolvedUrl(url: string): string {
  return UNRESOLVED.test(url) && URL.canParse(url) ? new URL(url).href : url
}
