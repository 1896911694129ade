import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPattern } from '../../src/decide/globs.ts'
import { AS_RECEIVED, Matcher, Target } from '../../src/decide/matcher.ts'
import { matchingForm, TrieBuilder } from '../../src/program/compile/trie-builder.ts'
import { runs } from '../support/runs.ts'

/** Patterns and paths over an alphabet so small that they collide. */
const pattern = fc
  .tuple(
    fc.constantFrom('/', '', '*'),
    fc.array(fc.constantFrom('a', 'b', '/', '*', 'ab'), { maxLength: 7 }),
    fc.constantFrom('', '', '$'),
  )
  .map(([start, rest, end]) => start + rest.join('') + end)
const path = fc
  .array(fc.constantFrom('a', 'b', '/', 'c'), { maxLength: 12 })
  .map((parts) => `/${parts.join('')}`)

/** `allowance`: 0 looks everything up in the index; undefined is what policies get. */
function matcherOf(
  patterns: readonly string[],
  allowance?: number,
): { matcher: Matcher; root: number } {
  const builder = new TrieBuilder()
  builder.add([{ pattern: '/another', entry: 0 }])
  const root = builder.add(patterns.map((each, entry) => ({ pattern: matchingForm(each), entry })))
  return { matcher: new Matcher(builder.finish(), 0, allowance), root }
}

function found(matcher: Matcher, root: number, text: string): number[] {
  const target = new Target()
  target.read(text)
  matcher.start()
  matcher.collect(root, target, AS_RECEIVED)
  return [...matcher.found.subarray(0, matcher.count)].sort((a, b) => a - b)
}

describe('[P1] the trie finds what a plain matcher finds', () => {
  test.each([
    ['trying positions', undefined],
    ['in the index alone', 0],
    ['in the index, after some positions', 'some'],
  ] as const)('on generated patterns and paths, %s', (_name, allowance) => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 30 }),
        fc.array(path, { minLength: 1, maxLength: 8 }),
        (patterns, paths) => {
          const { matcher, root } = matcherOf(patterns, allowance === 'some' ? 1e-9 : allowance)
          for (const each of paths) {
            const expected = patterns.flatMap((one, i) => (matchesPattern(one, each) ? [i] : []))
            expect(found(matcher, root, each), `${JSON.stringify(patterns)} on ${each}`).toEqual(
              expected,
            )
          }
        },
      ),
      { numRuns: runs(600, 30_000) },
    )
  })

  test.each([
    ['/*.php$', '/a.php/b.php', true],
    ['/a*', '/a', true],
    ['/a*$', '/abc', true],
    ['*/admin/', '/admin/x', true],
    ['/*/admin/', '/admin/x', false],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*$', '/', true],
  ])('%s on %s', (one, text, expected) => {
    const { matcher, root } = matcherOf([one])
    expect(found(matcher, root, text)).toEqual(expected ? [0] : [])
  })
})
