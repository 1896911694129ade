/**
 * A URL as it was sent → the one that every parser on its way to the page makes of it, and its parts. Nothing is fetched.
 * No other file resolves a request's URL, and this one uses the platform's parser: a second one would differ some day.
 */

/**
 * A home that a URL parser leaves as it is: a name in lower case whose last label is not a number, or an IPv4 address,
 * and a port that is not the scheme's own. Others may be left as they are, too; the parser is asked about them.
 */
const PLAIN_HOME =
  /^(?:http:\/\/(?![^/]*:80\/)|https:\/\/(?![^/]*:443\/))(?:(?:[a-z\d_-]+\.)*[a-z_][a-z\d_-]*|(?:(?:1\d|[1-9])?\d\.){3}(?:1\d|[1-9])?\d)(?::(?:[1-5]\d{4}|[1-9]\d{0,3}))?\//

/** What a URL parser does not leave as it is behind the home: dot segments, backslashes, tabs. */
const UNRESOLVED = /\/\.|%2[eE]|[\\\t\n\r]/

/** The resolved URL; the text itself where there is nothing to resolve, or where it is not a URL. */
export function resolvedUrl(url: string): string {
  return isPlain(url) || !URL.canParse(url) ? url : new URL(url).href
}

const AUTHORITY = /^https?:\/\/([^/?#\\]+)/
/** User information, and what a parser would drop from a host without a word. */
const NO_HOST = /[@\0-\x20]/

/** The resolved URL of a request; null where it names no host, or more than host and port. */
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

/** Cuts a resolved URL of http or https: nothing to parse. */
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
