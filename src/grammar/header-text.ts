/**
 * User-Agent header → the text in which crawler names are looked for (I1): without URLs, mail addresses and device names.
 *
 * The text is kept as character codes in a buffer that is used again for each header, so reading one allocates nothing. What is
 * left out becomes line feeds, which no header holds: no name spans them.
 */
import { SYSTEM_WORDS } from '../vocabulary/system-words.ts'
import { isWordCode } from './name-token.ts'

/** I1: how much of a header is looked at, in characters. */
const LONGEST_HEADER = 1024

/** Reads headers, one at a time. */
export class HeaderText {
  /** The text in lower case (ASCII); valid up to `length`, until the next header is read. */
  readonly codes = new Uint16Array(LONGEST_HEADER)
  length = 0
  /** Whether the header tells of the reader's device in a system comment. */
  hasSystem = false
  /** Whether it holds a URL or a mail address. */
  hasAddress = false
  #header = ''
  /** Pairs of beginning and end. */
  #places: readonly number[] = NONE

  /** Reads a header. Linear in its length. */
  read(header: string): this {
    this.#header = header
    this.length = Math.min(header.length, LONGEST_HEADER)
    let open = -1
    let mayHaveAddress = false
    for (let at = 0; at < this.length; at++) {
      const code = header.charCodeAt(at)
      this.codes[at] = code >= 0x41 && code <= 0x5a ? code | 0x20 : code
      if (code === OPEN && open < 0) open = at
      mayHaveAddress ||= code === SLASH || code === PLUS || code === AT || code === DOT
    }
    this.hasSystem = open >= 0 && this.#isSystem(open + 1)
    // Addresses first: they are found by characters that devices' names may hold, too.
    const addresses = mayHaveAddress ? this.#addresses() : NONE
    this.#places = addresses
    this.hasAddress = addresses.length > 0
    if (this.hasSystem && !this.#isDesktop(open + 1)) this.#cutItems(open + 1, this.#endOfComment(open))
    for (let i = 0; i < addresses.length; i += 2) this.#cut(addresses[i]!, addresses[i + 1]!)
    return this
  }

  /** Whether it is the header of a browser, or names the network library of a phone's apps. */
  isBrowsers(): boolean {
    return this.hasSystem || ENGINE.test(this.#header)
  }

  /** The URLs and mail addresses in lower case, without a scheme, `www.` or `+`. */
  addresses(): readonly string[] {
    return this.#places.flatMap((from, i) => {
      if (i % 2 === 1) return []
      const address = this.#header.slice(from, this.#places[i + 1]).toLowerCase()
      return [address.replace(/^\+?(?:[a-z]*:?\/\/)?(?:www\.)?/, '')]
    })
  }

  toString(): string {
    return String.fromCharCode(...this.codes.subarray(0, this.length))
  }

