/**
 * I1: what of a User-Agent header is searched for names, against the same rule written from the text of the semantics.
 */
import list from 'crawler-user-agents'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { READER_HEADERS, READER_SOFTWARE } from '../../src/crawlers/reader-headers.ts'
import { HeaderText } from '../../src/words/header-text.ts'
import { headerText, isBrowsers } from '../reference/header-text.ts'
import { runs, someOf } from '../support/runs.ts'

const reader = new HeaderText()

function expectAsReference(header: string): void {
  reader.read(header)
  const text = reader.toString()
  expect(text.replace(/\n+/g, '\n'), header).toBe(headerText(header))
  expect(String.fromCharCode(...reader.codes.subarray(0, reader.length))).toBe(text)
  expect(reader.isBrowsers(), header).toBe(isBrowsers(header))
  const places = [...reader.starts.subarray(0, reader.startCount)].sort((a, b) => a - b)
  const starts = [...text.matchAll(/(?<![a-z0-9_-])[^\0-\x20]/g)].map(({ index }) => index)
  expect(places.filter((at) => text[at] !== '\n')).toEqual(starts)
}

const headers = [
  ...list.flatMap(({ instances }) => instances),
  ...READER_HEADERS,
  ...Object.values(READER_SOFTWARE).flat(),
]

/** Pieces that begin and end addresses, comments, items and products. */
const piece = fc.constantFrom(
  ...[
    'Mozilla/5.0',
    'bot',
    'http',
    'https:',
    '//',
    ':',
    '/',
    '+',
    '@',
    ' www.',
    ';WWW.',
    'a.bc',
    'x.',
    '.de',
    '-',
    '_',
  ],
  ...[
    '(',
    ')',
    ';',
    ',',
    '"',
    '>',
    ' ',
    '\t',
    'Linux',
    'windows nt',
    'Macintosh;',
    'X11;',
    'compatible',
    'Bot/2',
  ],
  ...['AppleWebKit', 'msie', 'Ä', 'K', 'ſ', '1', '\x01', '?', '#'],
)

describe('[I1] the text that is searched for names', () => {
  test('of real headers', () => {
    expect(headers.length).toBeGreaterThan(2000)
    for (const header of someOf(headers, 400)) expectAsReference(header)
  })

  test('of headers from their pieces', () => {
    const header = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(header, expectAsReference), { numRuns: runs(500, 100_000) })
  })

  test.each([
    'x.www.@x.mozilla',
    'a www.b@x.de bot',
    'www.@x.de',
    'x-www.b',
    'x.www.b@',
    '//x.www.c@d.de',
  ])('of %s, whose mailbox may hold www.', (header) => expectAsReference(header))

  test('of nothing, also after another header', () => {
    expectAsReference('Zorkbot/1.0 (+https://zork.test)')
    expectAsReference('')
    expect(reader.hasAddresses).toBe(false)
    expect(reader.startCount).toBe(0)
  })

  test('ends after 1,024 characters', () => {
    expectAsReference(`${'x '.repeat(508)}Zorkbot/1.0 Googlebot`)
    expectAsReference(`${'x '.repeat(520)}Zorkbot/1.0 Googlebot`)
  })
})
