import { expect, test } from 'vitest'
import { engineOf } from '../../src/decide/decide.ts'
import { explain } from '../../src/decide/explain.ts'
import { siteOf } from '../support/site-of.ts'

const POLICY = `User-agent: *
Disallow: /private/
Allow: /

ACAP-crawler: *
ACAP-allow-index: /
ACAP-disallow-index: /drafts/
ACAP-disallow-present: /

ACAP-crawler: SearchBot
ACAP-allow-present-snippet: /news/
`

function steps(
  target: string,
  usage: 'crawl' | 'index' | 'present-snippet',
  userAgent = 'SearchBot/1.0',
) {
  const [chain] = explain(engineOf(siteOf(POLICY)), { userAgent, target, usage, now: 0 }).chains
  return chain!.steps.map(({ place, names, usage, outcome, deciding, beaten, decides }) => ({
    step: `${place} ${names.join()} ${usage}: ${outcome}${decides ? ', decides' : ''}`,
    deciding: deciding.map(({ line }) => line),
    beaten: beaten.map(({ line }) => line),
  }))
}

test('[L3] a narrower field beats a broader one of its level', () => {
  expect(steps('/drafts/a', 'index')).toEqual([
    { step: 'ACAP records * index: prohibited, decides', deciding: [7], beaten: [6] },
  ])
})

test('[L1] a longer name stands above `*`, and both are explained', () => {
  expect(steps('/news/a', 'present-snippet').slice(0, 2)).toEqual([
    {
      step: 'ACAP records searchbot present-snippet: permitted, decides',
      deciding: [11],
      beaten: [],
    },
    { step: 'ACAP records * present: prohibited', deciding: [8], beaten: [] },
  ])
})

test('[C1] the longest conventional rule beats the others', () => {
  expect(steps('/private/x', 'crawl')).toEqual([
    {
      step: 'conventional records searchbot crawl: prohibited, decides',
      deciding: [2],
      beaten: [3],
    },
  ])
})

test('[L6] where the crawl alone prohibits a use, its levels are explained', () => {
  const explained = (target: string, usage: 'crawl' | 'index') => {
    const { byCrawl, chains } = explain(engineOf(siteOf(POLICY)), {
      userAgent: 'SearchBot/1.0',
      target,
      usage,
      now: 0,
    })
    return { byCrawl, steps: chains[0]!.steps.map(({ usage, role }) => `${usage} ${role}`) }
  }
  expect(explained('/private/x', 'index')).toEqual({ byCrawl: true, steps: ['crawl decides'] })
  expect(explained('/drafts/x', 'index')).toEqual({ byCrawl: false, steps: ['index decides'] })
})

test('[L1, C2] each level has its part in the decision', () => {
  const both = `User-agent: *\nDisallow: /a/b/\n\nACAP-crawler: *\nACAP-disallow-crawl: /a/\nACAP-allow-crawl: /a/b/c\nACAP-crawler: SearchBot\nACAP-allow-crawl: /a/b/c\n`
  const roles = (target: string) =>
    explain(engineOf(siteOf(both)), {
      userAgent: 'SearchBot/1.0',
      target,
      now: 0,
    }).chains[0]!.steps.map(({ place, names, role }) => `${place} ${names.join()} ${role}`)
  expect(roles('/a/b/c')).toEqual([
    'ACAP records searchbot decides',
    'ACAP records * unasked',
    'conventional records searchbot overridden-by-acap',
  ])
  expect(roles('/a/b/')).toEqual([
    'ACAP records * decides',
    'conventional records searchbot agrees',
  ])
})
