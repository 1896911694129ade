/**
 * Adds a notice to the origin's response: tags in HTML, headers otherwise. Bodies are streamed. A
 * body that cannot be changed safely stays unchanged.
 */
import { parseDictionary } from '../../words/structured-fields.ts'
import { logWarning } from '../log.ts'
import type { Bodies, LogSink } from '../platform.ts'
import { markedEtag } from '../request/origin-request.ts'
import { isDecodedWhenRead, sentCoding } from './codings.ts'
import type { Notice } from './notice.ts'
import { Page } from './page.ts'
import { findChanges } from './page-changes.ts'
import { charsetOf, isCharset, mayCarryTags } from './page-kind.ts'
import type { PageChange } from './page-writer.ts'

/** Headers and trailers that are wrong once the bytes have changed. */
export const OUTDATED: ReadonlySet<string> = new Set(
  'content-length accept-ranges last-modified content-md5 digest content-digest repr-digest'.split(
    ' ',
  ),
)

/** The statuses that carry a notice: for a page, a part of it, or a valid cached copy. */
const NOTICED: ReadonlySet<number> = new Set([200, 203, 206, 304])

/** The origin's response, and its body if the edge has begun to read it. */
export interface PageAnswer {
  readonly response: Response
  readonly page: Page | null
  readonly bodies: Bodies
}

interface Delivery {
  readonly request: Request
  readonly notice: Notice
  /**
   * The response if the page breaks off; the search for the place of the tags may wait for it.
   * Null: the page waits only for its first bytes.
   */
  readonly brokenOff: (() => Response) | null
  /** When the policy changes (E7), in milliseconds since 1970; infinite if no date is ahead. */
  readonly until: number
  readonly log: LogSink
}

export function applyNotice(answer: PageAnswer, delivery: Delivery): Response | Promise<Response> {
  const { response, page, bodies } = answer
  const { notice } = delivery
  if (!NOTICED.has(response.status)) return passOn(answer)
  // If the runtime decodes the body and fails, the original bytes are lost. (A proxying Worker gets
  // bodies as they were sent.)
  const isFixed = page === null && isDecodedWhenRead(response.headers, bodies)
  const mayRewrite = !isFixed && notice.rewrites && mayCarryTags(response)
  const hasBody = page !== null || response.body !== null
  if (mayRewrite && hasBody) return rewritePage(answer, delivery)
  // A HEAD and a 304 stand for a body with tags.
  const standsForPage = delivery.request.method === 'HEAD' || response.status === 304
  const body = page === null ? response.body : page.asItCame()
  return withNotice(response, body, delivery, mayRewrite && standsForPage ? 'tags' : 'none')
}

async function rewritePage(
  { response, page: begun, bodies }: PageAnswer,
  delivery: Delivery,
): Promise<Response> {
  const { notice, brokenOff, log } = delivery
  const { status, statusText, headers } = response
  const page = begun ?? new Page(response.body!, headers, bodies)
  const changes = await findChanges(page, {
    notice,
    bodies,
    hasCharset: isCharset(charsetOf(headers)),
    mayWait: brokenOff !== null,
    report: (fault) => logWarning(log, 'elements', { fault }),
  })
  if (page.isBrokenOff && brokenOff !== null) return brokenOff()
  const { change } = changes
  if (change === 'none' || page.isUnreadable)
    return withNotice(response, page.asItCame(), delivery, 'none')
  const body = page.rewritten(changes)
  if (!page.isDecodedHere) return withNotice(response, body, delivery, change)
  const coding = sentCoding(headers)!
  const sent = (await bodies.encode?.(body, coding)) ?? body
  const answer = withNotice({ status, statusText, headers }, sent, delivery, change)
  // Runtimes that encode a body know the coding by this name only.
  answer.headers.set('content-encoding', coding)
  return answer
}

