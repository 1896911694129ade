import { describe, expect, it } from 'vitest'
import { robots, robotsOf } from '../src/robots.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/ok/\n'

describe('options', () => {
  const base = 'https://www.example.com/robots.txt'
  const ask = (url: string) => robots(ROBOTS, { base }).mayFetch({ userAgent: 'AnyBot', url })

  it('`base` makes pages of another origin nothing that the file speaks of', () => {
    const answers = [
      'https://www.example.com/private/',
      'https://www.example.com:443/x',
      '/private/',
      'http://www.example.com/x',
      'https://example.com/x',
      'https://www.example.com:8443/private/',
      '//other.example/private/',
    ].map(ask)
    expect(answers).toEqual([false, true, false, undefined, undefined, undefined, undefined])
  })

  it('`limit` is in octets; a line that it cuts is not read', () => {
    const text = `User-agent: *\nDisallow: /ä/\nDisallow: /private/x\n`
    const ask = (limit?: number) =>
      ['/%C3%A4/', '/private/x', '/private/y'].map((url) =>
        robots(text, limit === undefined ? {} : { limit }).mayFetch({ userAgent: 'a', url }),
      )
    expect(ask(40)).toEqual([false, true, true])
    expect(ask(28)).toEqual([true, true, true])
    expect(ask(29)).toEqual([false, true, true])
    expect(ask()).toEqual([false, false, true])
  })

  it('reads 500 KiB by default, of octets as of text', () => {
    const text = `User-agent: *\n${'# 0123456789\n'.repeat(39_384)}Disallow: /\n`
    const octets = new TextEncoder().encode(text)
    for (const file of [text, octets]) {
      expect(robots(file).mayFetch({ userAgent: 'a', url: '/' })).toBe(true)
      const limit = Number.POSITIVE_INFINITY
      expect(robots(file, { limit }).mayFetch({ userAgent: 'a', url: '/' })).toBe(false)
    }
  })

  it.each([
    [{ bas: base }, 'robots: unknown option `bas`: one of base, limit'],
    [{ limit: -1 }, 'robots: `limit` must be a number of octets'],
    [{ limit: '1' }, 'robots: `limit` must be a number of octets'],
    [{ base: '/x' }, 'robots: `base` must be an http or https URL'],
    [null, 'robots: the options must be an object, `{ base, limit }`'],
  ])('%j are wrong', (options, message) => {
    expect(() => robots('', options as never)).toThrow(new TypeError(message))
  })

  it('`dialect` can be `rep` alone', () => {
    const asked = robots(ROBOTS)
    const ask = (dialect: unknown) =>
      asked.mayFetch({ userAgent: 'a', url: '/private/', dialect: dialect as 'rep' })
    expect(ask('rep')).toBe(false)
    expect(() => ask('acap')).toThrow('`acap-edge/robots/full` reads ACAP')
  })
})

describe('the answer to a request for robots.txt (RFC 9309 2.3.1)', () => {
  it.each([
    [200, false, true],
    [204, false, true],
    [304, true, true],
    [404, true, true],
    [429, true, true],
    [500, false, false],
    [503, false, false],
    [null, false, false],
  ])('%s', (status, isPrivateOpen, isRestOpen) => {
    const file = robotsOf(status, ROBOTS)
    const ask = (url: string) => file.mayFetch({ userAgent: 'a', url })
    expect(['/private/', '/', '/robots.txt'].map(ask)).toEqual([isPrivateOpen, isRestOpen, true])
    expect(file.unreadable).toBe(false)
  })

  it.each([0, 99, 600, 200.5, '200', undefined])('%s is no status', (status) => {
    expect(() => robotsOf(status as number)).toThrow('robotsOf: the status must be one of HTTP')
  })

  it('needs no body', () => {
    expect(robotsOf(404).mayFetch({ userAgent: 'a', url: '/' })).toBe(true)
    expect(() => robotsOf(404, '', { x: 1 } as never)).toThrow('unknown option `x`')
    const fault = 'robotsOf: the robots.txt must be a string or a Uint8Array'
    for (const status of [200, 404, 503, null])
      for (const body of [5, null, {}])
        expect(() => robotsOf(status, body as never)).toThrow(new TypeError(fault))
  })
})
