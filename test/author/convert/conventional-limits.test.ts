import { describe, expect, it } from 'vitest'
import { convert } from '../../support/author/conventional-conversion.ts'

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
