/**
 * What two patterns have in common, held against the engine's own matching and against the relations of patterns.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commonOfPair, commonPath } from '../../src/compare/common-patterns.ts'
import { matchesPattern } from '../../src/engine/globs.ts'
import { foldCase } from '../../src/grammar/path-form.ts'
import { covers, overlap } from '../../src/grammar/pattern-relations.ts'

const pattern = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'A', '/', '*', '.'), { maxLength: 6 }), fc.constantFrom('', '$'))
  .map(([symbols, end]) => `/${symbols.join('')}${end}`)

it('a common path is one that both match, and is there wherever both can match', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const path = commonPath(a, b)
      expect(path !== null).toBe(overlap(foldCase(a), foldCase(b)))
      if (path === null) return
      expect([a, b].map((each) => matchesPattern(foldCase(each), foldCase(path)))).toEqual([true, true])
    }),
  )
})

it('common patterns lie within both, and are there wherever both can match', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const common = commonOfPair(a, b, 'exact')
      expect(common.length > 0).toBe(overlap(a, b))
      for (const each of common) expect([covers(a, each), covers(b, each)]).toEqual([true, true])
    }),
  )
})
