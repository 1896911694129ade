import { expect, test } from 'vitest'
import { engineOf } from '../../src/engine/decide.ts'
import { explain } from '../../src/engine/explain.ts'
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

function steps(target: string, usage: 'crawl' | 'index' | 'present-snippet', userAgent = 'SearchBot/1.0') {
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
    { step: 'conventional records searchbot crawl: permitted, decides', deciding: [3], beaten: [] },
  ])
})

test('[L1] a longer name stands above `*`, and both are explained', () => {
  expect(steps('/news/a', 'present-snippet').slice(0, 2)).toEqual([
    { step: 'ACAP records searchbot present-snippet: permitted, decides', deciding: [11], beaten: [] },
    { step: 'ACAP records * present: prohibited', deciding: [8], beaten: [] },
  ])
})

test('[C1] the longest conventional rule beats the others', () => {
  expect(steps('/private/x', 'crawl')).toEqual([
    { step: 'conventional records searchbot crawl: prohibited, decides', deciding: [2], beaten: [3] },
  ])
})
