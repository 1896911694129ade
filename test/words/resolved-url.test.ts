import { describe, expect, it } from 'vitest'
import { cutUrl, requestUrl, resolvedUrl } from '../../src/words/resolved-url.ts'

it.each([
  ['https://a.test/x/../b', 'https://a.test/b'],
  ['https://a.test/x/%2E%2e/b', 'https://a.test/b'],
  ['https://a.test/x\\..\\b?c\\d', 'https://a.test/b?c\\d'],
  ['https://a.test/pri\tvate', 'https://a.test/private'],
  ['http://A.Test:80/b', 'http://a.test/b'],
  ['http://a.test:80/b', 'http://a.test/b'],
  ['https://a.test:443/b', 'https://a.test/b'],
  ['https://a.test:/b', 'https://a.test/b'],
  ['https://a.test:08080/b', 'https://a.test:8080/b'],
  ['http://127.1/b', 'http://127.0.0.1/b'],
  ['http://0x7f.1/b', 'http://127.0.0.1/b'],
  ['http://2130706433/b', 'http://127.0.0.1/b'],
  ['http://010.0.0.1/b', 'http://8.0.0.1/b'],
  ['http://127.0.0.1./b', 'http://127.0.0.1/b'],
  ['http://127.0.0.%31/b', 'http://127.0.0.1/b'],
  ['http://[0:0::1]:80/b', 'http://[::1]/b'],
  ['http://a.test?b', 'http://a.test/?b'],
])('%j is asked for as %s', (url, asked) => {
  expect(resolvedUrl(url)).toBe(asked)
  expect(requestUrl(url)).toBe(asked)
})

it.each([
  'https://a.test/x/..%2Fb',
  'https://a.test/a//b;c?d=e',
  "https://a.test/?q='",
  'https://a.test:80/b',
  'http://a.test:443/b',
  'http://a.test:8080/b?c=:80/',
  'http://a.test./b',
  'http://127.0.0.1:60999/b',
  'http://255.255.255.255/b',
  'http://[::1]:8080/b',
])('%j stays as it is', (url) => {
  expect(resolvedUrl(url)).toBe(url)
  expect(requestUrl(url)).toBe(url)
})

it.each(['https://a b/..', '/x/../b'])('%j is not a URL, and stays as it is', (url) =>
  expect(resolvedUrl(url)).toBe(url),
)

describe('a request', () => {
  it.each([
    'http://a.test@127.0.0.1:81/b',
    'http://a:b@a.test/b',
    'http://@a.test/b',
    'http://a%40b/b',
    'http://a b/b',
    'http://a\tb/b',
    'http://a.test:65536/b',
    'http://:80/b',
    'http://256.0.0.1/b',
    'http://1.2.3.4.5/b',
    'http://[::1/b',
    'http:///b',
  ])('for %j is for no host', (url) => expect(requestUrl(url)).toBeNull())
})

it('a URL is cut where its path begins and its query ends', () => {
  expect(cutUrl('https://a.test:8080//b/?c=//d#e')).toEqual({
    home: 'https://a.test:8080',
    host: 'a.test:8080',
    target: '//b/?c=//d',
  })
})
