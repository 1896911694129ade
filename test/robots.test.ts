import { build } from 'esbuild'
import { describe, expect, it, test } from 'vitest'
import { type FetchQuestion, type Robots, robots } from '../src/robots.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/ok/\n'
const may = (url: string | URL, text = ROBOTS) =>
  robots(text).mayFetch({ userAgent: 'AnyBot/1.0', url })

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

  it.each([
    'https://a.example/private/ok/x',
    '/x?/private/',
    '/private/../x',
    '//private/x',
    'https://a.example',
  ])('%s, which may be fetched', (url) => {
    expect(may(url)).toBe(true)
  })

  it('keeps the query, an empty one too', () => {
    const text = 'User-agent: *\nDisallow: /*?\n'
    expect([may('/a?', text), may('/a?b#c', text), may('/a#?', text)]).toEqual([false, false, true])
  })

  it('always permits /robots.txt', () => {
    expect(may('https://a.example/x/../robots.txt?y', 'User-agent: *\nDisallow: /\n')).toBe(true)
  })

  it.each([
    'https://a.example:99999/x',
    'https://',
    'ftp://a.example/',
    'private/a',
    '',
    '*',
    'localhost:80/x',
    '//',
  ])('throws for `%s`', (url) => {
    expect(() => may(url)).toThrow(/^mayFetch: `.*` is neither an http or https URL nor a path/)
  })
})

test('a missing argument is named', () => {
  expect(() => (robots as unknown as () => void)()).toThrow(
    new TypeError('robots: the robots.txt must be a string or a Uint8Array'),
  )
  const asked: Robots = robots(ROBOTS)
  const ask = (...args: unknown[]) => asked.mayFetch(...(args as [FetchQuestion]))
  expect(() => ask()).toThrow(/`mayFetch\(\{ userAgent, url \}\)`$/)
  expect(() => ask({ userAgent: 'a' })).toThrow(
    new TypeError('mayFetch: `url` must be a string or a URL'),
  )
})

test('[I1] a family names its members, however these are written', () => {
  const asked = robots('User-agent: Yandex\nDisallow: /\n')
  expect(asked.mayFetch({ userAgent: 'YaDirectFetcher/1.0', url: '/' })).toBe(false)
})

test('[R1] what is no text permits nothing, also a page that none of its rules matches', () => {
  expect(may('/x', `User-agent: *\nDisallow: /private/\n${'\0'.repeat(9)}`)).toBe(false)
})

test('a wrong time is named, whichever rules there are', () => {
  expect(() => robots('').mayFetch({ userAgent: 'a', url: '/x', now: Number.NaN })).toThrow(
    '`now` must be milliseconds',
  )
  expect(() => robots('').crawlDelay('a', Number.NaN)).toThrow('`now` must be milliseconds')
})

describe('a file', () => {
  it('says whether it is no text', () => {
    const octets = Buffer.from('User-agent: *\nDisallow:\n', 'utf16le')
    expect([robots(octets).unreadable, robots(ROBOTS).unreadable]).toEqual([true, false])
    expect(robots(octets).mayFetch({ userAgent: 'a', url: '/' })).toBe(false)
  })

  it('shows its own members alone', () => {
    const text = 'Sitemap: https://a.example/map.xml # all\nSitemap:\n'
    expect({ ...robots(text) }).toEqual({
      sitemaps: ['https://a.example/map.xml'],
      unreadable: false,
    })
  })

  it('gives the seconds between two documents, for a name and at a time', () => {
    const file = robots(`User-agent: *
Crawl-delay: 5
Disallow: /private/

User-agent: SlowBot
Request-rate: 1/2m 0600-0845
Visit-time: 0600-0845
`)
    const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)
    const delays = [file.crawlDelay('AnyBot'), file.crawlDelay('SlowBot', at('07:00:00'))]
    expect([...delays, file.crawlDelay('SlowBot', at('12:00:00'))]).toEqual([5, 120, null])
    const may = (time: string) => file.mayFetch({ userAgent: 'SlowBot', url: '/', now: at(time) })
    expect([may('07:00:00'), may('12:00:00')]).toEqual([true, false])
    expect(() => file.crawlDelay(1 as never)).toThrow('crawlDelay: the User-Agent must be a string')
  })

  it('[C3] takes ACAP lines for unknown ones', () => {
    const text =
      'ACAP-crawler: *\nACAP-disallow-crawl: /\nUser-agent: *\nACAP-crawler: a\nDisallow: /x\n'
    expect([may('/', text), may('/x', text)]).toEqual([true, false])
  })

  it('obeys many rules as it obeys a few, from the second question on', () => {
    const rules = Array.from({ length: 200 }, (_, i) =>
      i % 2 === 0 ? `Disallow: /*?session${i}=*&x` : `Disallow: /shop/*/item${i}$`,
    )
    const file = robots(['User-agent: *', ...rules, 'Allow: /shop/1/item7$'].join('\n'))
    const ask = (url: string) => file.mayFetch({ userAgent: 'a', url })
    const urls = [
      '/a?session8=1&x',
      '/a?session7=1&x',
      '/shop/b/item9',
      '/shop/b/item9/',
      '/shop/1/item7',
    ]
    const expected = [false, true, false, true, true]
    expect(urls.map(ask)).toEqual(expected)
    expect(urls.map(ask)).toEqual(expected)
  })
})

describe('[RFC 9309 2.2.1] a name with a hyphen', () => {
  const obeys = (userAgent: string, ...names: string[]) => {
    const groups = names.map((name) => `User-agent: ${name}\nDisallow: /\n`).join('')
    return !robots(groups).mayFetch({ userAgent, url: '/' })
  }

  it.each([
    ['FooBot-Mini', 'FooBot'],
    ['Mozilla/5.0 (compatible; FooBot-Mini/1.0)', 'FooBot'],
    ['foo-FooBot', 'FooBot'],
    ['FooBot', 'FooBot-Mini'],
  ])('%s does not obey the group of %s', (userAgent, name) => {
    expect(obeys(userAgent, name)).toBe(false)
  })

  it.each([
    ['FooBot-Mini/1.0', 'FooBot-Mini'],
    ['Googlebot-Image', 'Googlebot'],
    ['Googlebot-News/1.0', 'googlebot'],
    ['GoogleOther-Video', 'GoogleOther'],
    ['AdsBot-Google-Mobile-Apps', 'AdsBot-Google'],
    ['Mozilla/5.0 (compatible; coccocbot-image/1.0)', 'CocCoc'],
    ['YandexImages', 'Yandex'],
  ])('%s obeys the group of %s', (userAgent, name) => {
    expect(obeys(userAgent, name)).toBe(true)
  })

  it('is a family’s own group where it has one', () => {
    const text = 'User-agent: Googlebot\nDisallow: /\n\nUser-agent: Googlebot-News\nDisallow:\n'
    expect(robots(text).mayFetch({ userAgent: 'Googlebot-News', url: '/' })).toBe(true)
    expect(robots(text).mayFetch({ userAgent: 'Googlebot-Image', url: '/' })).toBe(false)
  })
})

test('a program that imports the entry carries 20 KB at most', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/robots.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    write: false,
  })
  expect(outputFiles[0]!.contents.length).toBeLessThanOrEqual(20_000)
})
