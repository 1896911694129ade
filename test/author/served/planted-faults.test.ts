/**
 * The proof of what is served asks only where a line was added or changed. What is planted there is found as by the proof
 * that asks everywhere, which takes too long for a build.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import type { ServedLine } from '../../../src/author/served/served-line.ts'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { crawlRoutes, routesToml } from '../../support/author/crawl-routes.ts'
import { readFiles } from '../../support/author/served-robots.ts'
import { slips, withSlip } from '../../support/author/slips.ts'
import { assertInBlocks } from '../../support/blocks.ts'
import { policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
const CATEGORY = '[categories.training]\ncrawl = false\nindex = false\n'
const { crawlers } = knownCrawlers()

/** Kinds of lines in which faults are planted, and the site.toml that makes them. */
const KINDS: readonly (readonly [string, string, (line: ServedLine) => boolean])[] = [
  ['added for routes', '', ({ line }) => line === null],
  ['copied from the author', '', ({ line }) => line !== null],
  ['added for categories', CATEGORY, ({ category }) => category !== undefined],
]

describe('the proof of what is served', () => {
  it.each(KINDS)(
    'finds each fault in lines that are %s which the whole proof finds',
    (kind, toml, isWanted) => {
      assertInBlocks(
        `planted faults, ${kind}`,
        fc.property(policies, crawlRoutes, slips, ({ files }, routes, slip) => {
          const reading = readFiles({ ...files, 'site.toml': toml + routesToml(routes) })
          fc.pre(reading.policy.version.reading !== 'none')
          const faulty = withSlip(generateRobots(reading, { crawlers }), slip, isWanted)
          fc.pre(faulty !== null)
          fc.pre(proveServed(reading, faulty, { now: NOW, everywhere: true }).length > 0)
          expect(proveServed(reading, faulty, { now: NOW })).not.toEqual([])
        }),
        toml === '' ? runs(12, 1_000) : runs(3, 100),
      )
    },
  )

  it('finds what the whole proof finds where nothing was planted', () => {
    assertInBlocks(
      'whole proof',
      fc.property(policies, fc.option(crawlRoutes, { nil: [] }), ({ files }, routes) => {
        const reading = readFiles({ ...files, 'site.toml': routesToml(routes) })
        const generated = generateRobots(reading)
        const whole = proveServed(reading, generated, { now: NOW, everywhere: true })
        expect(proveServed(reading, generated, { now: NOW }).length > 0).toBe(whole.length > 0)
      }),
      runs(30, 1_000),
    )
  })
  it.each([
    ['rate (X3)', 'Request-rate: 1/10', 'Request-rate: 1/20'],
    ['hour (X2)', 'Visit-time: 0100-0500', 'Visit-time: 0100-0600'],
    ['comment (X4)', 'Comment: Ask us first.', 'Comment: Come in.'],
  ])('finds another %s', (_, own, other) => {
    const reading = readFiles({ 'robots.txt': `User-agent: *\n${own}\nDisallow: /x\n` })
    const generated = generateRobots(reading)
    const files = generated.files.map((file) => ({ ...file, text: file.text.replace(own, other) }))
    expect(proveServed(reading, { ...generated, files }, { now: NOW })).not.toEqual([])
  })
})
