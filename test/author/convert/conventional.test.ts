/**
 * A policy as a robots.txt for crawlers that know no ACAP: groups that decide the crawl as it does, and what is said of
 * everything else.
 */
import { describe, expect, it } from 'vitest'
import { convert as convertSite } from '../../../src/author/convert/convert.ts'
import { readSite, readText } from '../../../src/language/site/read-site.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

function convert(
  lines: readonly string[],
  { toml = [] as readonly string[], permissions = [] as readonly string[], originals = false } = {},
) {
  const encoder = new TextEncoder()
  const files = [
    ['robots.txt', lines] as const,
    ['site.toml', toml] as const,
    ['p.txt', permissions] as const,
  ]
  const bytes = new Map(files.map(([path, all]) => [path, encoder.encode(text(all))]))
  const reading =
    toml.length + permissions.length === 0 ? readText(text(lines)) : readSite('a', bytes)
  const conversion = convertSite(reading, 'conventional', { originals, now: NOW })
  const reported = conversion.findings.map(
    ({ code, source, line, message }) => `${code} ${source}:${line}: ${message}`,
  )
  return { text: conversion.text.trimEnd().split('\n'), reported }
}

describe('the groups', () => {
  it('say what the records say of the crawl', () => {
    const lines = [
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /1/',
      'ACAP-allow-crawl: /1/2/',
      'ACAP-crawler: BotA',
    ]
    expect(convert([...lines, 'ACAP-disallow-crawl: /']).text).toEqual([
      'User-agent: *',
      'Disallow: /1/',
      'Allow: /1/2/',
      '',
      'User-agent: BotA',
      'Disallow: /',
    ])
  })

  it('[L1] repeat in the group of a name what it falls back to, since a group replaces that of `*`', () => {
    const { text, reported } = convert([
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /1/',
      'ACAP-crawler: b',
      'ACAP-allow-crawl: /1/2',
    ])
    expect(text.slice(-3)).toEqual(['User-agent: b', 'Disallow: /1/', 'Allow: /1/2'])
    expect(reported).toEqual([])
  })

  it('[C1] name crawlers in several words where the groups do', () => {
    const groups = [
      'User-agent: Yahoo! Slurp',
      'User-agent: Teleport Pro',
      'Disallow: /',
      '',
      'User-agent: *',
      'Disallow:',
    ]
    const { text, reported } = convert(groups)
    expect(text).toEqual([...groups.slice(4), '', ...groups.slice(0, 3)])
    expect(reported).toEqual([])
    expect(convert(['User-agent: Teleport', ...groups]).text.slice(3)).toEqual([
      'User-agent: Teleport',
      'User-agent: Yahoo! Slurp',
      'Disallow: /',
    ])
  })

  it('[P2] encode what would be read as a triple', () => {
    const { text, reported } = convert([
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /%a%61',
      'ACAP-disallow-crawl: /*%b%62',
    ])
    expect(text).toEqual(['User-agent: *', 'Disallow: /%%61a', 'Disallow: /*%%62b'])
    expect(reported).toEqual([expect.stringMatching(/^ACAP113 .*letter case/)])
  })

  it('[C2] take conventional records as the policy does', () => {
    const groups = ['User-agent: *', 'Disallow: /1/', 'Disallow: /2/', 'Crawl-delay: 3']
    const records = ['ACAP-crawler: *', 'ACAP-allow-crawl: /1/']
    expect(convert([...groups, ...records]).text).toEqual([
      'User-agent: *',
      'Disallow: /2/',
      'Crawl-delay: 3',
    ])
    expect(convert([...groups, ...records, 'ACAP-ignore-conventional-records']).text).toEqual([
      'User-agent: *',
      'Disallow:',
    ])
  })

  it('[C1] let no Allow win by its length where ACAP prohibits', () => {
    const { text, reported } = convert([
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /1/',
      'ACAP-allow-crawl: /*?22222222',
    ])
    expect(text).toContain('Disallow: /1/*?22222222')
    expect(reported).toEqual([])
  })

  it('[T1] prohibit what is to be taken down', () => {
    const { text, reported } = convert(['ACAP-crawler: *', 'ACAP-request-take-down: /1'])
    expect(text).toEqual(['User-agent: *', 'Disallow: /1$'])
    expect(reported).toEqual([
      'ACAP110 robots.txt:2: conventional records cannot express `ACAP-request-take-down: /1`',
    ])
  })

  it('[R9] prohibit it without a colon, too', () => {
    expect(convert(['ACAP-crawler: *', 'ACAP-request-take-down /1']).text).toEqual([
      'User-agent: *',
      'Disallow: /1$',
    ])
  })

  it('[R10] are more than crawlers need to read where many names say much', () => {
    const names = Array.from({ length: 40 }, (_, i) => [
      `ACAP-crawler: b${i}`,
      `ACAP-disallow-crawl: /${i}/`,
    ]).flat()
    const paths = Array.from({ length: 1000 }, (_, i) => `ACAP-disallow-crawl: /${i}/1`)
    expect(convert(['ACAP-crawler: *', ...paths, ...names]).reported.join()).toContain('bytes over')
  })

  it('[C1] are for the product token of a name, and as strict as any name that is cut to it', () => {
    const { text, reported } = convert(['ACAP-crawler: Bot/1.0', 'ACAP-disallow-crawl: /'])
    expect(text).toEqual(['User-agent: *', 'Disallow:', '', 'User-agent: Bot', 'Disallow: /'])
    expect(reported).toEqual([
      'ACAP112 robots.txt:2: `ACAP-disallow-crawl: /` becomes stricter in conventional records: crawl of `/` is prohibited to `bot`',
    ])
  })

  it('[X1] read the 1996 standard and write RFC 9309', () => {
    const { text, reported } = convert([
      'User-agent: *',
      'Robot-version: 2.0',
      'Allow: /1',
      'Visit-time: 0600-0800',
    ])
    expect(text).toEqual(['User-agent: *', 'Allow: /1$', 'Disallow: /', 'Visit-time: 0600-0800'])
    expect(reported).toEqual([])
  })

  it('[X1] prohibit more where a glob has no words', () => {
    const { text, reported } = convert([
      'User-agent: *',
      'Robot-version: 2.0',
      'Disallow: /1/[23].4',
      'Allow: /5?',
    ])
    expect(text).toEqual(['User-agent: *', 'Disallow: /1/*.4$'])
    expect(reported).toEqual([
      'ACAP112 robots.txt:3: `Disallow: /1/[23].4` becomes stricter in conventional records: crawl of `/1/.4` is prohibited to unnamed crawlers',
    ])
  })

  it('name what decided, on request', () => {
    const lines = ['User-agent: *', 'Disallow: /2', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /1/']
    expect(convert(lines, { originals: true }).text).toEqual([
      'User-agent: *',
      'Disallow: /2',
      'Disallow: /1/ # ACAP-disallow-crawl: /1/',
    ])
  })

  it('follow what stands for no group', () => {
    const { text } = convert([
      'Sitemap: https://a.test/s',
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /1',
    ])
    expect(text.slice(0, 3)).toEqual(['Sitemap: https://a.test/s', '', 'User-agent: *'])
  })
})

describe('a site', () => {
  const ROUTE = ['[[route]]', 'match = "/3/"', 'fields = ["disallow-crawl", "disallow-index"]']

  it('[E5] closes what its routes close, and cannot say the rest of them', () => {
    const { text, reported } = convert(['User-agent: *', 'Disallow: /1'], { toml: ROUTE })
    expect(text).toEqual(['User-agent: *', 'Disallow: /1', 'Disallow: /3/'])
    expect(reported).toEqual([
      'ACAP110 site.toml:1: conventional records cannot express `disallow-index`',
    ])
  })
})

describe('what it cannot say', () => {
  it('is reported once for each field, regardless of its parts', () => {
    const { reported } = convert([
      'ACAP-composite-usage: q index follow',
      'ACAP-crawler: *',
      'ACAP-allow-(q): /',
      'ACAP-disallow-preserve: /',
    ])
    expect(reported).toEqual([
      'ACAP110 robots.txt:3: conventional records cannot express `ACAP-allow-(q): /`',
      'ACAP110 robots.txt:4: conventional records cannot express `ACAP-disallow-preserve: /`',
    ])
  })

  it('[L8] is a crawl for a purpose', () => {
    const { reported } = convert([
      'ACAP-crawler: *',
      'ACAP-usage-purpose: 1',
      'ACAP-disallow-crawl: /',
    ])
    expect(reported).toEqual([
      'ACAP111 robots.txt:3: `ACAP-disallow-crawl: /` becomes looser in conventional records: crawl of `/` for `1` is permitted to unnamed crawlers',
    ])
    const news = ['ACAP-crawler: *', 'ACAP-usage-purpose: news', 'ACAP-allow-crawl: *']
    const beside = convert([
      'ACAP-crawler: *',
      'ACAP-usage-purpose: new*s',
      'ACAP-disallow-crawl: /',
      ...news,
    ])
    expect(beside.reported[0]).toContain('crawl of `/` for `new-s` is permitted')
  })

  it('[P3] is every letter case', () => {
    const { reported } = convert([
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /a',
      'ACAP-disallow-crawl: /b',
    ])
    expect(reported).toEqual([
      'ACAP113 robots.txt:2: letter case changes what `ACAP-disallow-crawl: /a` covers: crawl of `/A` is permitted to unnamed crawlers; the same happens to 1 other field',
    ])
  })

  it('[P3] is every letter case, on longer paths too where one rule is for that path alone', () => {
    const { reported } = convert([
      'ACAP-crawler: ab',
      'ACAP-disallow-crawl: /a*',
      'User-agent: *',
      'Disallow: /A$',
    ])
    expect(reported).toEqual([
      expect.stringMatching(/^ACAP113 robots.txt:2: .*: crawl of `\/Ax` is permitted to `ab`$/),
    ])
  })

  it('[P3] is every letter case, on paths too that two rules have in common', () => {
    const { reported } = convert([
      'User-agent: *',
      'Disallow: /',
      'Allow: /*b',
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /*A$',
    ])
    expect(reported).toEqual([
      expect.stringMatching(/^ACAP113 robots.txt:5: .*: crawl of `\/ba` is permitted to unnamed/),
    ])
  })

  it('[X1] is what a glob permits where it meets a rule', () => {
    const { reported } = convert([
      'User-agent: *',
      'Robot-version: 2.0',
      'Allow: /[a-b/]?',
      'Disallow: /*a',
    ])
    expect(reported).toEqual([expect.stringContaining('ACAP112')])
  })

  it('[X1] is all that a class of a glob matches beside a path that a rule is for', () => {
    const glob = ['User-agent: b', 'Robot-version: 2.0', 'Allow: /[ab]']
    const { reported } = convert(['User-agent: *', ...glob, 'User-agent: *', 'Disallow: /a'])
    expect(reported).toEqual([
      expect.stringMatching(/^ACAP112 robots.txt:4: .*: crawl of `\/b` is prohibited to `b`$/),
    ])
  })

  it('[C1] is a name that no product token begins', () => {
    const { reported } = convert(['ACAP-crawler: Ü-Bot', 'ACAP-disallow-crawl: /'])
    expect(reported).toEqual([
      'ACAP110 robots.txt:1: conventional records cannot express `ACAP-crawler: Ü-Bot`',
      'ACAP111 robots.txt:2: `ACAP-disallow-crawl: /` becomes looser in conventional records: crawl of `/` is permitted to `Ü-bot`',
    ])
  })

  it('[R11] are the hours of a file that is referred to', () => {
    const lines = ['ACAP-crawler: b', 'ACAP-permissions-reference: /p.txt']
    const { reported } = convert(lines, { permissions: ['User-agent: *', 'Visit-time: 0100-0200'] })
    expect(reported).toEqual([
      'ACAP110 p.txt:2: conventional records cannot express `Visit-time: 0100-0200`',
      'ACAP111 p.txt:2: `Visit-time: 0100-0200` becomes looser in conventional records: crawl of `/` is permitted to `b`',
    ])
  })

  it('[R11] is what another server says', () => {
    const { reported } = convert([
      'ACAP-crawler: *',
      'ACAP-permissions-reference: https://b.test/p.txt',
    ])
    expect(reported.map((each) => each.slice(0, 21))).toEqual(['ACAP110 robots.txt:2:'])
  })
})

it('[V3] nothing is lost of ACAP fields under a version that ignores them', () => {
  const fields = [
    'ACAP-crawler: 日本',
    'ACAP-permissions-reference: http://b.test/x',
    'ACAP-disallow-index: /',
  ]
  expect(
    convert(['ACAP-version: 1.0', ...fields]).reported.map((each) => each.slice(0, 21)),
  ).toEqual(['ACAP110 robots.txt:2:', 'ACAP110 robots.txt:3:', 'ACAP110 robots.txt:4:'])
  expect(convert(['ACAP-version: 2.0', ...fields]).reported).toEqual([])
})
