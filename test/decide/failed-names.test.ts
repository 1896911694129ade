import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENGINE } from '../support/decide/evaluators.ts'
import { cross, questions } from '../support/decide/generate-questions.ts'
import { readGenerated, sites } from '../support/language/generate-sites.ts'

const STRICTNESS = ['permitted', 'deferred', 'prohibited']

test('[I4] a name that failed its check closes and never opens, for any policy and question', () => {
  fc.assert(
    fc.property(sites, questions, (site, asked) => {
      const answer = ENGINE.prepare(readGenerated(site))
      for (const { assurance: _, ...question } of cross(site, asked)) {
        const strictness = (userAgent: string, assurance: 'claimed' | 'failed') =>
          STRICTNESS.indexOf(answer({ ...question, userAgent, assurance }).outcome)
        const asAnybody = strictness('', 'claimed')
        const asClaimed = strictness(question.userAgent, 'claimed')
        expect(strictness(question.userAgent, 'failed')).toBe(Math.max(asAnybody, asClaimed))
      }
    }),
    { numRuns: 25 },
  )
})
