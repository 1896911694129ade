/**
 * Every statement of a summary, held to the reference evaluator on addresses that the summary did not choose: for generated
 * policies, and their crawlers. ACAP_SEED repeats a run.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { narrowestAt, strictestAnswer } from '../../../src/author/summary/areas.ts'
import { summariseSite } from '../../../src/author/summary/site-summary.ts'
import { homeOf } from '../../../src/decide/read-place.ts'
import { readDraft } from '../../../src/explorer/draft.ts'
import { targetForm } from '../../../src/words/path-form.ts'
import { REGISTRY } from '../../explorer/asked.ts'
import { decideByReference } from '../../reference.ts'
import { canonical } from '../../support/decide/conformance.ts'
import { cross, questions } from '../../support/decide/generate-questions.ts'
import { sites } from '../../support/language/generate-sites.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const seed = Number(process.env.ACAP_SEED ?? 2912)
const seen = new Map<string, number>()
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)

/** Anybody may fetch robots.txt, and what is no URI is at no location (E3). */
const isPage = (target: string) => !/^\/robots\.txt|%(?![0-9A-F]{2})/.test(targetForm(target))

it(`[L3] says nothing that the reference does not decide (seed ${seed})`, () => {
  const property = fc.property(sites, questions, (site, asked) => {
    const paths = [...new Set([...cross(site, asked)].map(({ target }) => target))]
    const { program, generated } = readDraft(
      { site: 'test', files: new Map(Object.entries(site.files)) },
      REGISTRY,
      NOW,
    )
    for (const { use, crawlers, areas, isPartial } of summariseSite(program, REGISTRY, NOW)
      .statements) {
      count(isPartial ? 'partial' : 'statements')
      if (isPartial) continue
      for (const crawler of crawlers) {
        for (const target of paths.filter(isPage)) {
          const facts = {
            userAgent: crawler === '*' ? 'somebody' : crawler,
            target,
            now: NOW,
            uri: homeOf(program.config) + target,
          }
          const ask = (usage: typeof use.usage) =>
            decideByReference(generated.policy, { ...facts, usage })
          const mayFetch = ask('crawl').outcome !== 'prohibited'
          if (use.usage !== 'crawl' && !mayFetch) continue
          expect(areas.length, `${crawler} may fetch ${target}`).toBeGreaterThan(0)
          const { outcome, restrictions } = ask(use.usage)
          const told = strictestAnswer(narrowestAt(areas, targetForm(target)))
          const is = [outcome !== 'prohibited', canonical([...restrictions.map(canonical)].sort())]
          const says = [told.isPermitted, canonical([...told.restrictions.map(canonical)].sort())]
          expect({ crawler, target, use: use.name, says }).toEqual({
            crawler,
            target,
            use: use.name,
            says: is,
          })
          count(`${use.name} ${outcome}`)
        }
      }
    }
  })
  fc.assert(property, { numRuns: 60, seed })
  for (const what of [
    'fetch permitted',
    'fetch prohibited',
    'fetch deferred',
    'extract prohibited',
    'train permitted',
  ])
    expect(seen.get(what), what).toBeGreaterThan(20)
  // A run with few sentences would prove little.
  expect(seen.get('partial') ?? 0).toBeLessThan(seen.get('statements')! / 10)
})
