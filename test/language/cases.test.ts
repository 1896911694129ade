import { describe, expect, test } from 'vitest'
import { readCases } from '../../src/language/site/cases.ts'

describe('cases.toml', () => {
  test('every key reaches the case', () => {
    const { cases, findings } = readCases(`
at = 2026-01-15

[[case]]
as     = "SearchBot1"
url    = "/news/"
expect = "permitted"

[[case]]
name     = "snippets are short"
as       = "Mozilla/5.0 (compatible; SearchBot1/1.0)"
url      = "https://www.example-news.test/news/?page=2"
usage    = "present-snippet"
at       = 2026-01-15T12:00:00+01:00
purposes = ["news"]
from     = "192.0.2.7"
expect   = "permitted"
field    = "ACAP-allow-(short-snippet): /"
with     = "max-length=30-words"
`)
    expect(findings).toEqual([])
    expect(cases).toEqual([
      {
        name: null,
        as: 'SearchBot1',
        url: '/news/',
        usage: 'crawl',
        at: Date.UTC(2026, 0, 15),
        purposes: null,
        from: null,
        expect: 'permitted',
        field: null,
        restrictions: null,
        place: { source: 'cases.toml', line: 4, column: 1, length: 8 },
      },
      {
        name: 'snippets are short',
        as: 'Mozilla/5.0 (compatible; SearchBot1/1.0)',
        url: 'https://www.example-news.test/news/?page=2',
        usage: 'present-snippet',
        at: Date.UTC(2026, 0, 15, 11),
        purposes: ['news'],
        from: '192.0.2.7',
        expect: 'permitted',
        field: 'ACAP-allow-(short-snippet): /',
        restrictions: [{ type: 'max-length', count: 30, unit: 'words' }],
        place: { source: 'cases.toml', line: 9, column: 1, length: 8 },
      },
    ])
  })

  test.each([
    ['2026-01-15', Date.UTC(2026, 0, 15)],
    ['"2026-01-15"', Date.UTC(2026, 0, 15)],
    ['2026-01-15 08:30:00', Date.UTC(2026, 0, 15, 8, 30)],
    ['"2026-01-15T08:30"', Date.UTC(2026, 0, 15, 8, 30)],
    ['"2026-01-15T08:30-02:00"', Date.UTC(2026, 0, 15, 10, 30)],
  ])('at = %s', (at, moment) => {
    expect(
      readCases(`[[case]]\nas = "a"\nurl = "/"\nexpect = "deferred"\nat = ${at}`).cases[0]?.at,
    ).toBe(moment)
  })

  test('an empty file has no cases', () => {
    expect(readCases('')).toEqual({ cases: [], findings: [] })
  })
})

describe('faults of a cases.toml', () => {
  const CASE = '[[case]]\nas = "a"\nurl = "/"\nexpect = "permitted"\n'

  test('all are reported at once, in the order of the file', () => {
    const { findings } = readCases(
      `[[case]]\nas = 3\nurl = "/"\n${CASE}at = "2026-02-30"\nwith = "x"\n[[cases]]\n`,
    )
    expect(findings.map(({ code, line }) => `${code} ${line}`)).toEqual([
      'ACAP092 1',
      'ACAP093 2',
      'ACAP093 8',
      'ACAP093 9',
      'ACAP091 10',
    ])
  })

  test.each([
    ['[[case]]\nas = "a"\nurl = "/"', 'ACAP092', 1, 1, '`[[case]]` has no `expect`'],
    [`${CASE}usage = "present-snipet"`, 'ACAP093', 5, 9, '`usage` cannot be `"present-snipet"`'],
    [
      `${CASE}with = "max-length=2-words"`,
      'ACAP093',
      5,
      8,
      '`with` cannot be `"max-length=2-words"`',
    ],
    [`${CASE}at = "2026-02-30"`, 'ACAP093', 5, 6, '`at` cannot be `"2026-02-30"`'],
    [`${CASE}at = 12:00:00`, 'ACAP093', 5, 6, '`at` cannot be `12:00:00`'],
    [`${CASE}from = "1.2.3"`, 'ACAP093', 5, 8, '`from` cannot be `"1.2.3"`'],
    [`at = "2026-02-30"\n${CASE}`, 'ACAP093', 1, 6, '`at` cannot be'],
    ['[[cases]]', 'ACAP091', 1, 1, '`cases` is not a key of the file'],
    [CASE.replace('"/"', '"news/"'), 'ACAP093', 3, 7, '`url` cannot be `"news/"`'],
  ])('%j', (text, code, line, column, message) => {
    const { cases, findings } = readCases(text)
    expect(cases).toEqual([])
    expect(findings).toMatchObject([{ code, source: 'cases.toml', line, column }])
    expect(findings[0]?.message).toContain(message)
  })
})
