/**
 * How much work the checks of a whole policy do where a file has very many rules: comparisons of patterns are counted.
 */
import { beforeEach, expect, it, vi } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'

const counted = vi.hoisted(() => ({ compared: 0 }))

vi.mock(import('../../src/grammar/pattern-relations.ts'), async (load) => {
  const relations = await load()
  const count =
    (compare: (a: string, b: string) => boolean) =>
    (a: string, b: string): boolean => {
      counted.compared++
      return compare(a, b)
    }
  return { ...relations, covers: count(relations.covers), overlap: count(relations.overlap) }
})

beforeEach(() => {
  counted.compared = 0
})

const RULES = 3_000
const rules = (...kinds: readonly ((i: number) => string)[]) =>
  Array.from({ length: RULES }, (_, i) => kinds.map((kind) => `${kind(i)}\n`).join('')).join('')
const compared = (text: string) => {
  readText(text)
  return counted.compared
}

it.each([
  ['equal rules', rules(() => 'Disallow: /private/')],
  [
    'rules and exceptions',
    rules(
      (i) => `Disallow: /p${i}/`,
      (i) => `Allow: /p${i}/open/`,
    ),
  ],
  [
    'wildcards and exceptions',
    rules(
      (i) => `Disallow: /*p${i}/`,
      (i) => `Allow: /*p${i}/open/`,
    ),
  ],
])('compares little where `*` has the only group: %s', (_, text) => {
  expect(compared(`User-agent: *\n${text}`)).toBeLessThanOrEqual(30_000)
})

it('compares each rule for `*` once with the one rule of another group', () => {
  const text = rules(
    (i) => `Disallow: /p${i}/`,
    (i) => `Allow: /p${i}/open/`,
  )
  expect(compared(`User-agent: *\n${text}User-agent: bot\nDisallow: /x\n`)).toBeLessThanOrEqual(2 * RULES)
})

it('compares no terms of thousands of named crawlers with each other', () => {
  const records = rules(
    (i) => `ACAP-crawler: bot-of-number-${i}`,
    (i) => `ACAP-disallow-index: /a-part-of-the-site/${i}/`,
  )
  expect(compared(records)).toBeLessThan(30_000)
})

it('leaves merged groups out where names share a long group', () => {
  const names = rules((i) => `User-agent: bot${i}`)
  const own = rules(
    (i) => `User-agent: bot${i}`,
    () => 'Disallow: /x',
  )
  expect(compared(`User-agent: *\nDisallow: /a\n${names}${rules((i) => `Allow: /p${i}`)}${own}`)).toBeLessThan(300_000)
})
