/**
 * Finds the name that an unknown bot declares in its header (I3), for display only. If the header
 * may be a person's, there is none.
 */
import type { HeaderText } from '../words/header-text.ts'
import { isTokenCode } from '../words/name-token.ts'

const LONGEST_NAME = 40
/** What every bot's header contains if it has no URL. Rules out most readers' headers quickly. */
const HINT = /bot|crawler|spider|scraper/i
const BOT_WORD = /(?:bot|crawler|spider|scraper)(?:s|[0-9]*)(?![a-z0-9_])/
const BOT = new RegExp(BOT_WORD, 'g')
/**
 * Phones, apps' network libraries, Electron, and Internet Explorer, whose comments contain words of
 * add-ons.
 */
const READERS =
  /android|ip(?:hone|ad|od)|\bios\b|darwin|cfnetwork|dalvik|okhttp|electron|midp|\bmsie\b|trident\//i
/** Words for agents that act for readers (I5). */
const FOR_READERS = /preview|unfurl|feed|rss|podcast|uptime|monitor/
/** `Bot` after an address at the very end: link previews of federated software. */
const TRAILING = /\n[^\n]*[^a-z0-9_-]bot$/
/**
 * The first item after `compatible;`, and whether an address follows in its comment. Addresses are
 * line feeds here.
 */
const COMPATIBLE = /compatible *; *([a-z0-9][^;()\n]*)(?=[^()\n]*(\n)?)/g
/** The words of a name without its version: `google desktop` of `google desktop/5.9`. */
const PRODUCT_NAME = /^[a-z0-9_.!-]+(?: [a-z_!][a-z0-9_.!-]*)*/
const BROWSERS = /^(?:u|msie|mozilla|konqueror|linux|windows)\b/
const GENERIC = /^(?:web)?(?:ro)?(?:bot|crawler|spider|scraper)s?$/

/**
 * The product token that the header declares, in lower case; null for none. It needs a word for
 * bots, an address to read about the product, or a word for readers' agents (I5).
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

/**
 * A word for bots outside comments. In a comment, it needs a version, or an address in the header.
 */
function botWord(header: HeaderText, text: string): string | null {
  for (const { index, 0: word } of text.matchAll(BOT)) {
    const isProduct = /^\/v?[0-9]/.test(text.slice(index + word.length))
    const counts =
      !isInComment(text, index) || isProduct || (header.hasAddresses && !header.isBrowsers())
    const name = nameAt(text, index)
    // Phones of this brand are named in apps' comments.
    if (counts && name !== 'cubot') return name
  }
  return null
}

function isInComment(text: string, at: number): boolean {
  const before = text.slice(0, at)
  return before.lastIndexOf('(') > before.lastIndexOf(')')
}

/**
 * The product token around a word for bots. If it is that word alone, the header's first product or
 * the word before.
 */
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

/** The header's first product; null for a browser's. */
function firstProduct(text: string): string | null {
  const [, first = 'mozilla'] = /^[^a-z0-9\n]*([a-z0-9_-]+)/.exec(text) ?? []
  return first === 'mozilla' ? null : first
}
