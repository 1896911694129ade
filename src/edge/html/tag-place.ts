/**
 * The first bytes of a page → where tags go into it: directly behind the declaration of its charset, where that stands
 * in the first 1,024 bytes (what pushed it further back would change the encoding that clients find), else first in
 * head. Into what is not a document, nowhere: many servers send `text/html` for JSON, CSV, or parts of a page.
 */
import { lowerCaseOf } from './attributes.ts'
import { joinedBytes, NOTHING } from './byte-source.ts'
import { charsetDeclaration, PRESCAN_LIMIT } from './charset-declaration.ts'
import { TagReader } from './tag-reader.ts'

/** Elements that stand in a head, or around one. */
export const OF_HEAD: ReadonlySet<string> = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(' '),
)

const FIRST_ELEMENTS: ReadonlySet<string> = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'style'])
const AROUND = ['html', 'head']

/** A place in the bytes; null where it comes behind them, as far as they tell. */
type HeadPlace = number | 'nowhere' | null

export class HeadReader {
  readonly #reader = new TagReader({ scripting: true, declarations: true })
  #isBegun = false
  #isXml = false
  /** Where the doctype of a file that says to be XML ends its first word; -1 without one. */
  #xmlDoctype = -1
  /** Whether the bytes begin as a document does; null where they do not tell yet. */
  isDocument: boolean | null = null
  /** After null: the index from which bytes must be given again, before those that follow. */
  settled = 0

  /** Reads on from an index. After a place or `nowhere` there is nothing more to read. */
  read(bytes: Uint8Array, from: number): HeadPlace {
    let at = from
    if (!this.#isBegun) {
      if (isCutMark(bytes)) return null
      this.#isBegun = true
      at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    }
    this.#judgeXml(bytes)
    const reader = this.#reader
    while (this.isDocument !== false && reader.next(bytes, at)) {
      at = reader.end
      const place = this.#token(bytes)
      if (place !== null) return place
    }
    if (this.isDocument === false) return 'nowhere'
    this.settled = reader.settled
    return reader.textStart < 0 ? this.#unfinished() : this.#text(bytes)
  }

  /** Whether tags may stand at `settled` where the page ends: nothing but white space, comments and `<html>` came. */
  get mayEnd(): boolean {
    const { isInside, unfinished } = this.#reader
    return this.isDocument === true && !isInside && !AROUND.includes(unfinished?.name ?? '')
  }

  /** The place that a token begins or ends; null where it does not tell. */
  #token(bytes: Uint8Array): HeadPlace {
    const { name, isEnd, start, end, textStart } = this.#reader
    if (textStart >= 0) return this.#text(bytes)
    if (name === '?xml') this.#isXml = true
    if (name === '!doctype') {
      if (this.#isXml && this.isDocument === null) this.#xmlDoctype = start + name.length + 1
      else this.isDocument = true
      this.#judgeXml(bytes)
    }
    if (name.startsWith('!') || name.startsWith('?')) return null
    this.isDocument ??= !isEnd && FIRST_ELEMENTS.has(name)
    if (!this.isDocument) return 'nowhere'
    if (isEnd || !AROUND.includes(name)) return start
    return name === 'head' ? end : null
  }

  /** Behind an XML declaration, the doctype of another language than HTML says that this is a file of that language. */
  #judgeXml(bytes: Uint8Array): void {
    const at = this.#xmlDoctype
    if (at < 0 || this.isDocument !== null) return
    const [, name, end] = /^\s*([^\s>]*)(\s|>|$)/.exec(lowerCaseOf(bytes, at, at + 20)) ?? []
    if (end !== '' || bytes.length >= at + 20) this.isDocument = name === 'html'
  }

  /** The place before text: none in what is no document, or in an encoding of two bytes. */
  #text(bytes: Uint8Array): HeadPlace {
    const { textStart } = this.#reader
    this.isDocument ??= false
    const isWide = bytes[textStart] === 0 || (bytes[textStart] === 0x3c && bytes[textStart + 1] === 0)
    return this.isDocument && !isWide ? textStart : 'nowhere'
  }

  /** The place before a tag whose end has not come, as soon as its name tells. */
  #unfinished(): HeadPlace {
    const { unfinished, isEnd } = this.#reader
    if (unfinished === null) return null
    const { name, isNamed } = unfinished
    const mayBeFirst = !isEnd && [...FIRST_ELEMENTS].some((each) => (isNamed ? each === name : each.startsWith(name)))
    if (isNamed || !mayBeFirst) this.isDocument ??= mayBeFirst
    if (this.isDocument === false) return 'nowhere'
    const mayBeAround = !isEnd && AROUND.some((each) => (isNamed ? each === name : each.startsWith(name)))
    return this.isDocument === null || mayBeAround ? null : this.settled
  }
}

