/**
 * Bytes of a page, in any pieces → whether it is an HTML document, and the place where the first child of its head goes. Many
 * servers send `text/html` for JSON, CSV, or parts of a page: tags belong into none of these.
 *
 * A document begins, after a byte order mark, white space and comments, with a doctype, `<html`, `<head`, or an element that
 * only a head holds. By the HTML standard's tree construction, `<html>` and `<head>` open the head, and anything else begins
 * it without a tag (so a `<head>` inside `<template>` or `<svg>` comes too late to count as one). ASCII only: for
 * encodings in which `<` is one byte.
 */
import { lowerCaseOf } from './ascii.ts'
import { TagReader } from './tag-reader.ts'

/** Elements that stand in a head, or around one. */
export const OF_HEAD: ReadonlySet<string> = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(' '),
)

/** The elements that begin a document without a doctype. */
const FIRST_ELEMENTS: ReadonlySet<string> = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'style'])
const AROUND = ['html', 'head']

/** A place in the bytes; null where it comes behind them, as far as they tell. */
type HeadPlace = number | 'nowhere' | null

/** Reads one page as far as the place. */
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
