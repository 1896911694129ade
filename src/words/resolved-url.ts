/**
 * Resolves the URL of a request, as other parsers between here and the page will do, and cuts it
 * into parts. All code uses this file, and it uses the platform's parser: two parsers would differ
 * some day.
 */

/**
 * An origin that a URL parser leaves unchanged: a lower-case name whose last label is not a number,
 * or IPv4, and no default port. For other origins the parser is called.
 */
const PLAIN_HOME =
  /^(?:http:\/\/(?![^/]*:80\/)|https:\/\/(?![^/]*:443\/))(?:(?:[a-z\d_-]+\.)*[a-z_][a-z\d_-]*|(?:(?:1\d|[1-9])?\d\.){3}(?:1\d|[1-9])?\d)(?::(?:[1-5]\d{4}|[1-9]\d{0,3}))?\//

/** What a URL parser changes after the origin: dot segments, backslashes, tabs. */
const UNRESOLVED = /\/\.|%2[eE]|[\\\t\n\r]/

/** The resolved URL; the text itself if nothing changes, or if it is not a URL. */
export function resolvedUrl(url: string): string {
  return isPlain(url) || !URL.canParse(url) ? url : new URL(url).href
}

const AUTHORITY = /^https?:\/\/([^/?#\\]+)/
/** User information, and characters that a parser silently drops from a host. */
const NO_HOST = /[@\0-\x20]/

/** The resolved URL of a request; null if it has no plain host and port. */
export function requestUrl(url: string): string | null {
  if (isPlain(url)) return url
  const authority = AUTHORITY.exec(url)?.[1]
  return authority === undefined || NO_HOST.test(authority) || !URL.canParse(url)
    ? null
    : new URL(url).href
}

function isPlain(url: string): boolean {
  return PLAIN_HOME.test(url) && !UNRESOLVED.test(url)
}

/** Splits a resolved http or https URL, without parsing it again. */
export function cutUrl(url: string) {
  const authority = url.indexOf('//') + 2
  const slash = url.indexOf('/', authority)
  const fragment = url.indexOf('#', slash)
  return {
    home: url.slice(0, slash),
    host: url.slice(authority, slash),
    target: fragment < 0 ? url.slice(slash) : url.slice(slash, fragment),
  }
}
