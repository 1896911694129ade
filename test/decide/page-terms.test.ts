/**
 * Tags say what the policy says: a crawler that reads them decides as robots.txt and routes decide (E2, E6).
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReadersName } from '../../src/crawlers/reader-words.ts'
import { engineOf } from '../../src/decide/decide.ts'
import { restrictionsBy } from '../../src/decide/decision-of.ts'
import { termsOf } from '../../src/decide/page-terms.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { readMeta } from '../../src/words/meta-issues.ts'
import { USAGES } from '../../src/words/usages.ts'
import { canonical } from '../support/decide/conformance.ts'
import { compileReading } from '../support/decide/evaluators.ts'
import { NAMES } from '../support/language/generate-policies.ts'
import { purposes, readGenerated, sites } from '../support/language/generate-sites.ts'
import { runs } from '../support/runs.ts'

const target = fc
  .array(fc.constantFrom('a', 'b', '/', '?'), { maxLength: 5 })
  .map((parts) => `/${parts.join('')}`)

describe('[E6] the terms of a page', () => {
  test('decides every usage but the crawl as the policy does', () => {
    fc.assert(
      fc.property(sites, target, purposes, (generated, page, asked) => {
        const site = compileReading(readGenerated(generated))
        const engine = engineOf(site)
        const meta = readMeta(termsOf(engine).about(page).tags).fields.filter(
          ({ usage }) => usage !== 'crawl',
        )
        // R11 counts for a header of two unrelated names what a file says for one; tags of one name are not the other's.
        const isScoped = 'p.txt' in generated.files
        const agents = [
          ...NAMES.filter((name) => name !== 'robots' && !isReadersName(name)),
          'other',
        ].filter((name) => !isScoped || engine.agents.find(name).leads.acap.length === 1)
        // Fields for several purposes of one crawler stand side by side as tags: together they may prohibit more (L3).
        const bindings = new Set(
          meta.map((field) => field.purposes.join(' ')).filter((purpose) => purpose !== ''),
        )
        const mayBeStricter = asked.length > 0 && bindings.size > 1
        for (const userAgent of agents) {
          for (const usage of USAGES.slice(1)) {
            const facts = {
              userAgent,
              target: page,
              usage,
              purposes: asked,
              now: 0,
              interprets: 'all',
            } as const
            const [bare, tagged] = [engine.decide(facts), engine.decide({ ...facts, meta })]
            const label = `${userAgent} ${usage} ${page} [${asked}]\n${JSON.stringify(termsOf(engine).about(page).tags, null, 1)}`
            if (mayBeStricter && tagged.outcome === 'prohibited') continue
            expect(tagged.outcome, label).toBe(bare.outcome)
            if (mayBeStricter) continue
            expect(canonical(restrictionsBy(tagged)), label).toBe(canonical(restrictionsBy(bare)))
          }
        }
      }),
      { numRuns: runs(150, 5_000) },
    )
  })

  const many = Array.from(
    { length: 30 },
    (_, i) => `ACAP-crawler: bot${i + 10}\nACAP-disallow-index: /`,
  ).join('\n')
  test.each([
    [
      'a name that contains another one with other terms',
      'ACAP-crawler: *\nACAP-disallow-index: /\nACAP-crawler: search\nACAP-allow-index: /\nACAP-crawler: search-news\nACAP-disallow-index: /',
      'search-news',
      'index',
    ],
    [
      'a usage in the terms for everybody, beside a wider one that is not',
      'ACAP-crawler: *\nACAP-disallow-present-snippet: /\nACAP-crawler: alpha\nACAP-allow-present: /\nACAP-disallow-present-snippet: /',
      'alpha',
      'present-snippet',
    ],
    [
      'a restriction in the terms for everybody, beside a wider permission that is not',
      'ACAP-crawler: *\nACAP-allow-present-snippet: / max-length=5-words\nACAP-crawler: alpha\nACAP-allow-present: /\nACAP-allow-present-snippet: / max-length=5-words',
      'alpha',
      'present-snippet',
    ],
    ['the last of many names', `ACAP-crawler: *\nACAP-allow-index: /\n${many}`, 'bot39', 'index'],
  ] as const)('says for %s what the policy says', (_, text, userAgent, usage) => {
    const engine = engineOf(
      compileReading({ policy: readText(text).policy, files: { 'robots.txt': text } }),
    )
    const { fields: meta } = readMeta(termsOf(engine).about('/').tags)
    const facts = { userAgent, target: '/', usage, now: 0 } as const
    const [bare, tagged] = [engine.decide(facts), engine.decide({ ...facts, meta })]
    expect([tagged.outcome, restrictionsBy(tagged)]).toEqual([bare.outcome, restrictionsBy(bare)])
    expect(tagged.basis).toBe('embedded')
  })

  test('binds what a pattern of purposes says, and not what one of those that it matches has of its own', () => {
    const text =
      'ACAP-crawler: *\nACAP-usage-purpose: new*s\nACAP-disallow-index: /\nACAP-crawler: *\nACAP-usage-purpose: news\nACAP-allow-index: *\n'
    const { policy } = readText(text)
    const { tags } = termsOf(
      engineOf(compileReading({ policy, files: { 'robots.txt': text } })),
    ).about('/')
    expect(tags.map(({ content }) => content).sort()).toEqual([
      'ACAP new*s disallow-index',
      'ACAP news allow-index',
    ])
  })

  test('binds what is for one purpose of a list to that one alone', () => {
    const text =
      'ACAP-crawler: *\nACAP-usage-purpose: news\nACAP-allow-index: /\nACAP-crawler: alpha\nACAP-usage-purpose: news\nACAP-usage-purpose: search\nACAP-allow-present: /\n'
    const engine = engineOf(
      compileReading({ policy: readText(text).policy, files: { 'robots.txt': text } }),
    )
    const contents = termsOf(engine)
      .about('/')
      .tags.map(({ name, content }) => `${name}: ${content}`)
    expect(contents).toContain('robots: ACAP news allow-index')
    expect(contents).not.toContain('robots: ACAP search allow-index')
  })

  test('names no crawler whose terms are those of everybody, or of a shorter name', () => {
    const text =
      'ACAP-crawler: *\nACAP-allow-index: /\nACAP-crawler: same\nACAP-allow-index: /\nACAP-crawler: other\nACAP-disallow-index: /\nACAP-crawler: other-too\nACAP-disallow-index: /'
    const engine = engineOf(
      compileReading({ policy: readText(text).policy, files: { 'robots.txt': text } }),
    )
    expect(termsOf(engine).about('/').tags).toEqual([
      { name: 'robots', content: 'ACAP allow-index' },
      { name: 'other', content: 'ACAP disallow-index' },
    ])
  })
})
