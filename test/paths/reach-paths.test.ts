/**
 * How far an automaton of patterns is walked.
 */
import { expect, test } from 'vitest'
import { PatternAutomaton } from '../../src/paths/pattern-automaton.ts'
import { reachPaths } from '../../src/paths/reach-paths.ts'

function automaton() {
  const made = new PatternAutomaton()
  for (const pattern of ['/a*b', '/*c', '/ab$']) made.addPattern(pattern, false)
  return made
}

test('a path for each set of patterns that can match at once, the shortest', () => {
  // None, `/*c`, both with `b`, `/a*b` alone, and that with `/*c`.
  const paths = ['/', '/c', '/ab', '/axb', '/abc']
  expect(reachPaths(automaton(), { states: 1_000, steps: 1_000_000 })).toEqual({ paths, complete: true })
})

test.each([
  { states: 2, steps: 1_000_000 },
  { states: 1_000, steps: 100 },
])('no further than %j', (most) => {
  const whole = reachPaths(automaton(), { states: 1_000, steps: 1_000_000 })
  const { paths, complete } = reachPaths(automaton(), most)
  expect(complete).toBe(false)
  expect(paths).toEqual(whole.paths.slice(0, paths.length))
  expect(paths.length).toBeLessThan(whole.paths.length)
})
