/**
 * Pages through a rewriting of the edge, as text with one character for each octet.
 */
import type { Rewriting } from '../../src/edge/html/page.ts'
import { TagPlacer } from '../../src/edge/html/tag-place.ts'

/** The place of tags in a whole page. */
export function placerOf(page: Uint8Array, hasCharset = false): TagPlacer {
  const placer = new TagPlacer(hasCharset)
  placer.take(page, true)
  return placer
}

export const bytesOf = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const textOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** A page in pieces of these sizes through a rewriting. */
export function through(rewriting: Rewriting, page: string, sizes: readonly number[]): string {
  let out = ''
  let rest = bytesOf(page)
  for (let turn = 0; rest.length > 0; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? rest.length)
    out += textOf(rewriting.take(rest.subarray(0, size)))
    rest = rest.subarray(size)
  }
  return out + textOf(rewriting.end())
}
