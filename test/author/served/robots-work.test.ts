/**
 * How much work it is to publish the routes of a site that has very many of them, or of groups and rules beside them.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { StatedRules } from '../../../src/author/served/prohibitions.ts'
import { readSite } from '../../../src/language/site/read-site.ts'

const MANY = 1_500
const lines = (lineOf: (i: number) => string) =>
  Array.from({ length: MANY }, (_, i) => `${lineOf(i)}\n`).join('')
const routes = lines((i) => `[[route]]\nmatch = "/r${i}/"\nfields = ["disallow-crawl"]`)

/** What is served, and how often a pattern was held against another. */
function generated(robots: string) {
  const covers = vi.spyOn(StatedRules.prototype, 'covers')
  const files = { 'robots.txt': robots, 'site.toml': `hosts = ["a.test"]\n${routes}` }
  const made = generateRobots(readSite('a', new Map(Object.entries(files))))
  return {
    ...made,
    codes: made.findings.map(({ code }) => code),
    compared: covers.mock.calls.length,
  }
}

afterEach(() => vi.restoreAllMocks())

it.each([
  ['a rule', 'User-agent: *\nDisallow: /x\n'],
  ['as many rules', `User-agent: *\n${lines((i) => `Disallow: /r${i}/a`)}`],
  ['as many rules that cover them', `User-agent: *\n${lines((i) => `Disallow: /r${i}`)}`],
  ['as many fields', `ACAP-crawler: *\n${lines((i) => `ACAP-disallow-crawl: /r${i}/a`)}`],
])('compares little: many routes beside %s', (_, robots) => {
  const { codes, compared } = generated(robots)
  expect(codes).toEqual([])
  expect(compared).toBeLessThan(10 * MANY)
})

it.each([
  ['groups', lines((i) => `User-agent: bot${i}\nDisallow: /a${i}\n`)],
  ['records', lines((i) => `ACAP-crawler: bot${i}\nACAP-disallow-index: /a${i}\n`)],
])('makes no file of millions of lines for many routes and many %s', (_, robots) => {
  const { codes, lines: served } = generated(robots)
  expect(codes).toContain('ACAP002')
  expect(served.length).toBeLessThan(60_000)
})
