/**
 * Sections that no encoder wrote, as a store may have them that somebody else can write to.
 */
import { expect, it } from 'vitest'
import { readSection } from '../../src/program/section-file.ts'
import { writeSection } from '../../src/program/write-file.ts'

/** The section of a value, with other places of its columns; they have as many octets. */
function withPlaces(value: unknown, from: string, to: string): ArrayBuffer {
  const bytes = Buffer.from(writeSection(value))
  const at = bytes.lastIndexOf(from)
  bytes.write(to, at)
  return new Uint8Array(bytes).buffer
}

it.each([
  ['the prototype', { abcdefghi: { c: Uint8Array.of(1) } }, '"abcdefghi","c"', '"__proto__","c"'],
  ['a member that is missing', { a: [Uint8Array.of(1)] }, '"a",0', '"z",0'],
  ['an inherited member', { polluted: Uint8Array.of(1) }, '["polluted"]', '["toString"]'],
])('a column is put nowhere but into its own value: %s', (_, value, from, to) => {
  expect(() => readSection(withPlaces(value, from, to), 0)).toThrow()
  expect(Object.hasOwn(Object.prototype, 'c')).toBe(false)
})
