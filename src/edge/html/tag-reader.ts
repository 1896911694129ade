/**
 * Bytes of a page, in any pieces → its tags, one after the other, with their places. This is the HTML standard's
 * tokenizer (13.2.5) as far as tags go. Whether an element's content is text depends on where it stands
 * (namespaces.ts): where that is unclear, the reader goes on only if both readings agree. It never throws. For
 * encodings in which `<` is one byte.
 */
import { endsTagName, isLetter, isSpace, lowerCaseOf } from './attributes.ts'
import { Namespaces } from './namespaces.ts'
import {
  BEFORE_ATTRIBUTE,
  COMMENT_START,
  Comment,
  DATA,
  DECLARATION,
  Doctype,
  EndedSection,
  NEXT,
  type PassedOver,
  Rest,
  TAG_NAME,
  TextContent,
} from './passed-over.ts'

export interface TagReading {
  /** XHTML: no element's content is text, and `<![CDATA[` opens a section everywhere. */
  readonly isXml?: boolean
  /** Whether the content of `noscript` is text, as it is for browsers that run scripts. */
  readonly scripting?: boolean
  /** Whether reading goes on, as markup, where it is unclear whether an element's content is text. */
  readonly goesOnUnclear?: boolean
  /** Whether declarations and comments are found, too, each by its beginning: `!doctype`, `?xml`, `!` and `?` for others. */
  readonly declarations?: boolean
  /** Tags with more bytes, in pieces, are passed over. */
  readonly longestTag?: number
}

const LONGEST_TAG = 64 * 1024
/** As many characters of a name are kept. */
const LONGEST_NAME = 32

const TEXT: ReadonlySet<string> = new Set('script style xmp iframe noembed noframes title textarea'.split(' '))
const OPENERS = ['<!--', '<![cdata[', '<!doctype']

export class TagReader {
  readonly #reading: TagReading
  readonly #namespaces = new Namespaces()
  /** A state of passed-over.ts; DATA between tags. */
  #state = DATA
  /** How much of the bytes that come again has been looked at. */
  #seen = 0
  #inside: PassedOver | null = null
  #isTooLong = false
  /** Whether the last byte of the tag so far is a slash of its own. */
  #isSlash = false
  #isFound = true

  /** The last tag: its name in lower case, and its place in the bytes given. */
  name = ''
  isEnd = false
  start = 0
  nameEnd = 0
  end = 0
  /** Whether the tag ends its element at once, as `/>` does outside of HTML. */
  isSelfClosing = false
  /** Where text other than white space begins behind the last tag, outside of elements of text; -1 where none does. */
  textStart = -1
  /** After `next` gave false: the index from which bytes must be given again, before those that follow. */
  settled = 0
  /** Whether reading ended before the page: how to read on is unclear. */
  isStopped = false
  /** XHTML: whether the page declares entities or attributes of its own. */
  declares = false

  constructor(reading: TagReading = {}) {
    this.#reading = reading
  }

  /** Whether the reader is in a comment, a declaration, or an element whose content is text. */
  get isInside(): boolean {
    return this.#inside !== null
  }

  /** The tag in which the bytes end: its name so far, and whether that is complete; null where they end in none. */
  get unfinished(): { readonly name: string; readonly isNamed: boolean } | null {
    return this.#state === DATA || this.#isTooLong ? null : { name: this.name, isNamed: this.nameEnd >= 0 }
  }

