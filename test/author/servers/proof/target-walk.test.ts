/** The walk over targets: one for each pair of places, and how far it goes. */
import { describe, expect, test } from 'vitest'
import { PatternAutomaton } from '../../../../src/author/compare/paths/pattern-automaton.ts'
import { targetsOf } from '../../../../src/author/servers/proof/target-walk.ts'

function walked(patterns: readonly string[], expressions: readonly string[], mostWork: number) {
  const automaton = new PatternAutomaton()
  for (const pattern of patterns) automaton.addPattern(pattern, false)
  const isNever = () => false
  const bounds = { most: 20_000, mostWork }
  const targets = targetsOf({
    automaton,
    expressions,
    isLeftOut: isNever,
    isFoul: isNever,
    ...bounds,
  })
  const found: string[] = []
  let next = targets.next()
  for (; next.done !== true; next = targets.next()) found.push(next.value)
  return { found, isComplete: next.value }
}

/** Any of them may have matched before any other. */
const WORDS = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl']

describe('the walk over targets', () => {
  test('finds the shortest target for each answer', () => {
    const { found, isComplete } = walked(['/a', '/a*b$'], ['^/a', '^/a.*?b$'], 10_000)
    expect([found, isComplete]).toEqual([['/', '/a', '/ab'], true])
  })

  test('ends with what it has where the expressions are too much work', () => {
    const expressions = WORDS.map((word) => `^/.*?${word}`)
    const whole = walked([], expressions, Number.POSITIVE_INFINITY)
    expect([whole.found.length, whole.isComplete]).toEqual([2 ** WORDS.length, true])
    const part = walked([], expressions, 1000)
    expect([part.found.includes('/ab'), part.isComplete]).toEqual([true, false])
  })
})
