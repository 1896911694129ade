/**
 * Finds the tags of a page with their places, from text in pieces of any size. It is the HTML
 * standard's tokenizer (13.2.5), reduced to tags. Whether an element contains text depends on its
 * namespace (namespaces.ts): if that is unclear, reading continues only if both interpretations
 * agree. Never throws.
 */
import { Namespaces } from './namespaces.ts'
import {
  CDATA,
  COMMENT_START,
  DATA,
  DECLARATION,
  INSTRUCTION,
  NEXT,
  REST,
  SLASH,
  TAG_NAME,
  TEXT,
  TextContent,
  xmlDoctype,
} from './tokenizer.ts'

export interface TagReading {
  /** XHTML: no element has raw text, and `<![CDATA[` always starts a section. */
  readonly isXml?: boolean
  /** Whether `noscript` contains raw text, as in browsers that run scripts. */
  readonly scripting?: boolean
  /** Whether to continue, treating content as markup, if it is unclear whether it is raw text. */
  readonly goesOnUnclear?: boolean
  /**
   * Whether to report declarations and comments, too, by their start: `!doctype`, `?xml`, `!` and
   * `?` for others.
   */
  readonly declarations?: boolean
  /** Longer tags that arrive in pieces are skipped. */
  readonly longestTag?: number
}

const LONGEST_TAG = 64 * 1024
/** Names are cut to this length. */
const LONGEST_NAME = 32

const NO_SPACE = /[^\t\n\f\r ]/g
const TAG_START = /<\/?[a-z]/iy
const NAME_END = /[\t\n\f\r />]/g
const OPENERS = ['<!--', '<![cdata[', '<!doctype']

export class TagReader {
  readonly #reading: TagReading
  readonly #namespaces = new Namespaces()
  /** A state of tokenizer.ts; DATA between tags. */
  #state = DATA
  #isTag = false
  #isSlash = false
  /** How much of the repeated text was examined before. */
  #seen = 0
  #content: TextContent | null = null
  #isTooLong = false
  #isFound = true

  /** The last tag, or declaration (not `isTag`): its lower-case name and its place in the text. */
  isTag = false
  name = ''
  isEnd = false
  start = 0
  nameEnd = 0
  end = 0
  /** Whether the tag closes its own element, like `/>` outside HTML. */
  isSelfClosing = false
  /** The first text other than white space after the last tag, outside raw text; -1 for none. */
  textStart = -1
  /** After `next` returned false: the index from which text must be repeated. */
  settled = 0
  /** Whether parsing stopped early, because it became ambiguous. */
  isStopped = false
  /** XHTML: whether the page declares entities or attributes, which may define META tags. */
  declares = false

  constructor(reading: TagReading = {}) {
    this.#reading = reading
  }

  /** Whether the parser is in a comment, a declaration or raw text. */
  get isInside(): boolean {
    return this.#content !== null || (this.#state !== DATA && !this.#isTag)
  }

  /**
   * The incomplete tag at the end of the text: its name so far, and whether that is complete; null
   * for none.
   */
  get unfinished(): { readonly name: string; readonly isNamed: boolean } | null {
    const isInTag = this.#state !== DATA && this.#isTag && !this.#isTooLong
    return isInTag ? { name: this.name, isNamed: this.nameEnd >= 0 } : null
  }

