import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, compareSites } from '../../../src/author/compare/site-changes.ts'
import { decide } from '../../../src/decide/decide.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import type { Outcome } from '../../../src/words/decision-words.ts'
import type { Usage } from '../../../src/words/usages.ts'
import type { GeneratedPolicy } from '../../support/language/generate-policies.ts'
import { readGenerated, sites } from '../../support/language/generate-sites.ts'
import { runs } from '../../support/runs.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
const PAIRS = runs(12, 1_000)

/** The usages that differ in how they are decided (L2, L4, L6). */
const SWEPT: readonly Usage[] = ['crawl', 'index', 'present-snippet', 'present', 'other']

function programOf(site: GeneratedPolicy): SiteProgram {
  const { policy, files } = readGenerated(site)
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  return compile(policy, { served: false, files: texts, servedLine: () => undefined })
}

/** All short paths over the alphabet of the generated patterns, and a few longer ones. */
const TARGETS = (() => {
  const pieces = ['a', 'b', 'A', '/', '?', '=', '.', '%', '%2F', '%2A', '%24', '%C3%A9', '~']
  const grow = (paths: readonly string[]) =>
    paths.flatMap((path) => pieces.map((piece) => path + piece))
  const one = grow(['/'])
  const two = grow(one)
  return [
    '/',
    ...one,
    ...two,
    ...grow(two.filter((_, i) => i % 5 === 0)),
    '/robots.txt',
    '/robots.txt?a',
    '/robots.txtb',
  ]
})()

const ask = (site: SiteProgram, userAgent: string, target: string, usage: Usage) => {
  const uri = (site.config.canonical?.replace(/\/$/, '') ?? 'https://www.example.com') + target
  const { outcome, restrictions } = decide(site, { userAgent, target, usage, now: NOW, uri })
  return {
    outcome,
    terms: restrictions
      .map((each) => JSON.stringify(each))
      .sort()
      .join(),
  }
}

const claim = (crawler: string, usage: Usage, was: Outcome, now: Outcome) =>
  `${crawler} ${usage} ${was} → ${now}`

function claims(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap(({ crawlers, usages, was, now }) =>
      crawlers.flatMap((crawler) =>
        usages.map((usage) => claim(crawler, usage, was.outcome, now.outcome)),
      ),
    ),
  )
}

function sweep(old: SiteProgram, now: SiteProgram): ReadonlySet<string> {
  const found = new Set<string>()
  const names = [...new Set([...old.names, ...now.names].map(({ name }) => name)), '*']
  for (const name of names) {
    for (const target of TARGETS) {
      for (const usage of SWEPT) {
        const userAgent = name === '*' ? 'somebody' : headerOf(name, old, now)
        const [before, after] = [
          ask(old, userAgent, target, usage),
          ask(now, userAgent, target, usage),
        ]
        if (before.outcome !== after.outcome || before.terms !== after.terms) {
          found.add(claim(name, usage, before.outcome, after.outcome))
        }
      }
    }
  }
  return found
}

/** A header that shows a name (I1). */
function headerOf(name: string, ...programs: readonly SiteProgram[]): string {
  return (
    programs.flatMap(({ names }) => names.filter((each) => each.name === name))[0]?.header ?? name
  )
}

describe('the changes between two policies', () => {
  it('are all that a sweep over URLs finds, and each is shown by its own path', () => {
    let swept = 0
    fc.assert(
      fc.property(sites, sites, (a, b) => {
        const [old, now] = [programOf(a), programOf(b)]
        const { changes, sampled } = compareSites(old, now, NOW)
        const found = claims(changes)
        const missed = [...sweep(old, now)].filter((each) => !found.has(each))
        swept++
        expect(missed.filter((each) => !sampled.includes(each.split(' ')[0]!))).toEqual([])
        for (const { crawlers, usages, path, elsewhere, was, now: is } of changes) {
          for (const usage of elsewhere ? [] : usages) {
            const userAgent = crawlers[0] === '*' ? 'somebody' : headerOf(crawlers[0]!, old, now)
            expect(ask(old, userAgent, path, usage).outcome).toBe(was.outcome)
            expect(ask(now, userAgent, path, usage).outcome).toBe(is.outcome)
          }
        }
      }),
      { numRuns: PAIRS },
    )
    console.log(`diff: ${swept} pairs of policies swept over ${TARGETS.length} URLs`)
  })

  it('are none between a policy and itself', () => {
    fc.assert(
      fc.property(sites, (site) => {
        expect(compareSites(programOf(site), programOf(site), NOW).changes).toEqual([])
      }),
      { numRuns: PAIRS },
    )
  })
})
