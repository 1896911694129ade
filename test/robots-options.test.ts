import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    [{ bas: base }, 'robots: unknown member `bas`: one of base, limit'],
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
    [404, true, true],
    [429, false, false],
    [451, true, true],
    [500, false, false],
    [503, false, false],
    [null, false, false],
  ])('%s', (status, isPrivateOpen, isRestOpen) => {
    const file = robotsOf(status, ROBOTS)
    const ask = (url: string) => file.mayFetch({ userAgent: 'a', url })
    expect(['/private/', '/', '/robots.txt'].map(ask)).toEqual([isPrivateOpen, isRestOpen, true])
    expect(file.unreadable).toBe(false)
  })

  it.each([0, 99, 103, 600, 200.5, '200', undefined])('%s is no final status', (status) => {
    expect(() => robotsOf(status as number)).toThrow('robotsOf: the status must be a final one')
  })

  it('[D-status] is none of 304, which says that the copy at hand is current', () => {
    expect(() => robotsOf(304)).toThrow('robotsOf: 304 means that your copy is current')
  })

  it('[D-base] counts for the site that was asked, wherever redirects led', async () => {
    const served = createServer((request, response) => {
      const home = `http://localhost:${(served.address() as AddressInfo).port}`
      const isAsked = request.headers.host?.startsWith('127.')
      response.writeHead(isAsked ? 301 : 200, isAsked ? { location: `${home}/robots.txt` } : {})
      response.end(ROBOTS)
    })
    await new Promise<void>((listen) => served.listen(0, listen))
    const asked = `http://127.0.0.1:${(served.address() as AddressInfo).port}/robots.txt`
    const answer = await fetch(asked)
    const file = robotsOf(answer.status, await answer.text(), { base: asked })
    served.close()
    const may = (url: string) => file.mayFetch({ userAgent: 'a', url })
    expect([new URL('/private/', asked).href, answer.url].map(may)).toEqual([false, undefined])
  })

  it('needs no body', () => {
    expect(robotsOf(404, null).mayFetch({ userAgent: 'a', url: '/' })).toBe(true)
    expect(robotsOf(404).mayFetch({ userAgent: 'a', url: '/' })).toBe(true)
    expect(() => robotsOf(404, '', { x: 1 } as never)).toThrow('unknown member `x`')
    const fault = 'robotsOf: the robots.txt must be a string or a Uint8Array'
    for (const status of [200, 404, 503, null])
      for (const body of [5, {}])
        expect(() => robotsOf(status, body as never)).toThrow(new TypeError(fault))
    expect(() => robotsOf(200, null)).toThrow(new TypeError(fault))
  })
})
