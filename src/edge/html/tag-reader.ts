/**
 * Bytes of a page, in any pieces → its tags, one after the other, with their places. This is the HTML standard's tokenizer
 * (13.2.5) as far as tags go: comments, declarations and the text of scripts, styles and titles are passed over.
 *
 * Whether the content of such an element is text depends on where the element stands. namespaces.ts follows that; where it
 * cannot know, the reader goes on only if both readings agree, and else stops. It never throws, and holds nothing but the
 * tag that it is in. ASCII only: for encodings in which `<` is one byte.
 */
import { endsTagName, isLetter, isSpace, lowerCaseOf } from './ascii.ts'
import { NOTHING } from './byte-source.ts'
import { Namespaces } from './namespaces.ts'
import { Comment, Doctype, type PassedOver, Rest, Section } from './passed-over.ts'
import { TextContent } from './text-content.ts'
import { BEFORE_ATTRIBUTE, COMMENT_START, DATA, DECLARATION, NEXT, TAG_NAME } from './tokenizer.ts'

/** What is read, and how. */
export interface TagReading {
  /** XHTML: no element's content is text, and `<![CDATA[` opens a section everywhere. */
  readonly isXml?: boolean
  /** Whether the content of `noscript` is text, as it is for browsers that run scripts. */
  readonly scripting?: boolean
  /** Whether reading goes on, as markup, where it is unclear whether an element's content is text. */
  readonly goesOnUnclear?: boolean
}

/** Tags that are longer are passed over. */
const LONGEST_TAG = 64 * 1024

/** Where the reader is between two tags. */
const MARKUP = 0
const TAG = 1
const INSIDE = 2

const RAW_TEXT: ReadonlySet<string> = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'title', 'textarea'])

/** Reads the tags of one page. */
export class TagReader {
  readonly #reading: TagReading
  readonly #namespaces: Namespaces
  #at = MARKUP
  /** State of tokenizer.ts, in a tag. */
  #state = DATA
  /** How much of the bytes that come again has been looked at. */
  #seen = 0
  /** What is passed over. */
  #inside: PassedOver | null = null
  #isTooLong = false
  /** Whether the last byte of the tag so far is a slash of its own. */
  #isSlash = false
  #isReported = true
  #bytes = NOTHING

  /** The last tag: its name in lower case, and its place in the bytes given. */
  name = ''
  isEnd = false
  start = 0
  nameEnd = 0
  end = 0
  /** Whether the tag ends its element at once, as `/>` does outside of HTML. */
  isSelfClosing = false
  /** Whether text other than white space stands between the last two tags, outside of elements of text. */
  hasText = false
  /** After `next` gave false: the index from which bytes must be given again, before those that follow. */
  settled = 0
  /** Whether reading ended before the page: how to read on is unclear. */
  isStopped = false
  /** XHTML: whether the page declares entities or attributes of its own. */
  declares = false

  constructor(reading: TagReading = {}) {
    this.#reading = reading
    this.#namespaces = new Namespaces()
  }

  /** Whether the last tag opened an element whose content is text. */
  get isInText(): boolean {
    return this.#inside !== null
  }

  /** Finds the next tag at or behind `from`; false where the bytes end before it does. */
  next(bytes: Uint8Array, from: number): boolean {
    let i = from
    if (this.#isReported) this.hasText = false
    this.#isReported = false
    while (!this.isStopped) {
      const before = i
      if (this.#at === MARKUP) {
        i = this.#markup(bytes, i)
      } else if (this.#at === TAG) {
        i = this.#tag(bytes, i)
        if (i >= 0 && this.#report()) {
          this.#isReported = true
          return true
        }
      } else i = this.#pass(bytes, i)
      if (i < 0) return false
      if (i === before && i >= bytes.length) break
    }
    this.settled = bytes.length
    return false
  }

  /** Looks for the next `<` and what it opens; -1 where more bytes are needed. */
  #markup(bytes: Uint8Array, from: number): number {
    const i = bytes.indexOf(0x3c, from)
    this.#noteText(bytes, from, i < 0 ? bytes.length : i)
    if (i < 0) return this.#needsMore(bytes.length)
    const next = bytes[i + 1]
    if (next === undefined) return this.#needsMore(i)
    if (isLetter(next)) return this.#open(i, i + 1, false)
    if (next === 0x2f) {
      const letter = bytes[i + 2]
      if (letter === undefined) return this.#needsMore(i)
      if (isLetter(letter)) return this.#open(i, i + 2, true)
      return this.#passOver(new Comment(DECLARATION), i + 2)
    }
    if (next === 0x3f) return this.#passOver(this.#reading.isXml ? new Section('?>') : new Comment(DECLARATION), i + 2)
    if (next !== 0x21) {
      this.hasText = true
      return i + 1
    }
    return this.#declaration(bytes, i)
  }