function withNotice(
  init: ResponseInit & { readonly status: number },
  body: BodyInit | null,
  { request, notice, until }: Delivery,
  change: PageChange,
): Response {
  // The runtime copies all headers at once. Passing a Headers object would copy them twice.
  const noticed = new Response(body, init)
  const { headers } = noticed
  // HEAD has no body for tags, so the headers carry them.
  const isSaid = change === 'tags' && request.method !== 'HEAD'
  for (const [name, value] of isSaid ? notice.headers : notice.allHeaders) add(headers, name, value)
  const rewrites = change !== 'none'
  const etag = headers.get('etag')
  if (etag !== null) {
    const marked = markedEtag(etag, notice.mark, rewrites)
    if (marked === null) headers.delete('etag')
    else headers.set('etag', init.status === 304 ? held(marked, request) : marked)
  }
  if (rewrites) for (const name of OUTDATED) headers.delete(name)
  if (Number.isFinite(until)) keepUntil(headers, until)
  return noticed
}

/**
 * A 304 names the client's copy; weak if that was rewritten (RFC 9110 15.4.5), which only the
 * client knows.
 */
function held(etag: string, { headers }: Request): string {
  const weak = etag.replace(/^(?:W\/)?/, 'W/')
  return headers.get('if-none-match')?.includes(weak) ? weak : etag
}

export function passOn({ response, page }: PageAnswer): Response {
  return page === null ? response : new Response(page.asItCame(), response)
}

/**
 * Adds a separate line, because some headers are not lists. Cache-Control may not be repeated, and
 * ours is `private`.
 */
function add(headers: Headers, name: string, value: string): void {
  const theirs = headers.get(name)
  if (name === 'cache-control') keepPrivate(headers)
  else if (theirs !== null && name === 'content-usage') headers.set(name, combined(theirs, value))
  else if (theirs !== null && name.startsWith('tdm-')) {
    // Single values: a reservation by either side counts, and the origin knows the licence of its
    // page.
    if (value === '1') headers.set(name, value)
  } else headers.append(name, value)
}

/**
 * The last of two equal labels counts, so our permission must not follow the origin's prohibition
 * (E6).
 */
function combined(theirs: string, ours: string): string {
  try {
    const stated = parseDictionary(theirs)
    const added = ours.split(/, ?/).filter((pair) => {
      const [label, word] = pair.split('=')
      return word === 'n' || !stated.has(label!)
    })
    return [theirs, ...added].join(', ')
  } catch {
    // A syntax error would make ours unknown, too.
    return ours
  }
}

/** A directive with its argument, which may contain quoted commas. */
const DIRECTIVE = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g

/** Directives that forbid shared caches. `private` with field names concerns those fields only. */
const FORBIDS: ReadonlySet<string> = new Set(['no-store', 'private'])

/** Directives for shared caches, or for a part of the response. */
const SHARED = /^(?:public|s-maxage|private)\b/i

/** Headers that some shared caches obey instead (RFC 9213). */
const TARGETED = ['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control']

function keepPrivate(headers: Headers): void {
  headers.set('cache-control', privately(headers.get('cache-control')))
  for (const name of TARGETED) headers.delete(name)
}

/** How long caches may use a response, fresh or while they revalidate. */
const LIFETIME = /(^|[\s,;])(max-age|s-maxage|stale-while-revalidate|stale-if-error)="?(\d+)"?/gi

/** Limits caching to that instant, without extending what the origin says. */
function keepUntil(headers: Headers, until: number): void {
  const seconds = Math.max(0, Math.floor((until - Date.now()) / 1000))
  const age = Number(headers.get('age')) || 0
  for (const name of ['cache-control', ...TARGETED]) {
    const value = headers.get(name)
    if (value !== null)
      headers.set(
        name,
        value.replace(
          LIFETIME,
          (_, before, word, most) => `${before}${word}=${capped(word, most, seconds + age)}`,
        ),
      )
  }
  if (Date.parse(headers.get('expires') ?? '') > until)
    headers.set('expires', new Date(until).toUTCString())
}

function capped(word: string, written: string, most: number): number {
  return /^stale/i.test(word) ? 0 : Math.min(Number(written), most)
}

function privately(value: string | null): string {
  const directives = (value ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  if (value !== null && directives.some((directive) => FORBIDS.has(directive.toLowerCase())))
    return value
  return [
    'private',
    ...directives.filter((directive) => directive !== '' && !SHARED.test(directive)),
  ].join(', ')
}
