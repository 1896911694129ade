/**
 * Whether one pattern covers or meets another, held against targets tried one by one.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers, coversAlike, overlap, stemOf } from '../../src/words/pattern-relations.ts'

/** P1, a second implementation: `*` is any run, a final `$` the end, otherwise a prefix. */
function matches(pattern: string, target: string): boolean {
  const [first = '', ...rest] = pattern
  if (pattern === '') return true
  if (pattern === '$') return target === ''
  if (first === '*') {
    return [...target, ''].some((_, at) => matches(rest.join(''), target.slice(at)))
  }
  return target[0] === first && matches(rest.join(''), target.slice(1))
}

const patterns = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 4 }), fc.boolean())
  .map(([parts, anchored]) => parts.join('') + (anchored ? '$' : ''))
const targets = Array.from({ length: 6 }, (_, length) =>
  Array.from({ length: 3 ** length }, (_, n) =>
    n.toString(3).padStart(length, '0').slice(0, length),
  ),
)
  .flat()
  .map((digits) => digits.replaceAll('0', 'a').replaceAll('1', 'b').replaceAll('2', 'c'))

describe('two patterns', () => {
  it('one that covers another matches all that it does', () => {
    fc.assert(
      fc.property(patterns, patterns, (wide, narrow) => {
        if (!covers(wide, narrow)) return
        for (const target of targets)
          if (matches(narrow, target)) expect(matches(wide, target), target).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('overlap exactly where some target is matched by both', () => {
    fc.assert(
      fc.property(patterns, patterns, (a, b) => {
        const both = targets.some((target) => matches(a, target) && matches(b, target))
        // Targets are at most five letters, which two patterns of four may need more than: seeing one is proof.
        if (both) expect(overlap(a, b)).toBe(true)
        if (!overlap(a, b)) expect(both).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['/', '/a/', true],
    ['/a/', '/', false],
    ['/a/', '/a/*', true],
    ['/a/*', '/a/', true],
    ['/a$', '/a*', false],
    ['/a*', '/a$', true],
    ['/*.html', '/news/*.html$', true],
    ['/news/*.html$', '/news/*.html', false],
    ['*', '/x', true],
  ])('%s covers %s: %s', (wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected)
  })

  it.each([
    ['/a*b', '/ac', true],
    ['/a$', '/ab', false],
    ['/a*$', '/ab', true],
    ['/*.pdf$', '/news/', true],
    ['/sport/', '/news/', false],
  ])('%s meets %s: %s', (a, b, expected) => {
    expect(overlap(a, b)).toBe(expected)
    expect(overlap(b, a)).toBe(expected)
  })

  it('of one stem differ by the wildcards at their ends', () => {
    const alike = ['/a', '/a*', '/a$', '/a**$']
    expect(alike.map(stemOf)).toEqual(['/a', '/a', '/a', '/a'])
    for (const wide of alike)
      for (const narrow of alike) expect(coversAlike(wide, narrow)).toBe(covers(wide, narrow))
  })
})
