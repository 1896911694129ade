/**
 * What callers hand over with a robots.txt: options, the answer's status, pages. It reads no line
 * of the file.
 */

import { checkMembers } from './base/check-argument.ts'

/** How a robots.txt is read. */
export interface RobotsOptions {
  /**
   * Whose file it is: the URL that was asked for, before redirects (RFC 9309, 2.3.1.2). About pages
   * of another origin it says nothing. @default any site
   */
  readonly base?: string | URL
  /** Octets that are read; lines behind them are not. @default 512000, the 500 KiB of RFC 9309 */
  readonly limit?: number
}

/** What of a request the rules are about. */
interface AskedPage {
  readonly origin: string
  /** Path and query, as `fetch` sends them. */
  readonly target: string
}

/** Those of a question for `mayFetch`. */
export const FETCH_MEMBERS = ['userAgent', 'url', 'now', 'dialect']
const MEMBERS = ['base', 'limit']
const DEFAULT_LIMIT = 500 * 1024

/** The origin of `base`; null without one. @throws TypeError for unknown and wrong options. */
export function checkRobotsOptions(options: RobotsOptions, caller: string): string | null {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object, \`{ base, limit }\``)
  checkMembers(caller, options, MEMBERS)
  const { base, limit = DEFAULT_LIMIT } = options
  if (typeof limit !== 'number' || !(limit >= 0))
    throw new TypeError(`${caller}: \`limit\` must be a number of octets`)
  if (base === undefined) return null
  const written = String(base)
  if (!IS_WEB.test(written) || !URL.canParse(written))
    throw new TypeError(`${caller}: \`base\` must be an http or https URL`)
  return new URL(written).origin
}

/**
 * The whole lines of a file within the limit. @throws TypeError for what is neither text nor
 * octets.
 */
export function cutToLimit(
  file: string | Uint8Array,
  { limit = DEFAULT_LIMIT }: RobotsOptions,
  caller: string,
): string | Uint8Array {
  checkFile(file, caller)
  const isText = typeof file === 'string'
  // A character has three octets at most for each of its code units.
  if (file.length * (isText ? 3 : 1) <= limit) return file
  const octets = isText ? new TextEncoder().encode(file) : file
  if (octets.length <= limit) return file
  const head = octets.subarray(0, limit)
  return head.subarray(0, Math.max(head.lastIndexOf(LF), head.lastIndexOf(CR)) + 1)
}

function checkFile(file: unknown, caller: string): void {
  if (typeof file !== 'string' && !(file instanceof Uint8Array))
    throw new TypeError(`${caller}: the robots.txt must be a string or a Uint8Array`)
}

const LF = 0x0a
const CR = 0x0d

/**
 * What the status of the answer makes of its body (docs/semantics.md, D-status).
 * @throws TypeError for what is no final status, for 304, and for no body
 */
export function availability(
  status: number | null,
  body: unknown,
): 'available' | 'unavailable' | 'unreachable' {
  if (body !== null) checkFile(body, 'robotsOf')
  if (status === null) return 'unreachable'
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(
      'robotsOf: the status must be a final one of HTTP, 200 to 599, or null where no answer came',
    )
  if (status === 304)
    throw new TypeError('robotsOf: 304 means that your copy is current: give that, with status 200')
  if (status >= 500 || status === 429) return 'unreachable'
  if (status >= 300) return 'unavailable'
  checkFile(body, 'robotsOf')
  return 'available'
}

/** Any host serves: only the path of what is resolved against it counts. */
const ANY_HOST = 'https://host.invalid'
const IS_WEB = /^https?:/i

/**
 * The page that `fetch` would request; a path is one of the site at `base`.
 * @throws TypeError for what is neither a URL of http or https nor a path.
 */
export function pageAt(url: unknown, base: string | null): AskedPage {
  const written = url instanceof URL ? url.href : url
  if (typeof written !== 'string') throw new TypeError('mayFetch: `url` must be a string or a URL')
  const isPath = written.startsWith('/')
  const home = isPath ? (base ?? ANY_HOST) : undefined
  if ((!isPath && !IS_WEB.test(written)) || !URL.canParse(written, home))
    throw new TypeError(
      `mayFetch: \`${written}\` is neither an http or https URL nor a path that begins with \`/\``,
    )
  const page = new URL(written, home)
  // Without user and fragment; to set them to nothing would take ten times as long as reading the
  // URL.
  const { href, origin } = page
  const hash = href.indexOf('#')
  const target = href.slice(href.indexOf('/', 'https://'.length), hash < 0 ? undefined : hash)
  return { origin, target }
}

/**
 * D-base: of pages of another origin, the file says neither yes nor no. @throws TypeError for one
 */
export function checkOrigin(caller: string, target: unknown, base: string | null): void {
  if (base === null || typeof target !== 'string' || target.startsWith('/')) return
  if (!URL.canParse(target) || new URL(target).origin !== base)
    throw new TypeError(`${caller}: \`${target}\` is no page of \`${base}\`, the \`base\``)
}

/** No crawler is kept from it (RFC 9309, 2.2.2). */
const ROBOTS_PATH = '/robots.txt'

export function isRobotsTxt(target: string): boolean {
  return target === ROBOTS_PATH || target.startsWith(`${ROBOTS_PATH}?`)
}
