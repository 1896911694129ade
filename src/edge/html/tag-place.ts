/**
 * The tags of a page, one after the other → where ours go: directly behind the declaration of its charset, where that
 * stands in the first 1,024 bytes (what pushed it further back would change the encoding that clients find), else first in
 * head. Into what is not a document, nowhere: many servers send `text/html` for JSON, CSV, or parts of a page.
 */
import { HEAD_ENDS, HeadTracker } from './head-tracker.ts'
import { charsetDeclaration, PRESCAN_LIMIT } from './page-kind.ts'
import type { TagReader } from './tag-reader.ts'

const FIRST_ELEMENTS = ['html', 'head', 'title', 'meta', 'link', 'base', 'style']
const AROUND = ['html', 'head']

/** How much is looked at for the beginning of a document. */
export const START_LIMIT = 4096

/** An index of the text; null where it comes behind that, as far as that tells. */
type HeadPlace = number | 'nowhere' | null

/** What it is given is the page from an index on (`base`), as far as it has come. */
export class TagPlace {
  readonly #reader: TagReader
  /** Whether the answer's headers or a byte order mark name the charset, so that no place changes it. */
  #isNamed: boolean
  /** What may declare the charset, and where the declaration ends; 0 as long as there is none. */
  #start = ''
  #declared = 0
  /** How much of the page has come, and whether no declaration can follow. */
  #length = 0
  #isSettled = false
  #isXml = false
  /** Where the doctype of a file that says to be XML ends its first word; -1 without one. */
  #xmlDoctype = -1
  /** The first index in head, and what follows there. */
  #first: number | null = null
  readonly #head = new HeadTracker()

  /** Whether the page begins as a document does; null where that is not known yet. */
  isDocument: boolean | null = null
  /**
   * An index of the page; `later`: first in head, which begins behind what was read; `in-body`: the body begins before the
   * charset is declared, so there is none for tags, and elements may get class attributes.
   */
  place: number | 'later' | 'in-body' | 'nowhere' = 'nowhere'
  /** Whether the rest of the page can tell nothing but where `later` is, and whether it can tell nothing at all. */
  isFinal = false
  isOver = false

  constructor(reader: TagReader, hasCharset: boolean) {
    this.#reader = reader
    this.#isNamed = hasCharset
  }

  /** Where the declaration ends that clients look for in the first 1,024 bytes; 0 where nothing depends on it. */
  get declarationEnd(): number {
    return this.#isNamed ? 0 : this.#declared
  }

  /** Takes the text before it is read; `length`: how much of the page has come. */
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

  /** Decides by what has come; `settled`: the index of the page from which is read on. */
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

  /** Whether tags may stand where the page ends: nothing but white space, comments and `<html>` came. */
  get #mayEnd(): boolean {
    const { isInside, unfinished } = this.#reader
    return !isInside && !AROUND.includes(unfinished?.name ?? '')
  }

  #find(at: HeadPlace, base: number): void {
    if (at === 'nowhere') this.#end(at)
    else if (at !== null) this.#first = base + at
  }

  /** Whether the declaration of the charset has come behind the first place, with no element open. */
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

  /** Behind an XML declaration, the doctype of another language than HTML says that this is a file of that language. */
  #judgeXml(text: string): void {
    const at = this.#xmlDoctype
    if (this.isDocument !== null) return
    const [, name, end] = /^\s*([^\s>]*)(\s|>|$)/.exec(text.slice(at, at + 20).toLowerCase()) ?? []
    if (end !== '' || text.length >= at + 20) this.isDocument = name === 'html'
  }

  /** The place before text: none in what is no document, or in an encoding of two bytes. */
  #placeInRest(text: string): HeadPlace {
    const { textStart } = this.#reader
    if (this.#xmlDoctype >= 0) this.#judgeXml(text)
    if (textStart < 0) return this.isDocument === false ? 'nowhere' : this.#unfinished()
    this.isDocument ??= false
    return this.isDocument && !/^<?\0/.test(text.slice(textStart, textStart + 2))
      ? textStart
      : 'nowhere'
  }

  /** The place before a tag whose end has not come, as soon as its name tells. */
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
