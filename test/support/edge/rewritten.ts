/**
 * Pages through a rewriting of the edge, as text with one character for each octet.
 */
import type { ClassRules } from '../../../src/edge/html/element-matcher.ts'
import type { Rewriting } from '../../../src/edge/html/page.ts'
import { PageWriter } from '../../../src/edge/html/page-writer.ts'

/** What writes these tags into a page, of which it has looked at so many bytes. */
export function writerOf(
  tags: string,
  page: Uint8Array,
  hasCharset = false,
  rules: ClassRules | null = null,
): PageWriter {
  const writer = new PageWriter(tags, hasCharset, rules, (fault) => {
    throw fault
  })
  writer.look(page, true)
  return writer
}

export const bytesOf = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const textOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

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
