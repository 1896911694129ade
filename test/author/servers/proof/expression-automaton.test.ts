/** The automaton of a server's expressions beside JavaScript's own: both find the same in every text. */
import { describe, expect, test } from 'vitest'
import { serverExpression } from '../../../../src/author/servers/expressions.ts'
import { doorPlan } from '../../../../src/author/servers/plan.ts'
import { ExpressionAutomaton } from '../../../../src/author/servers/proof/expression-automaton.ts'
import { siteContextOf } from '../../../../src/decide/judge.ts'
import { knownCrawlers } from '../../../../src/registry.ts'
import { DoorRequests, patternsIn } from '../../../support/author/door-requests.ts'
import { runs } from '../../../support/runs.ts'
import { siteOf } from '../../../support/site-of.ts'

const registry = knownCrawlers()

function found(automaton: ExpressionAutomaton, text: string): readonly number[] {
  let state = automaton.start
  for (const character of text) state = automaton.read(state, character.charCodeAt(0))
  return automaton.matchesAt(state)
}

describe('the automaton of expressions', () => {
  test('finds in generated targets what JavaScript finds', () => {
    for (let seed = 1; seed <= runs(10, 1000); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(false)
      const { forms, groups } = doorPlan(siteContextOf(siteOf(text), registry, []), registry, 0)
      const expressions = [
        ...forms,
        ...groups.flatMap(({ plain, wide }) => [...plain, ...wide]),
      ].map(([expression]) => expression)
      const automaton = new ExpressionAutomaton(expressions)
      const patterns = expressions.map((each) => serverExpression(each))
      for (const target of requests.targets(patternsIn(text), 6)) {
        const expected = patterns.flatMap((each, number) => (each.test(target) ? [number] : []))
        expect(found(automaton, target), `${target} ${text}`).toEqual(expected)
      }
    }
  })

  test.each([
    ['^a(?:b|c)+?$', 'abcb', true],
    ['^a(?:b|c)+?$', 'abd', false],
    ['b', 'abc', true],
    ['^[^a-c]', 'd', true],
    ['^(?>.*?a)b', 'xab', true],
    ['^\\x2f[.]?$', '/', true],
  ])('%s in %s: %s', (expression, text, is) => {
    expect(found(new ExpressionAutomaton([expression]), text)).toEqual(is ? [0] : [])
  })

  test('forgets the rest of an expression that has matched', () => {
    const automaton = new ExpressionAutomaton(['^a(?:|.*?bc|.*?de)'])
    const matched = automaton.read(automaton.start, 'a'.charCodeAt(0))
    expect(automaton.read(matched, 'b'.charCodeAt(0))).toBe(matched)
    expect(new Set(automaton.kindsAt(matched)).size).toBe(1)
  })

  test.each(['a{2}', '(a', 'a\\d'])('refuses %s, which it does not know', (expression) => {
    expect(() => new ExpressionAutomaton([expression])).toThrow('unreadable')
  })
})
