import { expect, it } from 'vitest'
import { bestKnownFirst, inRow, nameList, namesShown } from '../../src/crawlers/best-known.ts'
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

it('a sentence shows the best known names, not the first of the alphabet, and counts the others', () => {
  const names = ['008', 'abot', 'bbot', 'ccbot', 'gptbot']
  const spell = (name: string) => name.toUpperCase()
  expect(inRow(namesShown(names, 3, spell))).toBe('GPTBOT, CCBOT, 008 and 2 more')
  expect(inRow(namesShown(names, 4, spell))).toBe('GPTBOT, CCBOT, 008, ABOT and BBOT')
  expect(nameList(names, 2, spell)).toBe('GPTBOT, CCBOT and 3 more')
  expect(nameList(names.slice(0, 2), 2, spell)).toBe('008, ABOT')
})
