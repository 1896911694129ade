/**
 * Inserts tags at their place in a page, and class tokens into matching elements (E1), piece by
 * piece. It only adds: if the page cannot be parsed further, everything found so far counts and no
 * byte is lost. A tag is held until it ends or exceeds 64 KiB.
 */
import { BYTE_ORDER_MARK, encoder, LATIN_1 } from '../../base/octets.ts'
import { type Attribute, attributesOf } from './attributes.ts'
import { joinedBytes, NOTHING } from './byte-source.ts'
import { type ClassRules, ElementMatcher } from './element-matcher.ts'
import type { Rewriting } from './page.ts'
import { PRESCAN_LIMIT } from './page-kind.ts'
import { START_LIMIT, TagPlace } from './tag-place.ts'
import { TagReader } from './tag-reader.ts'

/**
 * An insertion at an index of the page, in ASCII, which is the same bytes in every supported
 * encoding.
 */
interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * What is inserted: `tags` with class attributes, or class attributes alone. `tags` also says that
 * their place may still come: headers are sent before that is known.
 */
export type PageChange = 'none' | 'classes' | 'tags'

export interface PageChanges extends Rewriting {
  readonly change: PageChange
}

export class PageWriter implements PageChanges {
  readonly #reader = new TagReader({ scripting: true, declarations: true })
  /** Where tags go, by the bytes examined so far. */
  readonly tagPlace: TagPlace
  readonly #tags: string
  readonly #report: (fault: unknown) => void
  /** Null once no more classes are written. */
  #matcher: ElementMatcher | null
  /** The page from an index on, as bytes and text, and how much was parsed. */
  #base = 0
  #bytes = NOTHING
  #text = ''
  #read = 0
  #insertions: Insertion[] = []
  #isBegun = false
  /** Whether tags are placed, or will not be. */
  #isPlaced = false

