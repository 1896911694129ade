/**
 * Reads the META tags of the origin's page before a crawler gets it (E4). The page is then sent
 * unchanged. If it cannot be read, it is requested once more, whole and without a content coding.
 */
import type { Bodies } from '../platform.ts'
import type { PageAnswer } from './apply-notice.ts'
import { cancelBody } from './byte-source.ts'
import { type HeadMeta, readHeadMeta } from './head-meta.ts'
import { Page } from './page.ts'
import { charsetOf, hasPageStatus, isParts, type PageKind, pageKind } from './page-kind.ts'

export interface OriginPage extends PageAnswer, HeadMeta {}

/** Reads the page. `askAgain` requests it again, whole and uncoded; null if that is impossible. */
export async function readOriginPage(
  response: Response,
  bodies: Bodies,
  askAgain: (() => Promise<Response>) | null,
): Promise<OriginPage> {
  const first = await look(response, bodies)
  if (first.fault === null || askAgain === null) return first
  await cancelBody(first.page ?? response.body)
  return look(await askAgain(), bodies)
}

async function look(response: Response, bodies: Bodies): Promise<OriginPage> {
  const { status, headers } = response
  const kind = status === 206 && isParts(headers) ? 'unknown' : pageKind(headers)
  const withoutMeta = (fault: string | null): OriginPage => ({
    response,
    bodies,
    page: null,
    tags: [],
    fault,
  })
  if (kind === 'other') return withoutMeta(null)
  if (!hasPageStatus(response)) return withoutMeta('no page has its status')
  const { body } = response
  if (body === null) return withoutMeta(null)
  const part = status === 206 ? partOf(headers) : 'whole'
  if (part === 'other') return withoutMeta('it is a part')
  const page = new Page(body, headers, bodies)
  const { tags, fault } = await readHeadMeta(page, kind, charsetOf(headers))
  return { response, bodies, page, tags, fault: faultOf(fault, part, page, kind) }
}

/** A part from the beginning of a page may contain its head; a part of unknown type is not read. */
function faultOf(
  fault: string | null,
  part: 'whole' | 'first',
  page: Page,
  kind: PageKind,
): string | null {
  if (fault === null) return part === 'first' && page.isWhole ? 'it is a part' : null
  return kind === 'unknown' && !mayBeMarkup(page) ? null : fault
}

function mayBeMarkup({ bytes, isUnreadable }: Page): boolean {
  if (isUnreadable && bytes.length === 0) return true
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f)
  return first === 0x3c
}

function partOf(headers: Headers): 'whole' | 'first' | 'other' {
  const [, from, to, length] =
    /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(headers.get('content-range') ?? '') ?? []
  if (from === undefined || Number(from) !== 0) return 'other'
  return Number(to) + 1 === Number(length) ? 'whole' : 'first'
}
