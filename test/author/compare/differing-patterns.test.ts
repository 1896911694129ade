/**
 * What is served is compared only where it can differ: the patterns of rules that one of the two programs has alone.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crawlersToProve } from '../../../src/author/compare/compared-crawlers.ts'
import {
  ANYWHERE,
  differingPatterns,
  isSameOrder,
  type RankPair,
} from '../../../src/author/compare/differing-patterns.ts'
import { questionsOf } from '../../../src/author/compare/questions.ts'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { compilePair, policyPairsOf } from '../../../src/author/served/served-pairs.ts'
import { isNarrower } from '../../../src/decide/narrowest.ts'
import { rankPatterns } from '../../../src/program/compile/rule-table.ts'
import { route } from '../../support/author/crawl-routes.ts'
import { readFiles, text } from '../../support/author/served-robots.ts'
import { pattern } from '../../support/language/generate-patterns.ts'
import { siteOf } from '../../support/site-of.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')

/** The paths at which both programs of each view are asked, in one letter case. */
function askedPaths(files: Readonly<Record<string, string>>) {
  const reading = readFiles(files)
  const generated = generateRobots(reading)
  return policyPairsOf(reading, generated).map((pair) => {
    const { meant, served, closed } = compilePair(pair, generated)
    const crawlers = crawlersToProve(meant, served)
    const questions = questionsOf({
      crawlers,
      where: differingPatterns(meant, served),
      exact: closed,
      now: NOW,
    })
    return [...new Set([...questions].map(({ target }) => target.toLowerCase()))]
  })
}

describe('the comparison of what is served', () => {
  it('[X2] asks at the beginning of hours, and when they are over', () => {
    const site = siteOf('User-agent: *\nDisallow: /a\nVisit-time: 0100-0500\n')
    const crawlers = crawlersToProve(site, site)
    const questions = [...questionsOf({ crawlers, where: () => ANYWHERE, exact: [], now: NOW })]
    const times = new Set(questions.map(({ now }) => new Date(now).toISOString().slice(11, 16)))
    expect([...times].sort()).toEqual(['01:00', '05:01', '12:00'])
  })

  it('asks about the paths of a route, and of what overlaps with it there', () => {
    const robots = text(
      'User-agent: *',
      'Disallow: /a/',
      'Disallow: /*.pdf$',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /m/x',
    )
    const [acap, conventional] = askedPaths({
      'robots.txt': robots,
      'site.toml': route('/m/', 'disallow-crawl'),
    })
    expect(acap).toEqual(['/m/', '/m/x', '/m/.pdf', '/m/x.pdf'])
    expect(conventional).toEqual(['/m/', '/m/.pdf'])
  })

  it('asks nothing where a route has no field about the crawl', () => {
    const robots = text('User-agent: *', 'Disallow: /a/', 'Disallow: /*.pdf$')
    expect(
      askedPaths({ 'robots.txt': robots, 'site.toml': route('/m/', 'disallow-index') }),
    ).toEqual([[], []])
  })
})

describe('the order of patterns', () => {
  const patterns = fc.uniqueArray(
    pattern.filter((each) => /^[/*]/.test(each)),
    { maxLength: 8 },
  )

  function orderOf(all: readonly string[]) {
    const { order, ranks } = rankPatterns(all)
    return { order, rankOf: (each: string) => ranks.get(each)! }
  }

  it('is the same for common patterns, with any others beside them', () => {
    fc.assert(
      fc.property(patterns, patterns, patterns, (common, first, second) => {
        const [a, b] = [orderOf([...common, ...first]), orderOf([...second, ...common])]
        const pairs = common.map((each): RankPair => [a.rankOf(each), b.rankOf(each)])
        expect(isSameOrder(a.order, b.order, pairs)).toBe(true)
      }),
    )
  })

  it('is not the same where a pair of patterns is ordered otherwise', () => {
    fc.assert(
      fc.property(patterns, patterns, (first, second) => {
        const [a, b] = [orderOf(first), orderOf(second)]
        const count = Math.min(first.length, second.length)
        const pairs = Array.from(
          { length: count },
          (_, i): RankPair => [a.rankOf(first[i]!), b.rankOf(second[i]!)],
        )
        const isAlike = pairs.every(([x, y]) =>
          pairs.every(
            ([u, v]) =>
              isNarrower(a.order, x, u) === isNarrower(b.order, y, v) && (x === u) === (y === v),
          ),
        )
        if (!isAlike) expect(isSameOrder(a.order, b.order, pairs)).toBe(false)
      }),
    )
  })
})
