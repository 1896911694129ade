/**
 * How far an automaton of patterns is walked.
 */
import { expect, test } from 'vitest'
import { type Reach, reachPaths } from '../../../../src/author/compare/paths/crawler-paths.ts'
import { PatternAutomaton } from '../../../../src/author/compare/paths/pattern-automaton.ts'

function automaton() {
  const made = new PatternAutomaton()
  for (const pattern of ['/a*b', '/*c', '/ab$']) made.addPattern(pattern, false)
  return made
}

/** The paths of a walk, and whether they are all there are. */
function walk(most: Reach) {
  const found = reachPaths(automaton(), most)
  const paths: string[] = []
  let next = found.next()
  for (; !next.done; next = found.next()) paths.push(next.value)
  return { paths, complete: next.value }
}

test('a path for each set of patterns that can match at once, the shortest', () => {
  // None, `/*c`, both with `b`, `/a*b` alone, and that with `/*c`.
  const paths = ['/', '/c', '/ab', '/axb', '/abc']
  expect(walk({ states: 1_000, steps: 1_000_000 })).toEqual({ paths, complete: true })
})

test.each([
  { states: 2, steps: 1_000_000 },
  { states: 1_000, steps: 100 },
])('no further than %j', (most) => {
  const whole = walk({ states: 1_000, steps: 1_000_000 })
  const { paths, complete } = walk(most)
  expect(complete).toBe(false)
  expect(paths).toEqual(whole.paths.slice(0, paths.length))
  expect(paths.length).toBeLessThan(whole.paths.length)
})