  /** `<!`: a comment, a CDATA section, or what is skipped to the next `>`. */
  #declaration(bytes: Uint8Array, i: number): number {
    const opener = lowerCaseOf(bytes, i, i + 9)
    if (opener.startsWith('<!--')) return this.#passOver(new Comment(COMMENT_START), i + 4)
    if (this.#reading.isXml && opener === '<!doctype') return this.#passOver(new Doctype(), i + 9)
    if (opener === '<![cdata[') {
      const certainty = this.#reading.isXml ? 'foreign' : this.#namespaces.certainty
      if (certainty === 'unclear') this.#unclear()
      if (certainty !== 'sure') return this.#passOver(new Section(']]>'), i + 9)
    }
    const isCut = opener.length < 9 && ['<!--', '<![cdata[', '<!doctype'].some((each) => each.startsWith(opener))
    return isCut ? this.#needsMore(i) : this.#passOver(new Comment(DECLARATION), i + 2)
  }

  #open(start: number, name: number, isEnd: boolean): number {
    this.#at = TAG
    this.#state = TAG_NAME
    this.#isTooLong = false
    this.#isSlash = false
    this.isEnd = isEnd
    this.start = start
    this.name = ''
    this.nameEnd = -1
    this.#seen = name - start
    return start
  }

  /** Reads on in a tag that begins at `start`; gives the index behind it, -1 where it does not end here. */
  #tag(bytes: Uint8Array, start: number): number {
    let state = this.#state
    let i = start + this.#seen
    let isSlash = this.#isSlash
    this.start = start
    for (; i < bytes.length && state !== DATA; i++) {
      const byte = bytes[i]!
      if (state === TAG_NAME) {
        if (endsTagName(byte)) this.nameEnd = i - start
        else if (this.name.length < 32)
          this.name += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
      }
      const next = NEXT[state * 256 + byte]!
      // Only where a name or another attribute could begin, a slash stands for itself.
      if (next !== DATA) isSlash = byte === 0x2f && next === BEFORE_ATTRIBUTE
      state = next
    }
    this.#state = state
    this.#isSlash = isSlash
    if (state !== DATA) return this.#inTag(bytes.length, start)
    this.#at = MARKUP
    this.#seen = 0
    this.end = i
    this.#bytes = bytes
    return i
  }

  #inTag(length: number, start: number): number {
    this.#seen = length - start
    if (this.#isTooLong || this.#seen > LONGEST_TAG) {
      this.#isTooLong = true
      this.#seen = 0
      return this.#needsMore(length)
    }
    return this.#needsMore(start)
  }

  /** A tag has ended: follows what it opens or closes. Returns whether to report it. */
  #report(): boolean {
    if (this.#isTooLong) {
      this.start = this.end
      this.nameEnd = this.end
    } else this.nameEnd += this.start
    this.isSelfClosing = this.#isSlash && this.#reading.isXml === true
    if (this.#reading.isXml) return !this.#isTooLong
    this.#follow()
    return !this.#isTooLong && !this.isStopped
  }

  #follow(): void {
    const { name, isEnd } = this
    const spaces = this.#namespaces
    if (isEnd) {
      spaces.close(name)
      return
    }
    const certainty = spaces.open(name, this.#isSlash, this.#bytes, this.nameEnd, this.end)
    this.isSelfClosing = this.#isSlash && certainty === 'foreign'
    const isText = RAW_TEXT.has(name) || name === 'script' || (name === 'noscript' && this.#reading.scripting === true)
    if (name === 'plaintext' && certainty !== 'foreign') {
      if (certainty === 'unclear') this.#unclear()
      else this.#passOver(new Rest(), this.end)
    } else if (isText && certainty !== 'foreign') {
      this.#passOver(new TextContent(name, certainty === 'unclear'), this.end)
    }
  }

  /** Reads on in what is passed over. */
  #pass(bytes: Uint8Array, from: number): number {
    const inside = this.#inside!
    const end = inside.end(bytes, from)
    if (end < 0) return this.#needsMore(inside.settled)
    if (inside instanceof TextContent && !inside.isClosed) this.#unclear()
    if (inside instanceof Doctype) this.declares = inside.declares
    this.#inside = null
    this.#at = MARKUP
    return end
  }

  #passOver(what: PassedOver, from: number): number {
    this.#inside = what
    this.#at = INSIDE
    return from
  }

  /** How to read on is unclear. */
  #unclear(): void {
    this.isStopped = this.#reading.goesOnUnclear !== true
  }

  #noteText(bytes: Uint8Array, from: number, to: number): void {
    for (let i = from; i < to && !this.hasText; i++) this.hasText = !isSpace(bytes[i]!)
  }

  #needsMore(settled: number): number {
    this.settled = settled
    return -1
  }
}