  next(bytes: Uint8Array, from: number): boolean {
    if (this.#isFound) this.textStart = -1
    this.#isFound = false
    let i = from
    while (i >= 0 && !this.#isFound && !this.isStopped) {
      if (this.#inside !== null) i = this.#pass(bytes, i, this.#inside)
      else i = this.#state === DATA ? this.#markup(bytes, i) : this.#tag(bytes, i)
    }
    if (this.isStopped) this.settled = bytes.length
    return this.#isFound
  }

  #markup(bytes: Uint8Array, from: number): number {
    const i = bytes.indexOf(0x3c, from)
    const until = i < 0 ? bytes.length : i
    for (let at = from; at < until && this.textStart < 0; at++) if (!isSpace(bytes[at]!)) this.textStart = at
    const next = bytes[i + 1]
    const letter = next === 0x2f ? bytes[i + 2] : next
    if (i < 0 || letter === undefined) return this.#needsMore(until)
    if (next === 0x21) return this.#declaration(bytes, i)
    if (next === 0x3f) return this.#instruction(bytes, i)
    if (isLetter(letter)) {
      this.#state = TAG_NAME
      this.#isTooLong = false
      this.#isSlash = false
      this.isEnd = next === 0x2f
      this.name = ''
      this.nameEnd = -1
      this.#seen = this.isEnd ? 2 : 1
      return i
    }
    if (next === 0x2f) return this.#passOver(new Comment(DECLARATION), i, i + 2, '!')
    if (this.textStart < 0) this.textStart = i
    return i + 1
  }

  /** `<!`: a comment, a doctype, a CDATA section, or what is skipped to the next `>`. */
  #declaration(bytes: Uint8Array, i: number): number {
    const opener = lowerCaseOf(bytes, i, i + 9)
    const isDoctype = opener === '<!doctype'
    if (opener.startsWith('<!--')) return this.#passOver(new Comment(COMMENT_START), i, i + 4, '!')
    if (this.#reading.isXml && isDoctype) return this.#passOver(new Doctype(), i, i + 9, '!doctype')
    if (opener === '<![cdata[') {
      const certainty = this.#reading.isXml ? 'foreign' : this.#namespaces.certainty
      if (certainty === 'unclear') this.#unclear()
      if (certainty !== 'sure') return this.#passOver(new EndedSection(']]>'), i, i + 9, '!')
    }
    const isCut = opener.length < 9 && OPENERS.some((each) => each.startsWith(opener))
    return isCut ? this.#needsMore(i) : this.#passOver(new Comment(DECLARATION), i, i + 2, isDoctype ? '!doctype' : '!')
  }

  /** `<?`: an instruction in XML, and in HTML what is skipped to the next `>`. */
  #instruction(bytes: Uint8Array, i: number): number {
    const { isXml, declarations } = this.#reading
    if (declarations && bytes.length < i + 5) return this.#needsMore(i)
    const name = lowerCaseOf(bytes, i + 1, i + 5) === '?xml' ? '?xml' : '?'
    return this.#passOver(isXml ? new EndedSection('?>') : new Comment(DECLARATION), i, i + 2, name)
  }

  #tag(bytes: Uint8Array, start: number): number {
    let state = this.#state
    let i = start + this.#seen
    let isSlash = this.#isSlash
    for (; i < bytes.length && state !== DATA; i++) {
      const byte = bytes[i]!
      if (state === TAG_NAME) {
        if (endsTagName(byte)) this.nameEnd = i - start
        else if (this.name.length < LONGEST_NAME)
          this.name += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
      }
      const next = NEXT[state * 256 + byte]!
      // Only where a name or another attribute could begin, a slash stands for itself.
      if (next !== DATA) isSlash = byte === 0x2f && next === BEFORE_ATTRIBUTE
      state = next
    }
    this.#state = state
    this.#isSlash = isSlash
    if (state !== DATA) {
      this.#isTooLong ||= bytes.length - start > (this.#reading.longestTag ?? LONGEST_TAG)
      this.#seen = this.#isTooLong ? 0 : bytes.length - start
      return this.#needsMore(this.#isTooLong ? bytes.length : start)
    }
    this.start = this.#isTooLong ? i : start
    this.nameEnd = this.#isTooLong ? i : start + this.nameEnd
    this.end = i
    this.isSelfClosing = isSlash && this.#reading.isXml === true
    if (!this.#reading.isXml) this.#follow(bytes)
    this.#isFound = !this.#isTooLong && !this.isStopped
    return i
  }

  #follow(bytes: Uint8Array): void {
    const { name, end } = this
    if (this.isEnd) {
      this.#namespaces.close(name)
      return
    }
    const certainty = this.#namespaces.open(name, this.#isSlash, bytes, this.nameEnd, end)
    this.isSelfClosing = this.#isSlash && certainty === 'foreign'
    if (certainty === 'foreign') return
    if (name === 'plaintext' && certainty === 'unclear') this.#unclear()
    else if (name === 'plaintext') this.#inside = new Rest()
    else if (TEXT.has(name) || (name === 'noscript' && this.#reading.scripting === true))
      this.#inside = new TextContent(name, certainty === 'unclear')
  }

  #pass(bytes: Uint8Array, from: number, inside: PassedOver): number {
    const end = inside.end(bytes, from)
    if (end < 0) return this.#needsMore(inside.settled)
    if (inside instanceof TextContent && !inside.isClosed) this.#unclear()
    if (inside instanceof Doctype) this.declares = inside.declares
    this.#inside = null
    return end
  }

  #passOver(what: PassedOver, start: number, end: number, name: string): number {
    this.#inside = what
    if (this.#reading.declarations !== true) return end
    this.name = name
    this.start = start
    this.end = end
    this.#isFound = true
    return end
  }

  #unclear(): void {
    this.isStopped = this.#reading.goesOnUnclear !== true
  }

  #needsMore(settled: number): number {
    this.settled = settled
    return -1
  }
}
