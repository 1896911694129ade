import { describe, expect, test } from 'vitest'
import { spellings } from '../../src/enforce/spellings.ts'

const PLAIN = { distinct: [], folds: [] } as const

describe('[P6] spellings that an origin may take for one resource', () => {
  test.each([
    ['/a/b?c=d', ['/a/b?c=d']],
    ['/a%2Fb', ['/a%2Fb', '/a/b']],
    ['/a%5cb', ['/a%5Cb', '/a/b']],
    ['/a;x=1/b;y', ['/a;x=1/b;y', '/a/b']],
    ['/a//b', ['/a//b', '/a/b']],
    ['/a/../b', ['/a/../b', '/b']],
    ['/a/./b/..', ['/a/./b/..', '/a/']],
    ['/../../b', ['/../../b', '/b']],
    ['/a;p//b', ['/a;p//b', '/a//b', '/a;p/b', '/a/b']],
    ['/x/..%2Fprivate/', ['/x/..%2Fprivate/', '/x/../private/', '/private/']],
    ['/%2e%2e/b', ['/../b', '/b']],
    ['/a?x=/../y', ['/a?x=/../y']],
  ])('%s', (target, expected) => {
    expect(spellings(target, PLAIN)).toEqual(expected)
  })

  test('the steps go in their order: what an encoded slash uncovers is merged and resolved', () => {
    expect(spellings('/a/%2F../b', PLAIN)).toContain('/b')
  })

  test.each([
    ['params', '/a;x'],
    ['slashes', '/a//b'],
    ['encoded-slash', '/a%2Fb'],
  ] as const)('%s are kept apart where the site says so', (distinct, target) => {
    expect(spellings(target, { distinct: [distinct], folds: [] })).toEqual([target])
  })

  test('there are never more than sixteen', () => {
    expect(spellings('/a;p%2F..%2F//x;q/./y%5Cz;r', PLAIN).length).toBeLessThanOrEqual(16)
  })
})
