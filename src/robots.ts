/**
 * The library's `acap-edge/robots`: a robots.txt as a crawler obeys it that knows RFC 9309 and no
 * ACAP, in 20 KB of code. It takes a few kilobytes for each file, because crawlers keep many.
 */

import { checkMembers } from './base/check-argument.ts'
import { RepFile } from './decide/rep/rep-file.ts'
import { foreignPlace, readSource } from './language/text/source.ts'
import {
  availability,
  checkRobotsOptions,
  cutToLimit,
  FETCH_MEMBERS,
  isRobotsTxt,
  pageAt,
  type RobotsOptions,
} from './robots-input.ts'

export type { RobotsOptions } from './robots-input.ts'

/** Who wants to fetch what. */
export interface FetchQuestion {
  /** A crawler's User-Agent header, or its product token. */
  readonly userAgent: string
  /** The page: a URL, or a path with its query that begins with `/`. */
  readonly url: string | URL
  /** Milliseconds since 1970, for times of visit. @default now */
  readonly now?: number
  /** Which records count: here only the conventional ones. @default 'rep' */
  readonly dialect?: 'rep'
}

/** A robots.txt that was read. */
export interface Robots {
  /** The addresses of its Sitemap lines, as they are written. */
  readonly sitemaps: readonly string[]
  /** Whether its octets are no text (UTF-16, binary): then nothing may be fetched. */
  readonly unreadable: boolean
  /**
   * Whether a crawler may fetch a page now; undefined for a page of another origin than `base`. A
   * page that may be fetched only at another time may not be fetched now. `url` is resolved as
   * `fetch` resolves it: `/a/../b` is `/b`.
   * @throws TypeError for a `url` that is neither a URL of http or https nor a path.
   * @example robots(text).mayFetch({ userAgent: 'FooBot', url: 'https://www.example.com/a' })
   */
  mayFetch(question: FetchQuestion): boolean | undefined
  /**
   * The seconds that a crawler leaves between two documents, by Crawl-delay or Request-rate; null
   * where nothing says it.
   * @throws TypeError for a `userAgent` that is no string.
   */
  crawlDelay(userAgent: string, now?: number): number | null
}

/**
 * Reads a robots.txt. Reading it never fails. A file that is no text permits nothing.
 *
 * @param text The file, as text or as its octets.
 * @param options Where the file is from, and how much of it is read. @default any site, 500 KiB
 * @throws TypeError for what is neither text nor octets, and for an unknown or wrong option.
 * @example
 * const file = robots('User-agent: *\nDisallow: /private/\n')
 * file.mayFetch({ userAgent: 'AnyBot', url: 'https://www.example.com/private/' }) // false
 */
export function robots(text: string | Uint8Array, options: RobotsOptions = {}): Robots {
  const base = checkRobotsOptions(options, 'robots')
  const source = readSource(cutToLimit(text, options, 'robots'), 'robots.txt')
  const isForeign = foreignPlace(source) !== null
  return new RepRobots(isForeign ? null : source.text, isForeign, base)
}

/**
 * What a crawler obeys after the answer to a request for robots.txt (RFC 9309, 2.3.1): with a 2xx
 * the body; nothing may be fetched after a 5xx or 429, and without an answer (`null`); after any
 * other answer everything may be fetched.
 *
 * @param status The status of the answer, after redirects; `null` where no answer came.
 * @param body The file, as text or as its octets; null where an answer without 2xx has none.
 * @default ''
 * @param options As those of `robots`. `base` is the URL that was asked for, not `answer.url`, to
 * which it was redirected.
 * @throws TypeError as `robots` does, for what is no final status, and for 304: give the copy that
 * you have, with 200.
 * @example
 * const asked = 'https://www.example.com/robots.txt'
 * const answer = await fetch(asked)
 * const file = robotsOf(answer.status, await answer.text(), { base: asked })
 */
export function robotsOf(
  status: number | null,
  body: string | Uint8Array | null = '',
  options: RobotsOptions = {},
): Robots {
  const kind = availability(status, body)
  if (kind === 'available') return robots(body!, options)
  return new RepRobots(
    kind === 'unreachable' ? null : '',
    false,
    checkRobotsOptions(options, 'robotsOf'),
  )
}

class RepRobots implements Robots {
  readonly sitemaps: readonly string[]
  readonly unreadable: boolean
  readonly #file: RepFile | null
  readonly #base: string | null

  /** `text`: null where nothing may be fetched. */
  constructor(text: string | null, unreadable: boolean, base: string | null) {
    this.#file = text === null ? null : new RepFile(text)
    this.#base = base
    this.sitemaps = this.#file?.sitemaps ?? []
    this.unreadable = unreadable
  }

  mayFetch(question: FetchQuestion): boolean | undefined {
    checkMembers('mayFetch', question, FETCH_MEMBERS)
    const { userAgent, url, now = Date.now(), dialect }: Partial<FetchQuestion> = question ?? {}
    checkAsked(
      userAgent,
      now,
      'mayFetch: `userAgent` must be a string, in `mayFetch({ userAgent, url })`',
    )
    if (dialect !== undefined && dialect !== 'rep')
      throw new TypeError("mayFetch: `dialect` must be 'rep'; `acap-edge/robots/full` reads ACAP")
    const { origin, target } = pageAt(url, this.#base)
    if (this.#base !== null && origin !== this.#base) return undefined
    return isRobotsTxt(target) || (this.#file?.permits(userAgent!, target, now) ?? false)
  }

  crawlDelay(userAgent: string, now = Date.now()): number | null {
    checkAsked(userAgent, now, 'crawlDelay: the User-Agent must be a string')
    return this.#file?.delay(userAgent, now) ?? null
  }
}

function checkAsked(userAgent: unknown, now: unknown, message: string): void {
  if (typeof userAgent !== 'string') throw new TypeError(message)
  if (!Number.isFinite(now))
    throw new TypeError('`now` must be milliseconds since 1970, such as `Date.now()`')
}
