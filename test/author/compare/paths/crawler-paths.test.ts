/**
 * How many paths stand for all: policies whose patterns can all match at once.
 */
import { expect, it } from 'vitest'
import { crawlersToCompare } from '../../../../src/author/compare/compared-crawlers.ts'
import { crawlerPaths } from '../../../../src/author/compare/paths/crawler-paths.ts'
import { readText } from '../../../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../../../src/program/compile/compile.ts'

const MANY = 60
const MOST = {
  states: 50_000,
  steps: Number.POSITIVE_INFINITY,
  about: 'all',
  exact: [],
  only: null,
} as const

/** The paths for every crawler of two texts, and whether they are all. */
function pathsFor(old: string, now: string) {
  const [was, is] = [old, now].map((text) => {
    const { policy, trees } = readText(text)
    return compileAsWritten(policy, trees)
  })
  const [anybody] = crawlersToCompare(was!, is!, null)
  const found = crawlerPaths(anybody!.sides, { ...MOST, namesRules: false })
  const paths: string[] = []
  let next = found.next()
  for (; !next.done; next = found.next()) paths.push(next.value)
  return { paths, isComplete: next.value }
}

const rules = (count: number) =>
  Array.from({ length: count }, (_, i) => `Disallow: /*?*${'q'.repeat(i % 7)}${i}=\n`)

it('[C1] are no more than the rules of a group whose patterns can all match together', () => {
  const text = `User-agent: *\n${rules(MANY).join('')}`
  const { paths, isComplete } = pathsFor(text, text)
  expect(isComplete).toBe(true)
  // One for each rule, one for none; each with and without a path of robots.txt (C1).
  expect(paths.length).toBeLessThan(2 * MANY + 4)
})