  #cut(from: number, to: number): void {
    this.codes.fill(LINE_FEED, from, to)
  }

  /** Whether a comment that begins at `at` is a system comment. */
  #isSystem(at: number): boolean {
    const { codes } = this
    while (codes[at] === SPACE || codes[at] === TAB) at++
    const words = at < this.length ? SYSTEMS_BY_FIRST.get(codes[at]!) : undefined
    return words?.some((word) => this.#holds(word, at) && !isLetter(this.#code(at + word.length))) ?? false
  }

  /** Whether a system comment that begins at `at` is a desktop's. */
  #isDesktop(at: number): boolean {
    while (isBlank(this.#code(at))) at++
    return DESKTOPS.some((word) => this.#holds(word, at))
  }

  #holds(word: string, at: number): boolean {
    for (let i = 0; i < word.length; i++) if (this.#code(at + i) !== word.charCodeAt(i)) return false
    return true
  }

  /** The code at a place; 0 beyond the end. */
  #code(at: number): number {
    return at < this.length ? this.codes[at]! : 0
  }

  /** Where the comment ends that opens at `open`: comments nest. */
  #endOfComment(open: number): number {
    let depth = 0
    for (let at = open; at < this.length; at++) {
      if (this.codes[at] === OPEN) depth++
      else if (this.codes[at] === CLOSE && --depth === 0) return at
    }
    return this.length
  }

  /** In a system comment only a product with its version counts (`; Storebot-Google/1.0`), and what follows `compatible;`. */
  #cutItems(from: number, end: number): void {
    for (let at = from; at < end; ) {
      let to = at
      while (to < end && this.codes[to] !== SEMICOLON) to++
      if (this.#isCompatible(at, to)) return
      if (!this.#isProduct(at, to)) this.#cut(at, to)
      at = to + 1
    }
  }

  #isCompatible(from: number, to: number): boolean {
    let at = from
    while (at < to && isBlank(this.codes[at]!)) at++
    if (!this.#holds('compatible', at)) return false
    at += 'compatible'.length
    while (at < to && isBlank(this.codes[at]!)) at++
    return at === to
  }

  /** Whether an item is a product token with a version number. */
  #isProduct(from: number, to: number): boolean {
    let at = from
    while (at < to && this.codes[at] === SPACE) at++
    const start = at
    while (at < to && (isWordCode(this.codes[at]!) || this.codes[at] === HYPHEN)) at++
    return at > start && this.#code(at) === SLASH && isDigit(this.#code(at + 1))
  }

  /** The places of URLs and mail addresses: pairs of beginning and end. */
  #addresses(): readonly number[] {
    let found: number[] | null = null
    for (let at = 0; at < this.length; at++) {
      const from = this.#startOfAddress(at)
      if (from < 0) continue
      let to = at
      while (to < this.length && !isAddressEnd(this.codes[to]!)) to++
      found ??= []
      found.push(from, to)
      at = to
    }
    return found ?? NONE
  }

  /** Where an address begins that shows itself at `at`; -1 where none does. */
  #startOfAddress(at: number): number {
    const code = this.codes[at]!
    if (code === SLASH) return this.#code(at + 1) === SLASH ? this.#startOfScheme(at) : -1
    if (code === PLUS) return this.#isDomain(at + 1, PATH) ? at : -1
    if (code === AT) return this.#isDomain(at + 1, MAIL) ? this.#startOfMailbox(at) : -1
    if (code !== W) return -1
    return this.#holds('www.', at) && (at === 0 || !isWordCode(this.codes[at - 1]!)) ? at : -1
  }

  /** Before `//`: a scheme and its colon. */
  #startOfScheme(slashes: number): number {
    let from = slashes - 1
    if (from < 0 || this.codes[from] !== COLON) return slashes
    while (from > 0 && isLetter(this.codes[from - 1]!)) from--
    return from
  }

  #startOfMailbox(at: number): number {
    let from = at
    while (from > 0 && isMailbox(this.codes[from - 1]!)) from--
    return from
  }

  #isDomain(at: number, form: RegExp): boolean {
    form.lastIndex = at
    return form.test(this.#header)
  }
}

/** What may stand behind a domain: of a URL its port, path, query or fragment; of a mail address nothing of these. */
const PATH = /(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}(?=[:/?#\s();,">]|$)/iy
const MAIL = /(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}(?![a-z0-9_])/iy
const ENGINE = /applewebkit|\bmsie\b|trident|presto|cfnetwork|dalvik|okhttp/i

const SYSTEMS_BY_FIRST: ReadonlyMap<number, readonly string[]> = new Map(
  SYSTEM_WORDS.map(({ 0: first }) => [first!.charCodeAt(0), SYSTEM_WORDS.filter((word) => word.startsWith(first!))]),
)

/** Desktops name no models of devices in their comments: anything else there is a client's name. */
const DESKTOPS: readonly string[] = ['windows nt', 'windows;', 'macintosh;', 'x11;', 'x11,']

const NONE: readonly number[] = []
const TAB = 0x09
const LINE_FEED = 0x0a
const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x28
const CLOSE = 0x29
const PLUS = 0x2b
const COMMA = 0x2c
const HYPHEN = 0x2d
const DOT = 0x2e
const SLASH = 0x2f
const COLON = 0x3a
const SEMICOLON = 0x3b
const GREATER = 0x3e
const AT = 0x40
const W = 0x77

function isAddressEnd(code: number): boolean {
  return code <= SPACE || code === CLOSE || code === SEMICOLON || code === COMMA || code === QUOTE || code === GREATER
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isLetter(code: number): boolean {
  const folded = code | 0x20
  return folded >= 0x61 && folded <= 0x7a
}

function isMailbox(code: number): boolean {
  return isWordCode(code) || code === DOT || code === HYPHEN || code === PLUS
}
