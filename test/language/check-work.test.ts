/**
 * How much work the checks of a whole policy do where a file has very many rules: comparisons of patterns are counted, and
 * the keys that are made of patterns.
 */
import { beforeEach, expect, it, vi } from 'vitest'
import { distinctLevels, levelsOf } from '../../src/language/checks/levels.ts'
import { readSite, readText } from '../../src/language/site/read-site.ts'

const counted = vi.hoisted(() => ({ compared: 0, keys: 0 }))

vi.mock(import('../../src/words/pattern-relations.ts'), async (load) => {
  const order = await load()
  const orderKey = (pattern: string): string => {
    counted.keys++
    return order.orderKey(pattern)
  }
  const compareKeys = (a: string, b: string) => {
    counted.compared++
    return order.compareKeys(a, b)
  }
  return { ...order, orderKey, compareKeys }
})

vi.mock(import('../../src/words/pattern-relations.ts'), async (load) => {
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
  counted.keys = 0
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
  expect(compared(`User-agent: *\n${text}User-agent: bot\nDisallow: /x\n`)).toBeLessThanOrEqual(
    2 * RULES,
  )
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
  expect(
    compared(`User-agent: *\nDisallow: /a\n${names}${rules((i) => `Allow: /p${i}`)}${own}`),
  ).toBeLessThan(300_000)
})

it('reads the fields of a record once, no matter how many names it has', () => {
  const names = rules((i) => `ACAP-crawler: bot${i}`)
  const { policy } = readText(`${names}${rules((i) => `ACAP-disallow-index: /a${i}`)}`)
  const levels = levelsOf(policy)
  expect([levels.length, distinctLevels(levels).length]).toEqual([RULES, 1])
})

it('leaves levels out where fields about a resource set are more than the build takes', () => {
  const set = Array.from({ length: RULES }, (_, i) => `/s${i}`).join(' ')
  const fields = rules(() => 'ACAP-disallow-index: the-acap:resource-set:s')
  readText(`ACAP-resource-set: s ${set}\nACAP-crawler: *\n${fields}`)
  expect(counted.keys).toBeLessThan(10 * RULES)
})

it('holds not every route against every permission', () => {
  const routes = rules((i) => `[[route]]\nmatch = "/r${i}/"\nfields = ["disallow-crawl"]`)
  const files = {
    'robots.txt': `ACAP-crawler: *\n${rules((i) => `ACAP-allow-crawl: /r${i}/*/a`)}`,
    'site.toml': `hosts = ["a.test"]\n${routes}`,
  }
  readSite('a', new Map(Object.entries(files)))
  expect(counted.compared).toBeLessThan(1_500_000)
})
