/**
 * `acap init --from`: in every encoding of a robots.txt, and from every place, no decision is lost.
 */
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSite } from '../../src/author/files/load-programs.ts'
import { loadSite } from '../../src/author/files/load-site.ts'
import { readFiles } from '../../src/author/files/read-policies.ts'
import {
  escapedText,
  hasEscapes,
  octetsOf,
  sourceText,
} from '../../src/author/files/source-text.ts'
import { decide } from '../../src/decide/decide.ts'
import { beginSite, latin1 } from '../support/cli/begin-site.ts'
import { runs } from '../support/runs.ts'

const wide = (text: string, mark: boolean) => Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')

describe('octets as text', () => {
  it('come back as they were', () => {
    const octets = fc.oneof(
      fc.uint8Array(),
      fc
        .array(
          fc.oneof(
            fc.constantFrom(
              0x80,
              0xbf,
              0xc3,
              0xa9,
              0xe2,
              0x82,
              0xac,
              0xed,
              0xa0,
              0xf0,
              0x9f,
              0xff,
              0x0a,
            ),
            fc.integer({ min: 0, max: 255 }),
          ),
        )
        .map((list) => Uint8Array.from(list)),
      fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
    )
    fc.assert(
      fc.property(octets, (bytes) => {
        const text = escapedText(bytes)
        expect(Buffer.from(octetsOf(text)).equals(bytes)).toBe(true)
        expect(hasEscapes(text)).toBe(!isUtf8(bytes))
      }),
      { numRuns: runs(400, 20_000) },
    )
  })
})

describe('a robots.txt that is not UTF-8', () => {
  it('keeps its paths as the octets that crawlers compare, and offers those that browsers send', async () => {
    const { code, out, robots, folder } = await beginSite(
      latin1(
        '# Été\r\nUser-agent: *\r\nDisallow: /privé/ # caché\r\nAllow: /privé/ouvert\r\nUser-agent: café\r\nDisallow: /\r\n',
      ),
    )
    expect(code).toBe(0)
    expect(robots()).toBe(
      '# Été\r\nUser-agent: *\r\n' +
        'Disallow: /priv%E9/ # caché # browsers send UTF-8; the same for them is Disallow: /priv%C3%A9/\r\n' +
        'Allow: /priv%E9/ouvert # browsers send UTF-8; the same for them is Allow: /priv%C3%A9/ouvert\r\n' +
        'User-agent: café\r\nDisallow: /\r\n',
    )
    expect(out).toContain(`Browsers send UTF-8: add to ${join(folder, 'robots.txt')}\n`)
    expect(out).toMatch(/^ {2}Disallow: \/priv%C3%A9\/ +behind line 3, for \/privé\/$/m)
    expect(out).toMatch(/^ {2}Allow: \/priv%C3%A9\/ouvert +behind line 4, for \/privé\/ouvert$/m)
  })

  it('keeps what is UTF-8 among what is not', () => {
    const octets = Buffer.concat([
      Buffer.from('User-agent: *\nDisallow: /é/'),
      latin1('é/\nSitemap: https://a.test/é\n'),
    ])
    expect(sourceText(octets, null).text).toBe(
      'User-agent: *\nDisallow: /é/%E9/\nSitemap: https://a.test/%E9\n',
    )
  })

  it.each([
    ['iso-8859-1', '/\xe9', '/é'],
    ['windows-1251', '/\xe9', '/й'],
    ['Shift_JIS', '/\x83\x5c', '/ソ'],
    ['gbk', '/\xc4\xe3', '/你'],
    ['utf-8', '/\xe9', '/é'],
    ['no-such-charset', '/\xe9', '/é'],
    ['x-user-defined; "', '/\xe9', '/\uf7e9'],
  ])(
    'takes what the server says of it for the offer and for comments: %s',
    (charset, path, meant) => {
      const octets = latin1(`# ${path}\nUser-agent: *\nDisallow: ${path}\n`)
      const { text, additions } = sourceText(octets, charset.split(';')[0]!)
      const kept = path.replace(
        /[\x80-\xff]/g,
        (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`,
      )
      expect(text).toBe(`# ${meant}\nUser-agent: *\nDisallow: ${kept}\n`)
      expect(additions).toEqual([{ line: 3, rule: `Disallow: ${encodeURI(meant)}`, path: meant }])
    },
  )

  it('decides for every crawler as its octets say', { timeout: 120_000 }, async () => {
    const octet = fc.constantFrom(
      '\xe9',
      '\xff',
      '\xc3',
      '\xc3\xa9',
      '\x80',
      '\xed\xa0\x80',
      '\xf0\x9f',
      'a',
      '/',
      '*',
      '$',
      '%',
      '.',
    )
    const path = fc
      .array(octet, { minLength: 1, maxLength: 5 })
      .map((parts) => `/${parts.join('')}`)
    const rule = fc.tuple(fc.constantFrom('Disallow', 'Allow', 'Dissalow'), path)
    await fc.assert(
      fc.asyncProperty(fc.array(rule, { minLength: 1, maxLength: 6 }), async (rules) => {
        const source = `User-agent: *\n${rules.map(([field, each]) => `${field}: ${each} # \xe9\n`).join('')}`
        const asOctets = source.replace(
          /[\x80-\xff]/g,
          (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
        )
        const before = compileSite(
          readFiles({
            site: '',
            folder: '',
            files: new Map([['robots.txt', Buffer.from(asOctets)]]),
            boundary: null,
          }),
        )
        const { folder } = await beginSite(latin1(source))
        const after = compileSite(readFiles(loadSite(folder)))
        for (const [, each] of rules) {
          for (const target of [latin1(each).toString('latin1'), `${each}x`, `${each}/\xe9`]) {
            const encoded = target.replace(
              /[\x80-\xff]/g,
              (one: string) => `%${one.charCodeAt(0).toString(16)}`,
            )
            const question = { userAgent: 'AnyBot', target: encoded, now: 0 }
            expect([target, decide(after, question).outcome]).toEqual([
              target,
              decide(before, question).outcome,
            ])
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a robots.txt in UTF-16', () => {
  const ROBOTS = 'User-agent: *\nDisallow: /privé/\n'
  it.each([
    ['little endian with a mark', wide(ROBOTS, true)],
    ['little endian', wide(ROBOTS, false)],
    ['big endian with a mark', wide(ROBOTS, true).swap16()],
    ['big endian', wide(ROBOTS, false).swap16()],
  ])('is read, and the change is named: %s', async (_, octets) => {
    const { out, robots, code } = await beginSite(octets)
    expect(robots()).toBe(ROBOTS)
    expect(out).toContain(
      'the file was UTF-16, in which crawlers read no rule: until now they were permitted everything\n',
    )
    expect(code).toBe(0)
  })
})

describe('a robots.txt in UTF-16 without a mark, with characters that end in a zero octet', () => {
  const ROBOTS = '# \u3000\u3000お知らせ\u3000\nUser-agent: *\nDisallow: /privé/\n'
  it.each([
    ['little endian', wide(ROBOTS, false)],
    ['big endian', wide(ROBOTS, false).swap16()],
  ])('is read as such: %s', (_, octets) => {
    expect(sourceText(octets, null)).toMatchObject({
      text: ROBOTS,
      changes: [expect.stringContaining('UTF-16')],
    })
  })
})