  next(text: string, from: number): boolean {
    if (this.#isFound) this.textStart = -1
    this.#isFound = false
    let i = from
    while (i >= 0 && !this.#isFound && !this.isStopped) {
      if (this.#content !== null) i = this.#pass(text, i, this.#content)
      else if (this.#state === DATA) i = this.#markup(text, i)
      else i = this.#isTag ? this.#tag(text, i) : this.#run(text, i)
    }
    if (this.isStopped) this.settled = text.length
    return this.#isFound
  }

  #markup(text: string, from: number): number {
    const i = text.indexOf('<', from)
    const until = i < 0 ? text.length : i
    NO_SPACE.lastIndex = from
    if (this.textStart < 0 && NO_SPACE.test(text) && NO_SPACE.lastIndex <= until)
      this.textStart = NO_SPACE.lastIndex - 1
    const isEnd = text[i + 1] === '/'
    if (i < 0 || i + (isEnd ? 2 : 1) >= text.length) return this.#needsMore(until)
    if (text[i + 1] === '!') return this.#declaration(text, i)
    if (text[i + 1] === '?') return this.#instruction(text, i)
    TAG_START.lastIndex = i
    if (TAG_START.test(text)) {
      this.#state = TAG_NAME
      this.#isTag = true
      this.#isTooLong = false
      this.isEnd = isEnd
      this.#seen = isEnd ? 2 : 1
      return i
    }
    if (isEnd) return this.#passOver(DECLARATION, i, i + 2, '!')
    if (this.textStart < 0) this.textStart = i
    return i + 1
  }

  /** `<!`: a comment, a doctype, a CDATA section, or what is skipped up to `>`. */
  #declaration(text: string, i: number): number {
    const opener = text.slice(i, i + 9).toLowerCase()
    const isDoctype = opener === '<!doctype'
    if (opener.startsWith('<!--')) return this.#passOver(COMMENT_START, i, i + 4, '!')
    if (this.#reading.isXml && isDoctype) return this.#xmlDoctype(text, i)
    if (opener === '<![cdata[') {
      const certainty = this.#reading.isXml ? 'foreign' : this.#namespaces.certainty
      if (certainty === 'unclear') this.#unclear()
      if (certainty !== 'sure') return this.#passOver(CDATA, i, i + 9, '!')
    }
    const isCut = opener.length < 9 && OPENERS.some((each) => each.startsWith(opener))
    return isCut
      ? this.#needsMore(i)
      : this.#passOver(DECLARATION, i, i + 2, isDoctype ? '!doctype' : '!')
  }

  #xmlDoctype(text: string, i: number): number {
    const doctype = xmlDoctype(text, i)
    this.declares = doctype?.declares === true
    // Until its end comes, every piece repeats it.
    this.isStopped = (doctype?.end ?? text.length) - i > LONGEST_TAG
    return doctype?.end ?? this.#needsMore(i)
  }

  /** `<?`: in XML an instruction, in HTML skipped up to `>`. */
  #instruction(text: string, i: number): number {
    const { isXml, declarations } = this.#reading
    if (declarations && text.length < i + 5) return this.#needsMore(i)
    const name = text.slice(i + 1, i + 5).toLowerCase() === '?xml' ? '?xml' : '?'
    return this.#passOver(isXml ? INSTRUCTION : DECLARATION, i, i + 2, name)
  }

  /** Runs the tokenizer to the end of the current construct; -1 if more text is needed. */
  #run(text: string, from: number): number {
    let state = this.#state
    let last = state
    let i = from
    for (; i < text.length && state !== DATA; i++) {
      last = state
      state = NEXT[state * 256 + Math.min(text.charCodeAt(i), 255)]!
    }
    this.#state = state
    this.#isSlash = last === SLASH
    return state === DATA ? i : this.#needsMore(text.length)
  }

  #tag(text: string, start: number): number {
    const end = this.#run(text, start + this.#seen)
    if (!this.#isTooLong) {
      const at = start + (this.isEnd ? 2 : 1)
      NAME_END.lastIndex = at
      this.nameEnd = NAME_END.test(text) ? NAME_END.lastIndex - 1 : -1
      const until = this.nameEnd < 0 ? text.length : this.nameEnd
      this.name = text.slice(at, Math.min(at + LONGEST_NAME, until)).toLowerCase()
    }
    if (end < 0) {
      this.#isTooLong ||= text.length - start > (this.#reading.longestTag ?? LONGEST_TAG)
      this.#seen = this.#isTooLong ? 0 : text.length - start
      return this.#isTooLong ? end : this.#needsMore(start)
    }
    this.start = this.#isTooLong ? end : start
    if (this.#isTooLong) this.nameEnd = end
    this.end = end
    this.isTag = true
    this.isSelfClosing = this.#isSlash && this.#reading.isXml === true
    if (!this.#reading.isXml) this.#follow(text)
    this.#isFound = !this.#isTooLong && !this.isStopped
    return end
  }

  #follow(text: string): void {
    const { name, end } = this
    if (this.isEnd) {
      this.#namespaces.close(name)
      return
    }
    const certainty = this.#namespaces.open(name, this.#isSlash, text, this.nameEnd, end)
    this.isSelfClosing = this.#isSlash && certainty === 'foreign'
    if (certainty === 'foreign') return
    if (name === 'plaintext' && certainty === 'unclear') this.#unclear()
    else if (name === 'plaintext') {
      this.#state = REST
      this.#isTag = false
    } else if (TEXT.has(name) && (name !== 'noscript' || this.#reading.scripting === true))
      this.#content = new TextContent(name, certainty === 'unclear')
  }

  #pass(text: string, from: number, content: TextContent): number {
    const end = content.end(text, from)
    if (end < 0) return this.#needsMore(content.settled)
    if (!content.isClosed) this.#unclear()
    this.#content = null
    return end
  }

  #passOver(state: number, start: number, end: number, name: string): number {
    this.#state = state
    this.#isTag = false
    if (this.#reading.declarations !== true) return end
    this.isTag = false
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
