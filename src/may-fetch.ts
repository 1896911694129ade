/**
 * A robots.txt and one question → yes or no: the shortest way into the library. Anyone who asks often compiles once and
 * asks `decide`, which also says why.
 */
import type { SiteProgram } from './bundle/program.ts'
import { compile } from './compile/compile.ts'
import { MOST_RULES, ruleCount } from './compile/rule-count.ts'
import { decide } from './engine/decide.ts'
import type { Facts } from './engine/facts.ts'
import { policyOf } from './language/policy/check.ts'
import { parse } from './language/text/parse.ts'
import { foreignPlace } from './language/text/source.ts'
import { DEFAULT_SITE } from './vocabulary/site-config.ts'

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
/** Any host serves: only the path of what is resolved against it counts. */
const ANY_HOST = 'https://host.invalid'

/**
 * Whether a crawler may fetch a page now, by a robots.txt with or without ACAP records. `text` is the file, as text or as
 * its octets; reading it never fails. A page that may be fetched only at another time may not be fetched now. `url` is
 * resolved as `fetch` resolves it: `/a/../b` is `/b`. A file that is no text (UTF-16, binary) permits nothing, nor does
 * one that makes more rules than a build takes: it would take minutes.
 * @throws TypeError for a `url` that is neither a URL of http or https nor a path.
 */
export function mayFetch(text: string | Uint8Array, question: FetchQuestion): boolean {
  if (typeof text !== 'string' && !(text instanceof Uint8Array))
    throw new TypeError('mayFetch: the robots.txt must be a string or a Uint8Array')
  const { userAgent, url, now = Date.now() }: Partial<FetchQuestion> = question ?? {}
  if (typeof userAgent !== 'string')
    throw new TypeError('mayFetch: `userAgent` must be a string, in `mayFetch(text, { userAgent, url })`')
  const place = placeOf(url)
  if (place.target.split('?', 1)[0] === ROBOTS_PATH) return true
  const program = programOf(text)
  return program !== null && decide(program, { userAgent, now, ...place }).outcome === 'permitted'
}

/** The text, compiled without its findings; null where it is no text (R1), or makes too many rules. */
function programOf(text: string | Uint8Array): SiteProgram | null {
  const tree = parse(text)
  if (foreignPlace(tree.source) !== null) return null
  const trees = new Map([['robots.txt', tree]])
  const policy = policyOf({ site: '', config: DEFAULT_SITE, trees, paths: null, routes: [] })
  if (ruleCount(policy).rules > MOST_RULES) return null
  return compile(policy, { served: false, files: [{ path: 'robots.txt', text: '' }], servedLine: () => undefined })
}

/** The path and query that `fetch` would request, and the address without a fragment where `url` is a whole one. */
function placeOf(url: unknown): Pick<Facts, 'target' | 'uri'> {
  const written = url instanceof URL ? url.href : url
  if (typeof written !== 'string') throw new TypeError('mayFetch: `url` must be a string or a URL')
  const isPath = written.startsWith('/')
  const page = isPath || /^https?:/i.test(written) ? resolved(written, isPath ? ANY_HOST : undefined) : null
  if (page === null)
    throw new TypeError(`mayFetch: \`${written}\` is neither an http or https URL nor a path that begins with \`/\``)
  page.username = page.password = page.hash = ''
  const target = page.href.slice(page.origin.length)
  return isPath ? { target } : { target, uri: page.href }
}

function resolved(url: string, base: string | undefined): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
