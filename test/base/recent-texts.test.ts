import { expect, test } from 'vitest'
import { RecentTexts } from '../../src/base/recent-texts.ts'

/** Makes a text's value, and counts how often. */
function reader() {
  const texts = new RecentTexts<string>()
  let made = 0
  const make = (text: string) => {
    made++
    return text
  }
  return { read: (text: string) => texts.of(text, make), times: () => made }
}

test('keeps what came last, and no text for another', () => {
  const { read, times } = reader()
  const all = Array.from({ length: 5000 }, (_, i) => `Mozilla/5.0 (compatible; Bot${i}/1.${i % 7})`)
  for (const text of all) {
    expect(read(text)).toBe(text)
    expect(read(text)).toBe(text)
  }
  expect(times()).toBe(all.length)
  expect(all.reverse().every((text) => read(text) === text)).toBe(true)
  expect(times()).toBeLessThan(2 * all.length - 100)
})

test('keeps the empty text, and none that is long', () => {
  const { read, times } = reader()
  for (const text of ['', '', 'a'.repeat(257), 'a'.repeat(257)]) read(text)
  expect(times()).toBe(3)
})
