/**
 * Terms of pages under policies that name many crawlers: neither memory nor work grows with the pages that strangers
 * think of.
 */
import { expect, test, vi } from 'vitest'
import { BoundedCache } from '../../src/base/bounded-cache.ts'
import { Engine } from '../../src/decide/engine.ts'
import { LARGEST_TERMS, type PageTerms, termsOf } from '../../src/decide/page-terms.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { compileReading } from '../support/decide/evaluators.ts'

const LETTERS = [...'abcdefghijkl']
const wildcards = LETTERS.map(
  (letter, i) => `ACAP-allow-present-snippet: /*${letter}${letter} max-length=${i + 1}-words\n`,
)

/** A path that some of the twelve wildcards match. */
const pathOf = (bits: number) =>
  `/${LETTERS.filter((_, i) => (bits >> i) & 1)
    .flatMap((letter) => [letter + letter])
    .join('/')}`

function engineFor(policy: string, cache: BoundedCache<string, PageTerms>) {
  const engine = new Engine(
    compileReading({ policy: readText(policy).policy, files: { 'robots.txt': policy } }),
    null,
  )
  termsOf(engine, cache)
  return engine
}

test('4,000 pages under 200 names and 12 wildcards stay within the bytes of the cache', () => {
  const names = Array.from(
    { length: 200 },
    (_, i) => `ACAP-crawler: bot${i}x\n${wildcards.join('').replaceAll('-words', `${i}-words`)}`,
  )
  const cache = new BoundedCache<string, PageTerms>(1024 * 1024, LARGEST_TERMS)
  const general = termsOf(engineFor(`ACAP-version: 1.1\n${names.slice(0, 20).join('')}`, cache))
  for (let page = 0; page < 4000; page++) general.about(pathOf(page))
  expect(cache.bytes).toBeLessThanOrEqual(1024 * 1024)
  expect(cache.size).toBeLessThan(1000)
  const large = new BoundedCache<string, PageTerms>(64 * 1024, 1024)
  termsOf(engineFor(`ACAP-version: 1.1\n${names.join('')}`, large)).about(pathOf(0xfff))
  expect(large.size).toBe(0)
})

test('names that say nothing of a page are not asked about it', () => {
  const names = Array.from(
    { length: 1000 },
    (_, i) => `ACAP-crawler: bot${i}x\nACAP-disallow-index: /only/${i}/\n`,
  )
  const policy = `ACAP-version: 1.1\n${names.join('')}ACAP-crawler: *\n${wildcards.join('')}`
  const engine = engineFor(policy, new BoundedCache(1024 * 1024))
  const decide = vi.spyOn(engine.levels, 'decide')
  expect(
    termsOf(engine)
      .about(pathOf(0b101))
      .tags.map(({ name }) => name),
  ).toEqual(['robots', 'robots'])
  expect(decide.mock.calls.length).toBeLessThan(100)
  const { tags } = termsOf(engine).about('/only/17/aa')
  expect(tags).toContainEqual({ name: 'bot17x', content: 'ACAP disallow-index' })
  expect(decide.mock.calls.length).toBeLessThan(200)
})
