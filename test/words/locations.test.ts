import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAtLocation, locationForm, normalizeUri, removeDotSegments } from '../../src/words/uri.ts'
import { exhibitsOf } from '../support/decide/conformance.ts'
import { runs } from '../support/runs.ts'

describe('[E3] a location is compared in normal form', () => {
  test.each([
    ['HTTPS://User@WWW.Example.COM:443', 'https://User@www.example.com/'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['http://example.com:/a', 'http://example.com/a'],
    ['http://example.com/a/./b/../%7e%2f#top', 'http://example.com/a/~%2F'],
    ['http://example.com?q', 'http://example.com/?q'],
    ['http://example.com/%2e%2E/a', 'http://example.com/a'],
    ['http://[::1]:8787/a', 'http://[::1]:8787/a'],
    ['http://ex%61mple.com/*$', 'http://example.com/%2A%24'],
  ])('%s is %s', (uri, form) => {
    expect(normalizeUri(uri)).toBe(form)
    expect(locationForm(uri)).toBe(form)
  })

  test.each([
    '',
    '/a',
    'a',
    '//example.com/',
    'https://',
    'https:///a',
    'http:a',
    'http://a:b:c/',
    'http://[::1',
    'urn:x',
  ])('`%s` equals nothing', (uri) => {
    expect(locationForm(uri)).toBeNull()
    expect(isAtLocation(uri, uri)).toBe(false)
  })

  test('a malformed location does not equal a resource that was written alike', () => {
    expect(isAtLocation('http://a.test/<b>', 'http://a.test/<b>')).toBe(false)
    expect(isAtLocation('http://a.test/%3Cb%3E', 'http://a.test/<b>')).toBe(true)
    expect(isAtLocation('http://a.test/100%', 'http://a.test/100%')).toBe(false)
  })

  for (const { id, cases } of exhibitsOf('part2')) {
    for (const {
      meta,
      target,
      uri = `https://www.example.com${target}`,
      expect: outcome,
    } of cases) {
      const location =
        meta?.length === 1 ? /location=(\S+)$/.exec(meta[0]?.content ?? '')?.[1] : undefined
      if (!id.endsWith('2.2.9.1-normal') || location === undefined) continue
      test(`${id} ${location} at ${uri}: ${outcome}`, () => {
        expect(isAtLocation(location, uri)).toBe(outcome === 'permitted')
      })
    }
  }
})

test.each([
  ['/a/b/c/./../../g', '/a/g'],
  ['/a/..', '/'],
  ['/a/.', '/a/'],
  ['/..', '/'],
  ['/../../a//../b', '/a/b'],
  ['/.hidden/...', '/.hidden/...'],
])('[RFC 3986 5.2.4] %s is %s', (path, clean) => {
  expect(removeDotSegments(path)).toBe(clean)
})

test('the normal form is normal', () => {
  const part = fc.constantFrom(
    'http://',
    'a.test',
    ':80',
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '%zz',
    '?',
    '#',
    '@',
    ':',
    '[::1]',
    'é',
  )
  const uri = fc.oneof(
    fc.webUrl(),
    fc.array(part).map((parts) => `http://${parts.join('')}`),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(uri, (text) => {
      const form = normalizeUri(text)
      if (form !== null) expect(normalizeUri(form)).toBe(form)
    }),
    { numRuns: runs(500, 30_000) },
  )
})
