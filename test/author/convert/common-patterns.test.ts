/**
 * What two patterns have in common, held against the relations of patterns.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commonOfPair } from '../../../src/author/convert/common-patterns.ts'
import { foldCase } from '../../../src/words/path-form.ts'
import { covers, overlap } from '../../../src/words/pattern-relations.ts'

const pattern = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', 'A', '/', '*', '.'), { maxLength: 6 }),
    fc.constantFrom('', '$'),
  )
  .map(([symbols, end]) => `/${symbols.join('')}${end}`)

it('common patterns lie within both, and are there wherever both can match', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const common = commonOfPair(a, b, 'exact')
      expect(common.length > 0).toBe(overlap(a, b))
      for (const each of common) expect([covers(a, each), covers(b, each)]).toEqual([true, true])
    }),
  )
})

it('[P3] common patterns in any letter case are there wherever both can match in some', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const common = commonOfPair(a, b, 'folded').map(foldCase)
      expect(common.length > 0).toBe(overlap(foldCase(a), foldCase(b)))
      for (const each of common)
        expect([covers(foldCase(a), each), covers(foldCase(b), each)]).toEqual([true, true])
    }),
  )
})

it('[ours] what two patterns have in common is searched for once, however many crawlers have both', () => {
  const search = () => commonOfPair('/*a*b', '/c*d$', 'exact')
  expect(search()).toEqual(['/c*a*b*d$'])
  expect(search()).toBe(search())
})
