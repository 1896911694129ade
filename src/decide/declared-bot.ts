/**
 * The header of an unknown client → the bot that it declares itself to be (I3), for display only.
 * Where a header may be a person's, it declares nothing.
 */
import type { HeaderText } from '../words/header-text.ts'
import { isTokenCode } from '../words/name-token.ts'

const LONGEST_NAME = 40
/** What the header of every bot has that gives no address. Most readers' headers end here. */
const HINT = /bot|crawler|spider|scraper/i
const BOT_WORD = /(?:bot|crawler|spider|scraper)(?:s|[0-9]*)(?![a-z0-9_])/
const BOT = new RegExp(BOT_WORD, 'g')
/** Phones, the network libraries of apps, Electron, and Internet Explorer, whose comments hold words of many add-ons. */
const READERS =
  /android|ip(?:hone|ad|od)|\bios\b|darwin|cfnetwork|dalvik|okhttp|electron|midp|\bmsie\b|trident\//i
/** Words that say what readers' agents do (I5). */
const FOR_READERS = /preview|unfurl|feed|rss|podcast|uptime|monitor/
/** `Bot` behind an address at the very end: link previews of federated software. */
const TRAILING = /\n[^\n]*[^a-z0-9_-]bot$/
/** The first item behind `compatible;`, and whether its comment goes on to an address, which the text has as line feeds. */
const COMPATIBLE = /compatible *; *([a-z0-9][^;()\n]*)(?=[^()\n]*(\n)?)/g
/** The words of a name, less its version: `google desktop` of `google desktop/5.9`. */
const PRODUCT_NAME = /^[a-z0-9_.!-]+(?: [a-z_!][a-z0-9_.!-]*)*/
const BROWSERS = /^(?:u|msie|mozilla|konqueror|linux|windows)\b/
const GENERIC = /^(?:web)?(?:ro)?(?:bot|crawler|spider|scraper)s?$/

/**
 * The product token, in lower case, that the header which `header` has read declares; null for none. It is a bot's, or that of a
 * product that gives an address where to read of it, or of an agent of readers (I5).
 */
export function declaredBot(
  header: HeaderText,
  userAgent: string,
): { name: string; isBot: boolean } | null {
  if (!header.hasAddresses && !HINT.test(userAgent)) return null
  const text = header.toString()
  const bot = compatibleBot(text) ?? (READERS.test(userAgent) ? null : botWord(header, text))
  const name = bot ?? (/\+ *(?:http|www\.)/i.test(userAgent) ? firstProduct(text) : null)
  const isTrailing = text.endsWith('bot') && TRAILING.test(text)
  const isBot = bot !== null && !FOR_READERS.test(text) && !isTrailing
  return name === null ? null : { name: name.slice(0, LONGEST_NAME), isBot }
}

/** `(compatible; Name…; +URL)`, or `(compatible; …bot…)`. */
function compatibleBot(text: string): string | null {
  COMPATIBLE.lastIndex = 0
  for (let found = COMPATIBLE.exec(text); found !== null; found = COMPATIBLE.exec(text)) {
    const item = found[1]!
    if (BROWSERS.test(item)) continue
    const at = item.search(BOT_WORD)
    if (at >= 0) return nameAt(item, at)
    if (found[2] !== undefined) return PRODUCT_NAME.exec(item)![0]
  }
  return null
}

/** A word for a bot outside comments; in a comment only as a product with a version, or where the header gives an address. */
function botWord(header: HeaderText, text: string): string | null {
  for (const { index, 0: word } of text.matchAll(BOT)) {
    const isProduct = /^\/v?[0-9]/.test(text.slice(index + word.length))
    const counts =
      !isInComment(text, index) || isProduct || (header.hasAddresses && !header.isBrowsers())
    const name = nameAt(text, index)
    // Phones of this make are named in apps' own comments.
    if (counts && name !== 'cubot') return name
  }
  return null
}

function isInComment(text: string, at: number): boolean {
  const before = text.slice(0, at)
  return before.lastIndexOf('(') > before.lastIndexOf(')')
}

/** The product token around a word for a bot; where that is the word alone, the header's first product or the word before it. */
function nameAt(text: string, at: number): string {
  let from = at
  let to = at
  while (from > 0 && isTokenCode(text.charCodeAt(from - 1))) from--
  while (to < text.length && isTokenCode(text.charCodeAt(to))) to++
  const token = text.slice(from, to)
  if (!GENERIC.test(token)) return token
  const before = /([a-z][a-z0-9_-]{2,}) +[a-z-]*$/.exec(text.slice(0, at))
  return firstProduct(text) ?? before?.[1] ?? token
}

/** The product with which a header begins; null for a browser's. */
function firstProduct(text: string): string | null {
  const [, first = 'mozilla'] = /^[^a-z0-9\n]*([a-z0-9_-]+)/.exec(text) ?? []
  return first === 'mozilla' ? null : first
}
