/**
 * The origin's answer to a crawler → the META tags of the page in it (E4). What cannot be read is asked for once more, whole
 * and without a content coding; what still cannot be read is reported.
 */
import type { MetaTag } from '../../grammar/meta.ts'
import type { Bodies } from '../platform.ts'
import type { NoticedAnswer } from './apply-notice.ts'
import { charsetOf, isPossible, type PageKind, pageKind } from './html.ts'
import { readHead } from './origin-meta.ts'
import { Page } from './page.ts'

/** An answer, and what its page says of itself. */
export interface OriginPage extends NoticedAnswer {
  readonly tags: readonly MetaTag[]
  /** Why the page's META could not be read; null where it could, or the answer is not a page. */
  readonly fault: string | null
}

/** Reads the page in an answer. `askAgain` asks for the same page, whole and uncoded; null where that is not possible. */
export async function readOriginPage(
  response: Response,
  bodies: Bodies,
  askAgain: (() => Promise<Response>) | null,
): Promise<OriginPage> {
  const first = await look(response, bodies)
  if (first.fault === null || askAgain === null) return first
  await (first.page ?? response.body)?.cancel('the page is asked for once more')
  return look(await askAgain(), bodies)
}

async function look(response: Response, bodies: Bodies): Promise<OriginPage> {
  const { status, headers } = response
  const kind = status === 206 && isParts(headers) ? 'unknown' : pageKind(headers)
  const unread = (fault: string | null): OriginPage => ({ response, bodies, page: null, tags: [], fault })
  if (kind === 'other') return unread(null)
  if (!isPossible(response)) return unread('no page has its status')
  const { body } = response
  if (body === null) return unread(null)
  const part = status === 206 ? partOf(headers) : 'whole'
  if (part === 'other') return unread('it is a part')
  const page = new Page(body, headers, bodies)
  const { tags, fault } = await readHead(page, kind, charsetOf(headers))
  return { response, bodies, page, tags, fault: faultOf(fault, part, page, kind) }
}

/** A part from the beginning of a page may have its head; a part of unknown type must not be read as a page. */
function faultOf(fault: string | null, part: 'whole' | 'first', page: Page, kind: PageKind): string | null {
  if (fault === null) return part === 'first' && page.isWhole ? 'it is a part' : null
  return kind === 'unknown' && !mayBeMarkup(page) ? null : fault
}

/** Whether a body of no known type begins as markup, as far as it can be read. */
function mayBeMarkup({ bytes, isUnreadable }: Page): boolean {
  if (isUnreadable && bytes.length === 0) return true
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f)
  return first === 0x3c
}

function isParts(headers: Headers): boolean {
  return /^\s*multipart\/byteranges\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}

/** What of a page a 206 holds: all of it, its beginning, or something else. */
function partOf(headers: Headers): 'whole' | 'first' | 'other' {
  const [, from, to, length] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(headers.get('content-range') ?? '') ?? []
  if (from === undefined || Number(from) !== 0) return 'other'
  return Number(to) + 1 === Number(length) ? 'whole' : 'first'
}