/** Whether all that is there is the beginning of a byte order mark, or nothing. */
function isCutMark([first, second, third]: Uint8Array): boolean {
  return first === undefined || (first === 0xef && (second === undefined || (second === 0xbb && third === undefined)))
}

/** An index of the page; `later`: first in head, which begins behind the bytes that were read. */
type TagPlace = number | 'later' | 'nowhere'

/** How many bytes are looked at for the beginning of a document. */
export const START_LIMIT = 4096

export class TagPlacer {
  readonly #head = new HeadReader()
  /** Whether the answer's headers or a byte order mark name the charset, so that no place changes it. */
  #isNamed: boolean
  /** The bytes that are still looked at, how many came before them, and from where the head is read on. */
  #bytes = NOTHING
  #before = 0
  #from = 0
  #first: number | null = null

  place: TagPlace = 'nowhere'
  /** Whether more bytes can tell nothing else. */
  isFinal = false

  constructor(hasCharset: boolean) {
    this.#isNamed = hasCharset
  }

  /** Until which index of the page it is sure that tags go nowhere before it. */
  get passed(): number {
    return this.#before + this.#from
  }

  take(piece: Uint8Array, isWhole: boolean): void {
    if (this.isFinal && this.place !== 'later') return
    this.#bytes = joinedBytes(this.#bytes, piece)
    const length = this.#before + this.#bytes.length
    this.#isNamed ||= this.#before === 0 && this.#bytes[0] === 0xef
    if (this.#first === null && !this.#isDocument(length, isWhole)) return
    const isSettled = isWhole || length >= PRESCAN_LIMIT
    if (this.#first === null) this.#withoutHead(isSettled, isWhole)
    else this.#inHead(this.#first, isSettled)
  }

  #isDocument(length: number, isWhole: boolean): boolean {
    const head = this.#head
    const isKnown = head.isDocument !== null
    let found = head.read(isKnown ? this.#bytes : this.#bytes.subarray(0, START_LIMIT), this.#from)
    if (!isKnown && head.isDocument === true && found === null) found = head.read(this.#bytes, head.settled)
    this.#from = head.settled
    if (typeof found === 'number') this.#first = this.#before + found
    const isOver = head.isDocument === null && (isWhole || length >= START_LIMIT)
    if (found === 'nowhere' || isOver) this.#end('nowhere')
    return head.isDocument === true && found !== 'nowhere'
  }

  #withoutHead(isSettled: boolean, isWhole: boolean): void {
    this.place = isSettled || this.#isNamed ? 'later' : 'nowhere'
    this.isFinal = isSettled
    if (isWhole) this.place = this.#head.mayEnd ? this.passed : 'nowhere'
    if (this.passed <= START_LIMIT) return
    this.#bytes = this.#bytes.subarray(this.#from)
    this.#before += this.#from
    this.#from = 0
  }

  #inHead(first: number, isSettled: boolean): void {
    const declared = this.#before > 0 ? null : charsetDeclaration(this.#bytes)
    if (declared === null || declared <= first) {
      this.place = isSettled || this.#isNamed ? first : 'nowhere'
      this.isFinal = isSettled
    } else this.#end(behindDeclaration(this.#bytes, first, declared) ?? (this.#isNamed ? first : 'nowhere'))
  }

  #end(place: number | 'nowhere'): void {
    this.place = place
    this.isFinal = true
  }
}

/** The first index at or behind `declared` where the head has no element open; null where it ends before. */
function behindDeclaration(bytes: Uint8Array, from: number, declared: number): number | null {
  const reader = new TagReader({ scripting: true })
  let templates = 0
  for (let at = from; reader.next(bytes, at); at = reader.end) {
    const { name, isEnd } = reader
    if (reader.textStart >= 0 || !OF_HEAD.has(name)) return null
    if (name === 'template') templates += isEnd ? -1 : 1
    if (reader.end >= declared && templates <= 0 && !reader.isInside) return reader.end
  }
  return null
}