  constructor(
    tags: string,
    hasCharset: boolean,
    rules: ClassRules | null,
    report: (fault: unknown) => void,
  ) {
    this.#tags = tags
    this.tagPlace = new TagPlace(this.#reader, hasCharset)
    this.#matcher = rules === null ? null : new ElementMatcher(rules)
    this.#report = report
  }

  /** What it changes, by the bytes examined so far. */
  get change(): PageChange {
    const { place } = this.tagPlace
    if (place === 'nowhere') return 'none'
    if (place !== 'in-body') return 'tags'
    return this.#matcher === null && this.#insertions.length === 0 ? 'none' : 'classes'
  }

  get isDone(): boolean {
    return this.#isPlaced && this.#matcher === null
  }

  /** Takes the next bytes. The first are those that `look` examined. */
  take(bytes: Uint8Array): Uint8Array {
    if (this.isDone) return bytes
    if (this.#isBegun) this.#readSafely(joinedBytes(this.#bytes, bytes), false)
    else this.#leaveCharset()
    this.#isBegun = true
    this.#putTags()
    return this.#write(this.isDone ? this.#bytes.length : this.#read)
  }

  end(): Uint8Array {
    if (!this.#isPlaced) this.#readSafely(this.#bytes, true)
    this.#putTags()
    return this.#write(this.#bytes.length)
  }

  /** An error in our code stops the insertions, not the page. */
  #readSafely(bytes: Uint8Array, isWhole: boolean): void {
    try {
      this.look(bytes, isWhole)
    } catch (fault) {
      this.#isPlaced = true
      this.#endClasses(fault)
    }
  }

  /** Examines more bytes to find the place. `bytes`: all that has come. */
  look(bytes: Uint8Array, isWhole: boolean): void {
    this.#bytes = bytes
    const place = this.tagPlace
    const { length } = bytes
    // Most places are in the first bytes; a document is recognised within START_LIMIT.
    let until = this.#base === 0 ? PRESCAN_LIMIT : length
    do {
      this.#text += LATIN_1.decode(bytes.subarray(this.#text.length, until))
      place.begin(this.#text, this.#base, this.#base + length, isWhole)
      this.#readTags(this.#text)
      until *= 4
    } while (
      this.#text.length < length &&
      !this.#isOver &&
      (until <= START_LIMIT || place.isDocument)
    )
    if (this.#isLooking) place.decide(this.#base + this.#read, isWhole)
  }

  get #isLooking(): boolean {
    return !this.#isPlaced && !this.tagPlace.isOver
  }

  get #isOver(): boolean {
    return this.#matcher === null && !this.#isLooking
  }

  #readTags(text: string): void {
    const reader = this.#reader
    if (this.#base === 0 && this.#read === 0) {
      // Part of a byte order mark is not text yet.
      if (BYTE_ORDER_MARK.startsWith(text)) return
      if (text.startsWith(BYTE_ORDER_MARK)) this.#read = BYTE_ORDER_MARK.length
    }
    while (reader.next(text, this.#read)) {
      this.#read = reader.end
      if (this.#isLooking) this.tagPlace.take(text, this.#base)
      if (this.#matcher !== null && reader.isTag) this.#mark(text, this.#matcher)
      if (this.#isOver) return
    }
    this.#read = reader.settled
    if (reader.isStopped) this.#matcher = null
    if (this.#isLooking) this.tagPlace.takeRest(text, this.#base)
  }

  #mark(text: string, matcher: ElementMatcher): void {
    const { name, isEnd, isSelfClosing, nameEnd, end } = this.#reader
    try {
      if (isEnd) matcher.close(name)
      else {
        const attributes = attributesOf(text, nameEnd, end)
        const classes = matcher.open(name, isSelfClosing, attributes)
        if (classes !== '') this.#addClasses(attributes, classes)
      }
      if (matcher.isFull) this.#matcher = null
    } catch (fault) {
      this.#endClasses(fault)
    }
  }

  #endClasses(fault: unknown): void {
    this.#matcher = null
    this.#report(fault)
  }

  #addClasses(attributes: readonly Attribute[], tokens: string): void {
    const own = attributes.find(({ name }) => name === 'class')
    const added =
      own === undefined
        ? [{ at: this.#reader.nameEnd, text: ` class="${tokens}"` }]
        : addedTo(own, tokens)
    for (const { at, text } of added) this.#insertions.push({ at: this.#base + at, text })
  }

  /**
   * Drops class attributes that would push the charset declaration out of the bytes that browsers
   * scan.
   */
  #leaveCharset(): void {
    const { declarationEnd } = this.tagPlace
    let end = declarationEnd
    for (const { at, text } of this.#insertions) if (at < declarationEnd) end += text.length
    if (end > PRESCAN_LIMIT)
      this.#insertions = this.#insertions.filter(({ at }) => at >= declarationEnd)
  }

  #putTags(): void {
    const { place } = this.tagPlace
    if (this.#isPlaced || place === 'later') return
    this.#isPlaced = true
    if (typeof place === 'string') return
    this.#insertions.push({ at: place, text: this.#tags })
    this.#insertions.sort((a, b) => a.at - b.at)
  }

  #write(until: number): Uint8Array {
    const given = spliced(this.#bytes.subarray(0, until), this.#base, this.#insertions)
    this.#base += until
    this.#bytes = this.#bytes.subarray(until)
    this.#text = this.#text.slice(until)
    this.#read -= until
    this.#insertions = []
    return given
  }
}

function addedTo({ value, quote, end }: Attribute, tokens: string): readonly Insertion[] {
  if (quote === 'none') return [{ at: end, text: `="${tokens}"` }]
  if (quote !== 'bare') return [{ at: end, text: value === '' ? tokens : ` ${tokens}` }]
  if (value === '') return [{ at: end, text: `"${tokens}"` }]
  // An unquoted value may contain a quote. One with both kinds is terminated by a reference to a
  // space.
  const mark = ['"', "'"].find((each) => !value.includes(each))
  if (mark === undefined) return [{ at: end, text: `&#32;${tokens.replaceAll(' ', '&#32;')}` }]
  return [
    { at: end - value.length, text: mark },
    { at: end, text: ` ${tokens}${mark}` },
  ]
}

/** The bytes from `base` on, with the insertions. */
function spliced(bytes: Uint8Array, base: number, insertions: readonly Insertion[]): Uint8Array {
  if (insertions.length === 0) return bytes
  let length = bytes.length
  for (const { text } of insertions) length += text.length
  const out = new Uint8Array(length)
  let from = 0
  let to = 0
  for (const { at, text } of insertions) {
    out.set(bytes.subarray(from, at - base), to)
    to += at - base - from
    to += encoder.encodeInto(text, out.subarray(to)).written
    from = at - base
  }
  out.set(bytes.subarray(from), to)
  return out
}
