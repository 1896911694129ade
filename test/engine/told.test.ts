/**
 * What the pages are told is what the policy says: whoever reads the tags decides as robots.txt and routes decide (E2, E6).
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engineOf } from '../../src/engine/decide.ts'
import { readMeta } from '../../src/grammar/meta.ts'
import { USAGES } from '../../src/vocabulary/usages.ts'
import { canonical } from '../support/conformance.ts'
import { compileReading } from '../support/evaluators.ts'
import { NAMES } from '../support/generate-policies.ts'
import { purposes, readGenerated, sites } from '../support/generate-sites.ts'

const target = fc.array(fc.constantFrom('a', 'b', '/', '?'), { maxLength: 5 }).map((parts) => `/${parts.join('')}`)

describe('[E6] what a page is told', () => {
  test('decides every usage but the crawl as the policy does', () => {
    fc.assert(
      fc.property(sites, target, purposes, (generated, page, asked) => {
        const site = compileReading(readGenerated(generated))
        const engine = engineOf(site)
        const meta = readMeta(engine.telling.about(page).tags).fields.filter(({ usage }) => usage !== 'crawl')
        for (const userAgent of [...NAMES.filter((name) => name !== 'robots'), 'other']) {
          for (const usage of USAGES.slice(1)) {
            const facts = { userAgent, target: page, usage, purposes: asked, now: 0, interprets: 'all' } as const
            const [bare, told] = [engine.decide(facts), engine.decide({ ...facts, meta })]
            const label = `${userAgent} ${usage} ${page} [${asked}]\n${JSON.stringify(engine.telling.about(page).tags, null, 1)}`
            expect(told.outcome, label).toBe(bare.outcome)
            expect(canonical(told.restrictions), label).toBe(canonical(bare.restrictions))
          }
        }
      }),
      { numRuns: 1500, seed: 6 },
    )
  })
})
