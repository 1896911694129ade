/**
 * Reads the META tags in a page's head (E4), as all kinds of clients would. Waits for the head
 * within limits, and leaves the page unchanged.
 */
import type { MetaTag } from '../../words/meta.ts'
import { Patience } from '../after.ts'
import { type Attribute, attributesOf, attributeValue } from './attributes.ts'
import { HeadTracker } from './head-tracker.ts'
import type { Page } from './page.ts'
import { type PageKind, PRESCAN_LIMIT, pageDecoder } from './page-kind.ts'
import { TagReader } from './tag-reader.ts'

/** The limits for reading a head, in bytes and time. */
const LIMIT = 1 << 20
const PATIENCE_MS = 15_000

/** The limit once body content has begun without a body tag. */
const BODY_LIMIT = 64 * 1024
const BODY_PATIENCE_MS = 2000

const STREAMED = { stream: true } as const

/** The META of a page. */
export interface HeadMeta {
  readonly tags: readonly MetaTag[]
  /** Why it could not be read; null if it could, or if there is none. */
  readonly fault: string | null
}

/** Reads the head. The timeout starts with the first bytes, which mostly contain all of it. */
export async function readHeadMeta(page: Page, kind: PageKind, charset: string): Promise<HeadMeta> {
  const reading = new HeadReading(page, kind, charset)
  const patience = new Patience(PATIENCE_MS)
  try {
    const ended = await page.readUntil(
      (isLast) => reading.look(isLast),
      () => (reading.hasBody ? patience.cut(BODY_PATIENCE_MS) : patience.over),
    )
    return reading.result(ended === 'over')
  } finally {
    patience.end()
  }
}

/** What is known of a page's head so far. */
class HeadReading {
  readonly #page: Page
  readonly #kind: PageKind
  readonly #charset: string
  #scan: Scans
  #decoder: TextDecoder | null = null
  #read = 0

  constructor(page: Page, kind: PageKind, charset: string) {
    this.#page = page
    this.#kind = kind
    this.#charset = charset
    this.#scan = new Scans(kind)
  }

  get hasBody(): boolean {
    return this.#scan.hasBody
  }

  /** Examines new bytes; returns whether they are enough. */
  look(isLast: boolean): boolean {
    const { bytes, isWhole } = this.#page
    if (bytes.length < 4 && !isLast) return false
    // A charset declaration may be anywhere in these bytes.
    if (this.#read < PRESCAN_LIMIT) {
      this.#decoder = pageDecoder(bytes, this.#charset)
      this.#scan = new Scans(this.#kind)
      this.#read = 0
    }
    if (this.#decoder === null) return true
    const all = () => pageDecoder(bytes, this.#charset)!.decode(bytes, STREAMED)
    this.#scan.take(this.#decoder.decode(bytes.subarray(this.#read), STREAMED), all)
    this.#read = bytes.length
    const { isHidden, isOver, hasBody } = this.#scan
    return isHidden || isOver || isWhole || this.#read >= (hasBody ? BODY_LIMIT : LIMIT)
  }

  result(isTooLate: boolean): HeadMeta {
    if (this.#decoder === null) return { tags: [], fault: 'it is in UTF-32' }
    return { tags: this.#scan.tags, fault: this.#fault(isTooLate) }
  }

  #fault(isTooLate: boolean): string | null {
    const { isHidden, isOver, hasBody } = this.#scan
    const { isWhole, isBrokenOff, isUnreadable } = this.#page
    if (isHidden) return 'its DTD declares entities or attributes, or is too long'
    if (isOver || isWhole) return null
    if (isBrokenOff) return 'it broke off'
    if (isUnreadable) return 'it cannot be decoded'
    if (hasBody) return null
    if (isTooLate) return `its head did not come within ${PATIENCE_MS / 1000} seconds`
    return `its head is longer than ${LIMIT} bytes`
  }
}

/**
 * Scans for META as XML and as HTML if clients may read a page as either, and with and without
 * scripts if there is `noscript`. META found by any scan counts.
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
  /** Whether the page counts only if its first element is `html`. */
  readonly needsRoot: boolean
  /** Whether it reads like a client that runs scripts. */
  readonly isScripted: boolean
  readonly #reader: TagReader
  #held = ''
  readonly #head = new HeadTracker()
  #isFirst = true
  readonly tags: MetaTag[] = []
  /** Whether the result depends on running scripts. */
  hasNoscript = false
  /** Whether the page's declarations may define META tags, or are not read to their end. */
  isHidden = false
  /** Whether the body tag came, or this is not a page. */
  isOver = false

  constructor(isXml: boolean, needsRoot: boolean, isScripted = false) {
    this.#isXml = isXml
    this.needsRoot = needsRoot
    this.isScripted = isScripted
    // If a page can be read in two ways, the one with more META counts.
    this.#reader = new TagReader({
      isXml,
      scripting: isScripted,
      goesOnUnclear: true,
      longestTag: LIMIT,
    })
  }

  /** Whether there is body content. The rest of the head is still read. */
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
