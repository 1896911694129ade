/**
 * A robots.txt and one question → yes or no: the shortest way into the library. Anyone who asks often compiles once and
 * asks `decide`, which also says why.
 */
import { compile } from './compile/compile.ts'
import { withPath } from './engine/check-facts.ts'
import { decide } from './engine/decide.ts'
import { readText } from './language/site/read-site.ts'

/** Who wants to fetch what. */
export interface FetchQuestion {
  /** A crawler's User-Agent header, or its product token. */
  readonly userAgent: string
  /** The page: a URL, or a path with its query that begins with `/`. */
  readonly url: string | URL
  /** Milliseconds since 1970, for times of visit; default now. */
  readonly now?: number
}

/** No crawler is kept from it (RFC 9309, 2.2.2). */
const ROBOTS_PATH = '/robots.txt'

/**
 * Whether a crawler may fetch a page now, by a robots.txt with or without ACAP records. `text` is the file, as text or as
 * its octets; reading it never fails. A page that may be fetched only at another time may not be fetched now.
 * @throws TypeError for a `url` that is neither a URL of http or https nor a path.
 */
export function mayFetch(text: string | Uint8Array, { userAgent, url, now = Date.now() }: FetchQuestion): boolean {
  if (typeof text !== 'string' && !(text instanceof Uint8Array))
    throw new TypeError('mayFetch: the robots.txt must be a string or a Uint8Array')
  if (typeof userAgent !== 'string') throw new TypeError('mayFetch: `userAgent` must be a string')
  const files = [{ path: 'robots.txt', text: '' }]
  const site = compile(readText(text).policy, { served: false, files, servedLine: () => undefined })
  const facts = withPath({ userAgent, target: String(url), now })
  return facts.target.split('?', 1)[0] === ROBOTS_PATH || decide(site, facts).outcome === 'permitted'
}
