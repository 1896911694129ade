import { describe, expect, test } from 'vitest'
import { shorterTargets, spellings } from '../../src/decide/spellings.ts'

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
    ['/a%28b%29,c', ['/a%28b%29,c', '/a(b),c']],
    ['/a%3Bx/b', ['/a%3Bx/b', '/a;x/b', '/a/b']],
    ['//private//../x', ['//private//../x', '/private/../x', '//private/x', '/x', '/private/x']],
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

  test('encoded, too, where a pattern has an encoded character', () => {
    expect(spellings('/wiki/Foo_(bar)', { ...PLAIN, patternsEncode: true })).toEqual([
      '/wiki/Foo_(bar)',
      '/wiki/Foo_%28bar%29',
    ])
    expect(spellings('/wiki/Foo', { ...PLAIN, patternsEncode: true })).toEqual(['/wiki/Foo'])
  })
})

describe('[P6] what a site says that its origin folds', () => {
  const FOLDS = { distinct: [], folds: ['double-encoding', 'full-width', 'segment-dots'] } as const

  test.each([
    ['/a/..%252fb', '/b'],
    ['/x%25252525252fprivate/', '/x/private/'],
    ['/x%252e%252e%255cprivate', '/x/private'],
    ['/%2570rivate/', '/private/'],
    ['/x／private', '/x/private'],
    ['/x%ef%bc%8fprivate', '/x/private'],
    ['/%ef%bd%90rivate/', '/private/'],
    ['/a/．．／private/', '/private/'],
    ['/private%EF%BC%9Bx/', '/private/'],
    ['/private./x', '/private/x'],
    ['/private.%20/x. ', '/private/x'],
    ['/a/..%20/private/', '/private/'],
    ['/private.%2fx', '/private/x'],
    ['/x%2%46private/', '/x/private/'],
    ['/x%ef%bc%8%2566private', '/x/private'],
    ['/a/..%2f%20/private', '/private'],
    ['/..%20./private/x', '/private/x'],
    ['/private/%2e.%20/x', '/private/x'],
    ['/private/%2e.%20/x', '/x'],
    ['/private.;a=b/x', '/private/x'],
  ])('%s may be %s', (target, other) => {
    expect(spellings(target, FOLDS)).toContain(other)
    expect(spellings(target, PLAIN)).not.toContain(other)
  })

  test.each(['/a/...', '/a%ff%80b', '/%', '/%2', '/a%25', '/ü/b', '/a/.b'])(
    '%s stays a path that is judged',
    (target) => {
      expect(spellings(target, FOLDS).every((each) => each.startsWith('/'))).toBe(true)
    },
  )
})

// The square of their length would take minutes for each of these.
describe('[P8] long targets take time in proportion to their length', () => {
  const folds = ['double-encoding', 'segment-dots'] as const
  const HALF = 500_000

  test('a run of slashes', () => expect(shorterTargets(`/${'/'.repeat(HALF)}a/`)).toHaveLength(1))

  test.each([
    ['dots', `/${'.'.repeat(HALF)}a/.`, '/'],
    ['blanks', `/${'%20'.repeat(HALF)}a/b.`, '/b'],
    ['a segment', `/${'a'.repeat(HALF)}/b.`, '/b'],
    [
      'percent signs, each of which uncovers the next',
      `/${'%'.repeat(HALF)}${'3'.repeat(HALF)}5`,
      '/5',
    ],
  ])('%s', (_, target, end) => {
    const found = spellings(target, { distinct: [], folds })
    expect(found.some((each) => each.endsWith(end))).toBe(true)
  })
})
