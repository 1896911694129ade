/** Rewrites an origin's redirects to the public host, for all gateways. */

/**
 * A base for redirects that name no host: it is no real host, so such a redirect never looks like
 * one to the origin.
 */
const ELSEWHERE = '//elsewhere.invalid'

/**
 * A `Location` that names the origin, with its scheme or without, at the public host; null where it
 * names no origin and stays as it is. `origin` and `home` are scheme, host and port.
 */
export function publicLocation(
  location: string | null,
  origin: string,
  home: string,
): string | null {
  if (location === null) return null
  const base = origin.slice(0, origin.indexOf('//')) + ELSEWHERE
  if (!URL.canParse(location, base)) return null
  const to = new URL(location, base)
  return to.origin === origin ? home + to.pathname + to.search + to.hash : null
}
