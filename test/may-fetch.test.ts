import { describe, expect, it, test } from 'vitest'
import { mayFetch } from '../src/may-fetch.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/ok/\n'
const may = (url: string | URL, text = ROBOTS) => mayFetch(text, { userAgent: 'AnyBot/1.0', url })

describe('a URL is resolved as `fetch` resolves it', () => {
  it.each([
    'https://a.example/private/ok/../x',
    'https://a.example/private/ok/%2e%2e/x',
    'https://a.example\\private\\x',
    'https:/\\a.example/private/x',
    '//a.example/private/x',
    '/private/ok/../x',
    '/\\a.example/private/x',
    'https://user@a.example/private/x#top',
  ])('%s', (url) => {
    expect(may(url)).toBe(false)
    expect(may(new URL(url, 'https://b.example'))).toBe(false)
  })

  it('takes no host from elsewhere', () => {
    expect(may('https:a.example/private/x')).toBe(false)
  })

  it.each(['https://a.example/private/ok/x', '/x?/private/', '/private/../x', '//private/x', 'https://a.example'])(
    '%s, which may be fetched',
    (url) => {
      expect(may(url)).toBe(true)
    },
  )

  it('keeps the query, an empty one too', () => {
    const text = 'User-agent: *\nDisallow: /*?\n'
    expect([may('/a?', text), may('/a?b#c', text), may('/a#?', text)]).toEqual([false, false, true])
  })

  it('always permits /robots.txt', () => {
    expect(may('https://a.example/x/../robots.txt?y', 'User-agent: *\nDisallow: /\n')).toBe(true)
  })

  it.each(['https://a.example:99999/x', 'https://', 'ftp://a.example/', 'private/a', '', '*', 'localhost:80/x', '//'])(
    'throws for `%s`',
    (url) => {
      expect(() => may(url)).toThrow(/^mayFetch: `.*` is neither an http or https URL nor a path/)
    },
  )
})

test('a missing argument is named', () => {
  const ask = mayFetch as (...args: unknown[]) => boolean
  expect(() => ask()).toThrow(new TypeError('mayFetch: the robots.txt must be a string or a Uint8Array'))
  expect(() => ask(ROBOTS)).toThrow(/`mayFetch\(text, \{ userAgent, url \}\)`$/)
  expect(() => ask(ROBOTS, { userAgent: 'a' })).toThrow(new TypeError('mayFetch: `url` must be a string or a URL'))
})

describe('a resource set in many fields', () => {
  const setIn = (count: number) => {
    const set = Array.from({ length: count }, (_, i) => `/s${i}`).join(' ')
    return `ACAP-resource-set: s ${set}\nACAP-crawler: *\n${'ACAP-disallow-index: the-acap:resource-set:s\n'.repeat(count)}`
  }

  it('is read where a build would take it', () => {
    expect([may('/x', setIn(50)), may('/private/', setIn(50))]).toEqual([true, true])
  })

  it('permits nothing where it makes more rules than a build takes', () => {
    expect(may('/x', setIn(20_000))).toBe(false)
  })
})
