/**
 * The first bytes of a page → where tags go into it: directly behind the declaration of its charset, where that stands in
 * the first 1,024 bytes (what pushed it further back would change the encoding that clients find), else first in head.
 * Into what is not a document, nowhere.
 */
import { joinedBytes, NOTHING } from './byte-source.ts'
import { charsetDeclaration, PRESCAN_LIMIT } from './charset-declaration.ts'
import { HeadReader, OF_HEAD } from './head-reader.ts'
import { TagReader } from './tag-reader.ts'

/** An index of the page; `later`: first in head, which begins behind the bytes that were read. */
type TagPlace = number | 'later' | 'nowhere'

/** How many bytes are looked at for the beginning of a document. */
export const START_LIMIT = 4096

/** Finds the place in one page, piece by piece. */
export class TagPlacer {
  readonly #head = new HeadReader()
  /** Whether the answer's headers or a byte order mark name the charset, so that no place changes it. */
  #isNamed: boolean
  /** The bytes that are still looked at, how many came before them, and from where the head is read on. */
  #bytes = NOTHING
  #before = 0
  #from = 0
  /** Where the head's first child goes. */
  #first: number | null = null

  /** Where tags go, as far as these bytes tell. */
  place: TagPlace = 'nowhere'
  /** Whether more bytes can tell nothing else. */
  isFinal = false

  /** `hasCharset`: whether the answer's headers name the charset. */
  constructor(hasCharset: boolean) {
    this.#isNamed = hasCharset
  }

  /** Until which index of the page it is sure that tags go nowhere before it. */
  get passed(): number {
    return this.#before + this.#from
  }

  /** Reads on; `isWhole`: nothing comes after this piece. */
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

  /** Reads the head. Gives whether this is a document; where it is none, the place is nowhere. */
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
