import { expect, it } from 'vitest'
import { bestKnownFirst } from '../../src/crawlers/best-known.ts'
import { WELL_KNOWN_CRAWLERS } from '../../src/crawlers/policy-tokens.ts'

it('names come by how well they are known, then as the policy has them, then the others', () => {
  const names = ['008', 'alphabot', 'bingbot', 'googlebot', 'zbot']
  expect(bestKnownFirst(names, (name) => name === 'zbot')).toEqual([
    'googlebot',
    'bingbot',
    'zbot',
    '008',
    'alphabot',
  ])
})

it('the best known are known', () => {
  const known = WELL_KNOWN_CRAWLERS.map((name) => name.toLowerCase())
  const first = bestKnownFirst(known).slice(0, 5)
  expect(first).toEqual(['googlebot', 'bingbot', 'gptbot', 'claudebot', 'google-extended'])
})
