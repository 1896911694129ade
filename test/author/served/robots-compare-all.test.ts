/**
 * What is served is held against what is meant: where nothing is found, random questions find nothing either.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GeneratedRobots, generateRobots } from '../../../src/author/served/generate-robots.ts'
import { compilePair, policyPairsOf } from '../../../src/author/served/served-pairs.ts'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { decide } from '../../../src/decide/decide.ts'
import type { Decision, Facts } from '../../../src/decide/decision.ts'
import type { SiteReading } from '../../../src/language/site/read-site.ts'
import { targetForm } from '../../../src/words/path-form.ts'
import { covers } from '../../../src/words/pattern-relations.ts'
import { crawlRoutes, routesToml } from '../../support/author/crawl-routes.ts'
import { expectAlike } from '../../support/author/expect-alike.ts'
import { readFiles } from '../../support/author/served-robots.ts'
import { slips, withSlip } from '../../support/author/slips.ts'
import { assertInBlocks } from '../../support/blocks.ts'
import { cross, type Questions, questions } from '../../support/decide/generate-questions.ts'
import { NAMES, policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
const DAY = 86_400_000

/** The same time of a day that is not in the past: what has lapsed when the files are made is not compared. */
function notBefore(earliest: number, now: number): number {
  return now + Math.max(0, Math.ceil((earliest - now) / DAY)) * DAY
}

/** Both views of a site answer alike, whichever name asks. */
function expectSame(
  reading: SiteReading,
  generated: GeneratedRobots,
  patterns: readonly string[],
  asked: Questions,
) {
  const questionsOf = () => cross({ files: {}, patterns }, { ...asked, agents: NAMES })
  const pairs = policyPairsOf(reading, generated).map((pair) => compilePair(pair, generated))
  for (const { readers, meant, served, closed } of pairs) {
    for (const { userAgent, target, purposes = [], ...question } of questionsOf()) {
      const usage = readers === 'acap' ? question.usage! : 'crawl'
      const now = notBefore(NOW, question.now)
      const facts: Facts = { userAgent, target, now, usage, purposes, dialect: 'acap' }
      const [a, b] = [decide(meant, facts), decide(served, facts)]
      // P3: a conventional rule closes a path in its own letter case alone.
      const isFolded =
        readers === 'conventional' && a.fields.some(({ source }) => source === 'route')
      if (isFolded && !closed.some((each) => covers(each, `${targetForm(target)}$`))) continue
      const compared = (each: Decision) => [each.outcome, each.restrictions, each.retryAfter]
      expectAlike({ readers, ...facts }, compared(a), compared(b))
    }
  }
}

describe('the comparison of both', () => {
  it('finds nothing where there is no route', () => {
    assertInBlocks(
      'comparison, no route',
      fc.property(policies, ({ files }) => {
        const reading = readFiles(files)
        expect(proveServed(reading, generateRobots(reading), { now: NOW })).toEqual([])
      }),
      runs(40, 2_000, 1_000_000),
    )
  })

  it('finds every difference that a route makes', () => {
    assertInBlocks(
      'comparison, a route',
      fc.property(policies, crawlRoutes, questions, (policy, each, asked) => {
        const files = { ...policy.files, 'site.toml': routesToml(each) }
        const reading = readFiles(files)
        fc.pre(reading.policy.version.reading !== 'none')
        const generated = generateRobots(reading)
        fc.pre(proveServed(reading, generated, { now: NOW }).length === 0)
        expectSame(
          reading,
          generated,
          [...policy.patterns, ...each.map(({ match }) => match)],
          asked,
        )
      }),
      runs(25, 4_000, 1_000_000),
    )
  })

  it('finds every difference that a line out of place makes', () => {
    assertInBlocks(
      'comparison, a line out of place',
      fc.property(
        policies,
        fc.option(crawlRoutes, { nil: [] }),
        slips,
        questions,
        (policy, each, slip, asked) => {
          const reading = readFiles({ ...policy.files, 'site.toml': routesToml(each) })
          fc.pre(reading.policy.version.reading !== 'none')
          const generated = withSlip(generateRobots(reading), slip)!
          fc.pre(generated !== null && proveServed(reading, generated, { now: NOW }).length === 0)
          expectSame(
            reading,
            generated,
            [...policy.patterns, ...each.map(({ match }) => match), slip.value],
            asked,
          )
        },
      ),
      runs(25, 4_000, 1_000_000),
    )
  })
})
