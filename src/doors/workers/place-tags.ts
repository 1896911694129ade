/**
 * The beginning of a page → the same with its tags, put in by the runtime's own HTMLRewriter. The rewriter is given what
 * comes before the place alone, and what it writes counts only if that is the same bytes with the tags behind them. A
 * beginning that is not plain is left to the edge's own reader (edge/html/tag-place.ts), which knows the same places.
 */
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { BYTE_ORDER_MARK, LATIN_1 } from '../../base/octets.ts'
import { charsetDeclaration, PRESCAN_LIMIT } from '../../edge/html/page-kind.ts'
import { tagEnd } from '../../edge/html/tokenizer.ts'
import type { TaggedBeginning } from '../../edge/platform.ts'

/** The page's beginning with its tags; null where it is not plain. `isWhole`: whether the page ends with these bytes. */
export async function placeTags(
  bytes: Uint8Array,
  isWhole: boolean,
  tags: string,
): Promise<TaggedBeginning | null> {
  const text = LATIN_1.decode(bytes.subarray(0, PRESCAN_LIMIT))
  const place = plainPlace(text, isWhole || bytes.length >= PRESCAN_LIMIT)
  if (place === null) return null
  const { end } = place
  const expected = text.slice(0, end) + tags
  const known = written.get(expected)
  if (known !== undefined) return { bytes: known, end }
  const result = await rewritten(bytes.subarray(0, end), place, tags).catch(() => null)
  if (result === null || LATIN_1.decode(result) !== expected) return null
  written.set(expected, result, textBytes(expected) + result.length)
  return { bytes: result, end }
}

/** Beginnings as the rewriter wrote them. A site's pages mostly begin alike, and a call costs about 25 µs of CPU time. */
const written = new BoundedCache<string, Uint8Array>(256 * 1024)

/** Where tags go: behind the start tag of an element, which ends there, and is one of so many of its name. */
interface Place {
  readonly name: 'head' | 'meta'
  readonly count: number
  readonly end: number
}

/** Without a media type and a handler of text, the rewriter decodes nothing: it gives back every byte. */
async function rewritten(
  before: Uint8Array,
  { name, count }: Place,
  tags: string,
): Promise<Uint8Array> {
  let left = count
  const html = { html: true }
  const handler = {
    element(element: Element) {
      left--
      if (left > 0) return
      if (name === 'head') element.prepend(tags, html)
      else element.after(tags, html)
    },
  }
  return new HTMLRewriter()
    .on(name, handler)
    .transform(new Response(before as BodyInit))
    .bytes()
}

/** What most pages have before the place: white space, comments, a doctype, a title, and elements of the head without content. */
const PLAIN =
  /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--)[\s\S])*-->|<!doctype[^>]*>|(?<title><title>[^<]*<\/title>)|<(?<name>html|head|meta|link|base)(?=[\t\n\f\r >])/iy

/** E6: directly behind the declaration of the charset, else first in head. `isSettled`: no declaration can follow. */
function plainPlace(text: string, isSettled: boolean): Place | null {
  const declared = charsetDeclaration(text)
  if (declared === null && !isSettled) return null
  let end = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  let metas = 0
  while (end < (declared ?? text.length)) {
    PLAIN.lastIndex = end
    const groups = PLAIN.exec(text)?.groups
    if (groups === undefined) return null
    const name = groups.name?.toLowerCase()
    end = name === undefined ? PLAIN.lastIndex : tagEnd(text, PLAIN.lastIndex)
    if (end < 0) return null
    if (name === 'meta') metas++
    if (end === declared) return name === 'meta' ? { name, count: metas, end } : null
    if (declared !== null) continue
    if (name === 'head') return { name, count: 1, end }
    if (groups.title !== undefined || (name !== undefined && name !== 'html')) return null
  }
  return null
}
