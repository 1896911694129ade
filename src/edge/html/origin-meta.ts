/**
 * The origin's answer to a crawler → the META tags in the head of its page (E4). The crawler waits for the head, and
 * the page comes after it as it was. What cannot be read is asked for once more, whole and without a content coding.
 */
import type { MetaTag } from '../../words/meta.ts'
import { Patience } from '../after.ts'
import type { Bodies } from '../platform.ts'
import type { NoticedAnswer } from './apply-notice.ts'
import { type Attribute, attributesOf, attributeValue } from './attributes.ts'
import { cancelBody } from './byte-source.ts'
import { HeadTracker } from './head-tracker.ts'
import { Page } from './page.ts'
import {
  charsetOf,
  isParts,
  isPossible,
  type PageKind,
  PRESCAN_LIMIT,
  pageDecoder,
  pageKind,
} from './page-kind.ts'
import { TagReader } from './tag-reader.ts'

/** How much of a page is read for the end of its head, and how long. */
const LIMIT = 1 << 20
const PATIENCE_MS = 15_000

/** The same once something stands there that only a body has, without a tag that says so. */
const BODY_LIMIT = 64 * 1024
const BODY_PATIENCE_MS = 2000

const STREAMED = { stream: true } as const

/** Reads as far as the head goes. The time begins with the first bytes: most pages have their whole head in these. */
async function readHead(
  page: Page,
  kind: PageKind,
  charset: string,
): Promise<Pick<OriginPage, 'tags' | 'fault'>> {
  const begun = Date.now()
  let scan = new Scans(kind)
  let patience: Patience | null = null
  let read = 0
  let decoder: TextDecoder | null = null
  let more: boolean | 'over' = await page.more()
  try {
    for (;;) {
      if (page.bytes.length >= 4 || more !== true) {
        // The page may declare its charset anywhere in these bytes.
        if (read < PRESCAN_LIMIT) {
          decoder = pageDecoder(page.bytes, charset)
          scan = new Scans(kind)
          read = 0
        }
        if (decoder === null) return { tags: [], fault: 'it is in UTF-32' }
        scan.take(decoder.decode(page.bytes.subarray(read), STREAMED), () => {
          return pageDecoder(page.bytes, charset)!.decode(page.bytes, STREAMED)
        })
        read = page.bytes.length
      }
      const { tags } = scan
      if (scan.isHidden)
        return { tags, fault: 'its DTD declares entities or attributes, or is too long' }
      if (scan.isOver || page.isWhole) return { tags, fault: null }
      if (page.isBrokenOff) return { tags, fault: 'it broke off' }
      if (page.isUnreadable) return { tags, fault: 'it cannot be decoded' }
      const isTooLate = more === 'over'
      if (scan.hasBody && (isTooLate || read >= BODY_LIMIT)) return { tags, fault: null }
      if (isTooLate)
        return { tags, fault: `its head did not come within ${PATIENCE_MS / 1000} seconds` }
      if (read >= LIMIT) return { tags, fault: `its head is longer than ${LIMIT} bytes` }
      patience ??= new Patience(PATIENCE_MS)
      more = await page.more(
        scan.hasBody ? patience.cut(BODY_PATIENCE_MS - (Date.now() - begun)) : patience.over,
      )
    }
  } finally {
    patience?.end()
  }
}

/**
 * The search for META tags as XML and as HTML, where clients may read a page as either, and as clients with and without
 * scripts read a `noscript`: what one of them finds counts.
 */
class Scans {
  readonly #scans: HeadScan[]

  constructor(kind: PageKind) {
    const html = new HeadScan(false, kind === 'xml')
    this.#scans =
      kind === 'xhtml' || kind === 'xml' ? [html, new HeadScan(true, kind === 'xml')] : [html]
  }

  get tags(): readonly MetaTag[] {
    return this.#scans.flatMap((scan) => scan.tags)
  }

  get isHidden(): boolean {
    return this.#scans.some((scan) => scan.isHidden)
  }

  get isOver(): boolean {
    return this.#scans.every((scan) => scan.isOver)
  }

  get hasBody(): boolean {
    return this.#scans.every((scan) => scan.isOver || scan.hasBody)
  }

  take(text: string, all: () => string): void {
    for (const scan of this.#scans) scan.take(text)
    const [html, last] = [this.#scans[0]!, this.#scans.at(-1)!]
    if (!html.hasNoscript || last.isScripted) return
    const scripted = new HeadScan(false, html.needsRoot, true)
    scripted.take(all())
    this.#scans.push(scripted)
  }
}

class HeadScan {
  readonly #isXml: boolean
  /** Whether only what has `html` as its first element is a page. */
  readonly needsRoot: boolean
  /** Whether it reads as clients do that run scripts. */
  readonly isScripted: boolean
  readonly #reader: TagReader
  #held = ''
  readonly #head = new HeadTracker()
  #isFirst = true
  readonly tags: MetaTag[] = []
  /** Whether clients with and without scripts read the page differently. */
  hasNoscript = false
  /** Whether declarations of the page's own can stand for META, or are not read to their end. */
  isHidden = false
  /** Whether the body has begun with its tag, or this is not a page. */
  isOver = false

  constructor(isXml: boolean, needsRoot: boolean, isScripted = false) {
    this.#isXml = isXml
    this.needsRoot = needsRoot
    this.isScripted = isScripted
    // Where a page can be read in two ways, more counts as META.
    this.#reader = new TagReader({
      isXml,
      scripting: isScripted,
      goesOnUnclear: true,
      longestTag: LIMIT,
    })
  }

  /** Whether something stands there that only a body has. A head with such a thing in it is still read on. */
  get hasBody(): boolean {
    return this.#head.hasBody
  }

  take(text: string): void {
    const piece = this.#held + text
    const reader = this.#reader
    for (let at = 0; !this.isOver && reader.next(piece, at); at = reader.end) this.#tag(piece)
    this.#head.takeText(reader)
    this.isHidden ||= reader.isStopped
    this.#held = piece.slice(reader.settled)
  }

  #tag(piece: string): void {
    const { isEnd, nameEnd, end } = this.#reader
    const name = this.#isXml ? withoutPrefix(this.#reader.name) : this.#reader.name
    if (this.#isFirst && this.needsRoot && withoutPrefix(name) !== 'html') this.isOver = true
    else if (this.#isFirst) this.isHidden = this.#reader.declares
    this.#isFirst = false
    this.hasNoscript ||= name === 'noscript'
    this.#head.take(this.#reader, name)
    if (this.#head.isInTemplate) return
    if (!isEnd && (name === 'body' || name === 'frameset')) this.isOver = true
    if (!isEnd && name === 'meta') this.#meta(attributesOf(piece, nameEnd, end))
  }

  #meta(attributes: readonly Attribute[]): void {
    const name = attributeValue(attributes, 'name')
    const content = attributeValue(attributes, 'content')
    if (name !== null && content !== null) this.tags.push({ name, content })
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

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
  await cancelBody(first.page ?? response.body)
  return look(await askAgain(), bodies)
}

async function look(response: Response, bodies: Bodies): Promise<OriginPage> {
  const { status, headers } = response
  const kind = status === 206 && isParts(headers) ? 'unknown' : pageKind(headers)
  const unread = (fault: string | null): OriginPage => ({
    response,
    bodies,
    page: null,
    tags: [],
    fault,
  })
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
