/**
 * Finds where tags go in a page: directly after the charset declaration if that is in the first
 * 1,024 bytes (pushing it further back would change the encoding that browsers detect), else first
 * in head. Nowhere if it is not a document: many servers send `text/html` for JSON, CSV or
 * fragments.
 */
import { HEAD_ENDS, HeadTracker } from './head-tracker.ts'
import { charsetDeclaration, PRESCAN_LIMIT } from './page-kind.ts'
import type { TagReader } from './tag-reader.ts'

const FIRST_ELEMENTS = ['html', 'head', 'title', 'meta', 'link', 'base', 'style']
const AROUND = ['html', 'head']

/** How many bytes may precede the beginning of a document. */
export const START_LIMIT = 4096

/** An index of the text; null if it comes later, as far as is known. */
type HeadPlace = number | 'nowhere' | null

/** Receives the page from index `base` on, as far as it has come. */
export class TagPlace {
  readonly #reader: TagReader
  /** Whether headers or a byte order mark name the charset, so that any place is fine. */
  #isNamed: boolean
  /** The bytes that may declare the charset, and the end of that declaration; 0 if none yet. */
  #start = ''
  #declared = 0
  /** How much of the page has come, and whether no declaration can follow. */
  #length = 0
  #isSettled = false
  #isXml = false
  /** The end of the doctype's first word in an XML file; -1 without one. */
  #xmlDoctype = -1
  /** The first index in head; `#head` reads on from it. */
  #first: number | null = null
  readonly #head = new HeadTracker()

  /** Whether it begins like a document; null if not known yet. */
  isDocument: boolean | null = null
  /**
   * An index of the page; `later`: first in head, which begins after the examined bytes; `in-body`:
   * the body begins before the charset declaration, so tags have no place, but classes are
   * possible.
   */
  place: number | 'later' | 'in-body' | 'nowhere' = 'nowhere'
  /** Whether nothing but the index of a `later` place is open. */
  isFinal = false
  /** Whether nothing is open. */
  isOver = false

  constructor(reader: TagReader, hasCharset: boolean) {
    this.#reader = reader
    this.#isNamed = hasCharset
  }

  /**
   * The end of the charset declaration that browsers look for in the first 1,024 bytes; 0 if it
   * does not matter.
   */
  get declarationEnd(): number {
    return this.#isNamed ? 0 : this.#declared
  }

  /** Receives text before it is parsed; `length`: how much of the page has come. */
  begin(text: string, base: number, length: number, isWhole: boolean): void {
    this.#length = length
    this.#isSettled = isWhole || length >= PRESCAN_LIMIT
    const known = this.#start.length
    if (known >= PRESCAN_LIMIT) return
    this.#start += text.slice(known - base, PRESCAN_LIMIT - base)
    this.#isNamed ||= this.#start.startsWith('\xef')
    this.#declared ||= charsetDeclaration(this.#start) ?? 0
  }

  take(text: string, base: number): void {
    if (this.#first === null) this.#find(this.#placeOf(text), base)
    if (this.#first === null || this.isOver) return
    if (this.#declared <= this.#first && this.#isSettled) this.#end(this.#first)
    else this.#inHead(this.#first, base)
  }

  takeRest(text: string, base: number): void {
    if (this.#first === null && !this.isOver) this.#find(this.#placeInRest(text), base)
  }

  /** Decides by what has come; `settled`: the index where parsing continues. */
  decide(settled: number, isWhole: boolean): void {
    const first = this.#first
    if (this.isOver) return
    if (this.isDocument === null) {
      if (isWhole || this.#length >= START_LIMIT) this.#end('nowhere')
    } else if (first !== null && this.#declared > first)
      this.#end(this.#isNamed ? first : 'in-body')
    else if (first === null && isWhole) this.#end(this.#mayEnd ? settled : 'nowhere')
    else {
      this.place = this.#isSettled || this.#isNamed ? (first ?? 'later') : 'nowhere'
      this.isFinal = this.#isSettled
      this.isOver = this.isFinal && this.place !== 'later'
    }
  }

  /** Whether tags may go at the end of the page: only white space, comments and `<html>` came. */
  get #mayEnd(): boolean {
    const { isInside, unfinished } = this.#reader
    return !isInside && !AROUND.includes(unfinished?.name ?? '')
  }

  #find(at: HeadPlace, base: number): void {
    if (at === 'nowhere') this.#end(at)
    else if (at !== null) this.#first = base + at
  }

  /** Whether the charset declaration came after the first place, with no element open. */
  #inHead(first: number, base: number): void {
    const { isTag, start, end, isInside } = this.#reader
    if (base + start < first) return
    const head = this.#head
    head.take(this.#reader)
    const isBehind = this.#declared > first && base + end >= this.#declared
    if (isBehind && isTag && !head.hasBody && !head.isInTemplate && !isInside) this.#end(base + end)
  }

  #placeOf(text: string): HeadPlace {
    const { name, isTag, isEnd, start, end, textStart } = this.#reader
    if (this.#xmlDoctype >= 0) this.#judgeXml(text)
    if (textStart >= 0 || this.isDocument === false) return this.#placeInRest(text)
    if (name === '?xml') this.#isXml = true
    if (name === '!doctype') {
      if (this.#isXml && this.isDocument === null) this.#xmlDoctype = start + name.length + 1
      else this.isDocument = true
    }
    if (!isTag) return null
    this.isDocument ??= !isEnd && FIRST_ELEMENTS.includes(name)
    if (!this.isDocument) return 'nowhere'
    if (isEnd) return HEAD_ENDS.has(name) ? start : null
    if (!AROUND.includes(name)) return start
    return name === 'head' ? end : null
  }

  /** An XML file whose doctype is not HTML is not a page. */
  #judgeXml(text: string): void {
    const at = this.#xmlDoctype
    if (this.isDocument !== null) return
    const [, name, end] = /^\s*([^\s>]*)(\s|>|$)/.exec(text.slice(at, at + 20).toLowerCase()) ?? []
    if (end !== '' || text.length >= at + 20) this.isDocument = name === 'html'
  }

  /** The place before text; none if it is not a document, or in a two-byte encoding. */
  #placeInRest(text: string): HeadPlace {
    const { textStart } = this.#reader
    if (this.#xmlDoctype >= 0) this.#judgeXml(text)
    if (textStart < 0) return this.isDocument === false ? 'nowhere' : this.#unfinished()
    this.isDocument ??= false
    return this.isDocument && !/^<?\0/.test(text.slice(textStart, textStart + 2))
      ? textStart
      : 'nowhere'
  }

  /** The place before an incomplete tag, once its name is known. */
  #unfinished(): HeadPlace {
    const { unfinished, isEnd, settled } = this.#reader
    if (unfinished === null) return null
    const { name, isNamed } = unfinished
    const mayBe = (names: readonly string[]) =>
      !isEnd && names.some((each) => (isNamed ? each === name : each.startsWith(name)))
    const mayBeFirst = mayBe(FIRST_ELEMENTS)
    if (isNamed || !mayBeFirst) this.isDocument ??= mayBeFirst
    if (this.isDocument === false) return 'nowhere'
    if (isEnd) return isNamed && HEAD_ENDS.has(name) ? settled : null
    return this.isDocument === null || mayBe(AROUND) ? null : settled
  }

  #end(place: number | 'in-body' | 'nowhere'): void {
    this.place = place
    this.isFinal = true
    this.isOver = true
  }
}
