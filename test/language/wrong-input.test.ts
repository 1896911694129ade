import { expect, test } from 'vitest'
import { compile, compileAsWritten } from '../../src/compile/index.ts'
import { decide } from '../../src/engine/decide.ts'
import { readSite, readText } from '../../src/language/index.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'

test.each([undefined, null, 7, {}])('readText says what it wants instead of %s', (value) => {
  expect(() => readText(value as never)).toThrow(
    new TypeError('readText: the robots.txt must be a string or a Uint8Array'),
  )
})

test('readSite reads text as it reads bytes', () => {
  const texts = new Map([
    ['robots.txt', ROBOTS],
    ['site.toml', 'hosts = ["a.test"]\n'],
  ])
  const bytes = new Map([...texts].map(([path, text]) => [path, new TextEncoder().encode(text)]))
  expect(readSite('a', texts, { now: 0 })).toEqual(readSite('a', bytes, { now: 0 }))
})

test('readSite says what it wants', () => {
  const wrong = new Map([['robots.txt', 7]]) as never
  expect(() => readSite('a', wrong)).toThrow(new TypeError('readSite: `robots.txt` must be a string or a Uint8Array'))
  expect(() => readSite('a', { 'robots.txt': ROBOTS } as never)).toThrow('readSite: `files` must be a Map of paths')
})

test('compile without the served files names the function that needs none', () => {
  const { policy, trees } = readText(ROBOTS)
  expect(() => compile(policy, undefined as never)).toThrow(/`compileAsWritten`$/)
  const facts = { userAgent: 'AnyBot', target: '/private/a', now: 0 }
  expect(decide(compileAsWritten(policy, trees), facts).fields[0]?.line).toBe(2)
})
