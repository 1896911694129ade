/**
 * Prepares a User-Agent header for the search for crawler names (I1). URLs, mail addresses and
 * device names are replaced by line feeds, which headers never contain, so that no name spans them.
 * Buffers are reused for the next header.
 */

import { ADDRESS } from './header-addresses.ts'
import { isTokenCode, LONGEST_HEADER } from './name-token.ts'
import { foldCase } from './path-form.ts'
import { SYSTEM_WORDS } from './system-words.ts'

const LINE_FEED = 0x0a
const SPACE = 0x20

export class HeaderText {
  /** The text in lower case (ASCII); valid up to `length`, until the next header is read. */
  readonly codes = new Uint16Array(LONGEST_HEADER)
  length = 0
  /**
   * Where names may begin: not after a letter, digit, `_` or hyphen. Unsorted, up to `startCount`.
   */
  readonly starts = new Uint16Array(LONGEST_HEADER)
  startCount = 0
  /** Whether a comment describes the system of a reader's device. */
  #hasSystem = false
  /** Ranges to leave out, as pairs of start and end; those of addresses come first. */
  readonly #leftOut: number[] = []
  #addressCount = 0
  #header = ''
  #folded = ''
  #text: string | null = ''
  #isBrowsers: boolean | null = null

  read(header: string): this {
    if (header === this.#header) return this
    this.#header = header
    this.#folded = this.#fold(
      header.length > LONGEST_HEADER ? header.slice(0, LONGEST_HEADER) : header,
    )
    this.#text = null
    this.#isBrowsers = null
    const inside = this.#folded.indexOf('(') + 1
    this.#hasSystem = inside > 0 && matchesAt(SYSTEM, this.#folded, inside)
    const hasDevice = this.#hasSystem && !matchesAt(DESKTOP, this.#folded, inside)
    // Addresses first: device names may contain the characters by which addresses are found.
    this.#leaveOutAddresses()
    if (hasDevice) this.#leaveOutDevice(inside)
    return this
  }

  /** Fills the buffers; returns the header in lower case. */
  #fold(header: string): string {
    const { codes, starts } = this
    const { length } = header
    let all = 0
    let count = 0
    let isStart = 1
    // By tables: branches on each character take twice the time.
    for (let at = 0; at < length; at++) {
      const code = header.charCodeAt(at)
      const kind = code < 0x80 ? KINDS[code]! : OTHER
      all |= code
      codes[at] = code < 0x80 ? LOWER[code]! : code
      starts[count] = at
      count += isStart & (kind === BLANK ? 0 : 1)
      isStart = kind === TOKEN ? 0 : 1
    }
    this.length = length
    this.startCount = count
    return all < 0x80 ? header.toLowerCase() : foldCase(header)
  }

  #leaveOutAddresses(): void {
    const text = this.#folded
    this.#leftOut.length = 0
    ADDRESS.lastIndex = 0
    for (let found = ADDRESS.exec(text); found !== null; found = ADDRESS.exec(text)) {
      // By index: this runs for every new header, and named groups take twice the time.
      const before = (found[1] ?? found[2] ?? found[3] ?? '').length
      this.#leaveOut(found.index - before, found.index + found[0].length)
    }
    this.#addressCount = this.#leftOut.length / 2
  }

  /**
   * In a system comment, only a product with a version (`; Storebot-Google/1.0`) and what follows
   * `compatible;` stay.
   */
  #leaveOutDevice(inside: number): void {
    const text = this.#folded
    const end = endOfComment(text, inside)
    let isCompatible = false
    for (let from = inside; from <= end; ) {
      const semicolon = text.indexOf(';', from)
      const to = semicolon < 0 || semicolon > end ? end : semicolon
      const item = text.slice(from, to)
      isCompatible ||= COMPATIBLE.test(item)
      if (!isCompatible && !PRODUCT.test(item)) this.#leaveOut(from, to)
      from = to + 1
    }
  }

  #leaveOut(from: number, to: number): void {
    const { codes, length } = this
    this.#leftOut.push(from, to)
    const isNewStart = to < length && codes[to]! > SPACE && isTokenCode(codes[to - 1]!)
    if (isNewStart) this.starts[this.startCount++] = to
    for (let at = from; at < to; at++) codes[at] = LINE_FEED
  }

  get hasAddresses(): boolean {
    return this.#addressCount > 0
  }

  /**
   * Whether the header contains a known address, or one below it. `known` has no scheme, `www.` or
   * `+`.
   */
  hasAddressBelow(known: readonly string[]): boolean {
    const text = this.#folded
    for (let i = 0; i < 2 * this.#addressCount; i += 2) {
      SCHEME.lastIndex = this.#leftOut[i]!
      SCHEME.test(text)
      const from = SCHEME.lastIndex
      const isBelow = (each: string) =>
        text.startsWith(each, from) && !ADDRESS_PART.test(text.charAt(from + each.length))
      if (known.some(isBelow)) return true
    }
    return false
  }

  /** Whether it is the header of a browser, or names the network library of a phone's apps. */
  isBrowsers(): boolean {
    this.#isBrowsers ??= this.#hasSystem || ENGINE.test(this.#folded)
    return this.#isBrowsers
  }

  toString(): string {
    this.#text ??= this.#withoutLeftOut()
    return this.#text
  }

  #withoutLeftOut(): string {
    let text = this.#folded
    for (let i = 0; i < this.#leftOut.length; i += 2) {
      const from = this.#leftOut[i]!
      const to = this.#leftOut[i + 1]!
      text = text.slice(0, from) + '\n'.repeat(to - from) + text.slice(to)
    }
    return text
  }
}

const TOKEN = 0
const OTHER = 1
const BLANK = 2

/** The kind of each ASCII character. */
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (isTokenCode(code)) return TOKEN
  return code <= SPACE ? BLANK : OTHER
})

const LOWER = Uint8Array.from({ length: 0x80 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

const ENGINE = /applewebkit|\bmsie\b|trident|presto|cfnetwork|dalvik|okhttp/

/** The first comment names the system of the reader's device. */
const SYSTEM = new RegExp(String.raw`[ \t]*(?:${SYSTEM_WORDS.join('|')})(?![a-z])`, 'y')
/** Desktop browsers do not name device models in comments. What else is there names a client. */
const DESKTOP = /[ \t]*(?:windows nt|windows;|macintosh;|x11;|x11,)/y

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at
  return sticky.test(text)
}

const SCHEME = /\+?(?:[a-z]*:?\/\/)?(?:www\.)?/y
const ADDRESS_PART = /[a-z0-9_.@-]/

const COMPATIBLE = /^[ \t]*compatible[ \t]*$/
const PRODUCT = /^ *[\w-]+\/\d/

/** The end of the comment whose content begins at `inside`. Comments nest. */
function endOfComment(text: string, inside: number): number {
  let depth = 1
  for (let at = inside; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x28) depth++
    else if (code === 0x29 && --depth === 0) return at
  }
  return text.length
}
