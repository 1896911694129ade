import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GlobSet } from '../../src/decide/globs.ts'
import { acceptsAnyCase, readGlob } from '../../src/words/glob.ts'
import { globMatches } from '../reference/glob.ts'

const glob = fc
  .array(fc.constantFrom('a', 'b', '/', '*', '?', '[ab]', '[!a]', '\\*', 'ab', 'aaaaaaaaaaaa'), {
    maxLength: 12,
  })
  .map((parts) => `/${parts.join('')}`)
const path = fc
  .array(fc.constantFrom('a', 'b', '/', 'c', 'aaaaaa'), { maxLength: 14 })
  .map((parts) => `/${parts.join('')}`)

test('[X1] globs match together as each of them matches alone', () => {
  fc.assert(
    fc.property(
      fc.array(glob, { minLength: 1, maxLength: 20 }),
      fc.array(path, { minLength: 1, maxLength: 6 }),
      (globs, paths) => {
        const tokens = globs.map(readGlob)
        const set = new GlobSet(tokens)
        for (const text of paths) {
          const found: number[] = []
          set.match(text, (number) => found.push(number))
          expect(found, `${JSON.stringify(globs)} on ${text}`).toEqual(
            globs.flatMap((each, number) => (globMatches(each, text, false) ? [number] : [])),
          )
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['/[a-c]', '/B', true],
  ['/[A-C]', '/b', true],
  ['/[!A]', '/a', false],
  ['/[!a]', '/B', true],
  ['/%2f[A-F]', '/%2Fa', true],
  ['/%%61?', '/%Ab', true],
  ['/[@]', '/`', false],
])('[X1] [P3] %s in any letter case: %s is matched: %s', (path, text, isMatched) => {
  const found: number[] = []
  new GlobSet([readGlob(path)], acceptsAnyCase).match(text, (number) => found.push(number))
  expect(found).toEqual(isMatched ? [0] : [])
})
