import { expect, test } from 'vitest'
import { RecentTexts } from '../../src/base/recent-texts.ts'

test('keeps what came last, and no text for another', () => {
  const texts = new RecentTexts<string>()
  const all = Array.from({ length: 5000 }, (_, i) => `Mozilla/5.0 (compatible; Bot${i}/1.${i % 7})`)
  for (const text of all) {
    texts.set(text, text)
    expect(texts.get(text)).toBe(text)
  }
  const kept = all.filter((text) => texts.get(text) !== undefined)
  expect(kept.every((text) => texts.get(text) === text)).toBe(true)
  expect(kept.length).toBeGreaterThan(100)
})

test('keeps the empty text, and none that is long', () => {
  const texts = new RecentTexts<number>()
  expect(texts.get('')).toBeUndefined()
  texts.set('', 1)
  texts.set('a'.repeat(257), 2)
  expect([texts.get(''), texts.get('a'.repeat(257))]).toEqual([1, undefined])
})
