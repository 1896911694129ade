import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNarrower, isNarrowerThanAll, keepNarrowest } from '../../../src/decide/narrowest.ts'
import { rankPatterns } from '../../../src/program/compile/rule-table.ts'
import type { Rules } from '../../../src/program/program.ts'
import { comparePatterns } from '../../support/decide/compare-patterns.ts'
import { runs } from '../../support/runs.ts'

const pattern = fc
  .tuple(
    fc.constantFrom('/', '*'),
    fc.array(fc.constantFrom('a', 'B', '/', '*', '!'), { maxLength: 6 }),
    fc.constantFrom('', '$'),
  )
  .map(([start, rest, end]) => start + rest.join('') + end)

test('[L3] numbers and ranges order patterns as a comparison by characters does', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 2, maxLength: 25 }), (patterns) => {
      const { order, ranks } = rankPatterns(patterns)
      for (const a of patterns) {
        for (const b of patterns) {
          const label = `${a} against ${b}`
          expect(isNarrower(order, ranks.get(a)!, ranks.get(b)!), label).toBe(
            comparePatterns(a, b) === 'narrower',
          )
          expect(ranks.get(a)! === ranks.get(b)!, label).toBe(comparePatterns(a, b) === 'equal')
        }
      }
    }),
    { numRuns: runs(400, 20_000) },
  )
})

test('[L3] patterns of many stars that part at their end are ordered, without a new comparison at every star', () => {
  const broad = `/${'*a'.repeat(100_000)}`
  const { order, ranks } = rankPatterns([broad, `${broad}b`, `${broad}*`])
  expect(isNarrower(order, ranks.get(`${broad}b`)!, ranks.get(broad)!)).toBe(true)
  expect(isNarrower(order, ranks.get(`${broad}b`)!, ranks.get(`${broad}*`)!)).toBe(true)
  expect(isNarrower(order, ranks.get(broad)!, ranks.get(`${broad}*`)!)).toBe(false)
})

test('[L3] those are kept than which no other found is narrower', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 40 }), (patterns) => {
      const { order, ranks } = rankPatterns(patterns)
      const rules = { pattern: Uint32Array.from(patterns, (each) => ranks.get(each)!) } as Rules
      const found = Uint32Array.from(patterns, (_, i) => i)
      const kept = keepNarrowest(rules, order, found, patterns.length)
      const narrowest = patterns.flatMap((each, i) =>
        patterns.some((other) => comparePatterns(other, each) === 'narrower') ? [] : [i],
      )
      expect([...found.subarray(0, kept)].sort((a, b) => a - b)).toEqual(narrowest)
    }),
    { numRuns: runs(400, 20_000) },
  )
})

test('[C2] a pattern that is narrower than the first and the last of the narrowest is narrower than all of them', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 2, maxLength: 40 }), (patterns) => {
      const { order, ranks } = rankPatterns(patterns)
      const narrowest = patterns.filter((each) =>
        patterns.every((other) => comparePatterns(other, each) !== 'narrower'),
      )
      // Regardless of which part of them decided, and of what they are compared with.
      const some = narrowest.filter((_, i) => i % 3 !== 1)
      const numbers = some.map((each) => ranks.get(each)!)
      for (const each of patterns) {
        const expected = some.every((other) => comparePatterns(each, other) === 'narrower')
        const actual = isNarrowerThanAll(
          order,
          ranks.get(each)!,
          Math.min(...numbers),
          Math.max(...numbers),
        )
        expect(actual, `${each} against ${some}`).toBe(expected)
      }
    }),
    { numRuns: runs(400, 20_000) },
  )
})
