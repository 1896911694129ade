/**
 * Adds tags to the end of a page's beginning with the runtime's HTMLRewriter. The edge has found
 * the place (edge/html/tag-place.ts), and inserts the tags itself if the result is not the same
 * bytes with the tags added.
 */
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { LATIN_1 } from '../../base/octets.ts'
import { PRESCAN_LIMIT } from '../../edge/html/page-kind.ts'

/**
 * Beginnings as the rewriter wrote them. A site's pages mostly begin alike, and a call costs about
 * 25 µs of CPU time.
 */
const written = new BoundedCache<string, Uint8Array>(256 * 1024)

/** The start tag behind which tags go. */
const LAST_TAG = /<(head|meta)(?=[\t\n\f\r />])[^<]*>$/i

/**
 * The beginning with its tags; null where no element of the head begins last, or the rewriter
 * writes anything else.
 */
export async function placeTags(before: Uint8Array, tags: string): Promise<Uint8Array | null> {
  if (before.length > PRESCAN_LIMIT) return null
  const text = LATIN_1.decode(before)
  const expected = text + tags
  const known = written.get(expected)
  if (known !== undefined) return known
  const name = LAST_TAG.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return null
  const count = text.toLowerCase().split(`<${name}`).length - 1
  const result = await rewritten(before, name, count, tags).catch(() => null)
  if (result === null || LATIN_1.decode(result) !== expected) return null
  written.set(expected, result, textBytes(expected) + result.length)
  return result
}

/**
 * Puts tags behind the start tag of the last of `count` elements called `name`. Without a media
 * type and a handler of text, the rewriter decodes nothing: it gives back every byte.
 */
async function rewritten(
  before: Uint8Array,
  name: string,
  count: number,
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
