/**
 * User-Agent header → the text in which crawler names are looked for (I1): without URLs, mail addresses and device names, of
 * which line feeds are left, which no header holds: no name spans them. Its character codes are in a buffer that is used again.
 */

import { foldCase } from './path-form.ts'
import { SYSTEM_WORDS } from './system-words.ts'

/** I1: how much of a header is looked at, in characters. */
export const LONGEST_HEADER = 1024

export class HeaderText {
  /** The text in lower case (ASCII); valid up to `length`, until the next header is read. */
  readonly codes = new Uint16Array(LONGEST_HEADER)
  length = 0
  /** Whether the header tells of the reader's device in a system comment. */
  #hasSystem = false
  /** The URLs and mail addresses, as far as one may name its crawler: without a scheme, `www.` or `+`. */
  addresses: readonly string[] = []
  #header = ''
  #text = ''

  read(header: string): this {
    if (header === this.#header) return this
    const text = foldCase(header.slice(0, LONGEST_HEADER))
    this.#header = header
    this.length = text.length
    this.#hasSystem = SYSTEM.test(text)
    // Addresses are found before anything is left out: by characters that devices' names may hold, too.
    const addresses = Array.from(
      text.matchAll(ADDRESS),
      ({ 0: found, 1: scheme = '', 2: mailbox = '', index }) => {
        return [index - scheme.length - mailbox.length, index + found.length] as const
      },
    )
    this.addresses = addresses.map(([from, to]) =>
      text.slice(from, to).replace(/^\+?(?:[a-z]*:?\/\/)?(?:www\.)?/, ''),
    )
    this.#text = this.#hasSystem && !DESKTOP.test(text) ? withoutDevice(text) : text
    for (const [from, to] of addresses)
      this.#text = this.#text.slice(0, from) + '\n'.repeat(to - from) + this.#text.slice(to)
    for (let at = 0; at < this.length; at++) this.codes[at] = this.#text.charCodeAt(at)
    return this
  }

  /** Whether it is the header of a browser, or names the network library of a phone's apps. */
  isBrowsers(): boolean {
    return this.#hasSystem || ENGINE.test(this.#header)
  }

  toString(): string {
    return this.#text
  }
}

const ENGINE = /applewebkit|\bmsie\b|trident|presto|cfnetwork|dalvik|okhttp/i

/** The first comment says what system a reader's device runs. */
const SYSTEM = new RegExp(String.raw`^[^(]*\([ \t]*(?:${SYSTEM_WORDS.join('|')})(?![a-z])`)
/** Desktops name no models of devices in their comments: anything else there is a client's name. */
const DESKTOP = /^[^(]*\([ \t]*(?:windows nt|windows;|macintosh;|x11;|x11,)/

const DOMAIN = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z]{2,24}`
/** What shows a URL or a mail address, and the rest of it. Its scheme or mailbox, before that, is in a group. */
const ADDRESS = new RegExp(
  `(?:${[
    '//(?<=([a-z]*:|)//)',
    String.raw`\+(?=${DOMAIN}(?:[:/?#\s();,">]|$))`,
    String.raw`@(?=${DOMAIN}(?![a-z0-9_]))(?<=([\w.+-]*)@)`,
    String.raw`(?<!\w)www\.`,
  ].join('|')})[^\0- ),;">]*`,
  'g',
)

const COMPATIBLE = /^[ \t]*compatible[ \t]*$/
const PRODUCT = /^ *[\w-]+\/\d/

/** In a system comment only a product with its version counts (`; Storebot-Google/1.0`), and what follows `compatible;`. */
function withoutDevice(text: string): string {
  const open = text.indexOf('(')
  const end = endOfComment(text, open)
  const items = text.slice(open + 1, end).split(';')
  const compatible = items.findIndex((item) => COMPATIBLE.test(item))
  const counts = (item: string, i: number) =>
    (compatible >= 0 && i >= compatible) || PRODUCT.test(item)
  const counting = items.map((item, i) => (counts(item, i) ? item : '\n'.repeat(item.length)))
  return text.slice(0, open + 1) + counting.join(';') + text.slice(end)
}

/** Where the comment ends that opens at `open`: comments nest. */
function endOfComment(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
