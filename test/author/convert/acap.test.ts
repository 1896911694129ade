/**
 * Conventional groups as ACAP records: the traps in which the converter of 2007 was caught, and what is said of what ACAP
 * cannot say.
 */
import { describe, expect, it } from 'vitest'
import { convert as convertSite } from '../../../src/author/convert/convert.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { added, convert, NOW } from '../../support/author/acap-conversion.ts'

describe('a robots.txt with ACAP records beside its groups', () => {
  it('keeps every line, and begins with the version as a comment', () => {
    const { text } = convert([
      'User-agent: *',
      'Disallow: /1/ # secret',
      'Crawl-delay: 5',
      'Sitemap: https://a.test/s',
    ])
    expect(text).toBe(`##ACAP version=1.1
User-agent: *
Disallow: /1/ # secret
Crawl-delay: 5
Sitemap: https://a.test/s

ACAP-version: 1.1

ACAP-crawler: *
ACAP-disallow-crawl: /1/
`)
  })

  it('[C1] names crawlers in several words where one alone identifies none', () => {
    const { records, reported } = added([
      'User-agent: Yahoo! Slurp',
      'User-agent: Yahoo Pipes 1.0',
      'Disallow: /',
    ])
    expect(records).toEqual([
      'ACAP-crawler: Yahoo! Slurp',
      'ACAP-crawler: Yahoo Pipes 1.0',
      'ACAP-disallow-crawl: /',
    ])
    expect(reported).toEqual([])
    const alone = added([
      'User-agent: Yahoo! Slurp',
      'Disallow: /',
      'User-agent: Yahoo',
      'Disallow: /1/',
    ])
    expect(alone.records[0]).toBe('ACAP-crawler: Yahoo')
  })

  it('[C1] leaves a crawler alone that a record addresses in several words', () => {
    const { findings, text } = convert([
      'User-agent: Yahoo! Slurp',
      'Disallow: /',
      'ACAP-crawler: Yahoo! Slurp',
      'ACAP-allow-crawl: /',
    ])
    expect([text.match(/ACAP-crawler/g)!.length, findings]).toEqual([1, []])
  })

  it('[C1] reports that the first of several words addresses more crawlers in ACAP', () => {
    const group = ['User-agent: Teleport Pro', 'Disallow: /', 'User-agent: *', 'Disallow: /1/']
    expect(added(group).reported).toEqual([
      'ACAP112 2: `Disallow: /` becomes stricter in ACAP: crawl of `/` is prohibited to `x teleport`',
    ])
    expect(
      added(['User-agent: Teleport Pro', 'Disallow: /1/', 'User-agent: *', 'Disallow: /']).reported,
    ).toEqual([
      'ACAP111 4: `Disallow: /` becomes looser in ACAP: crawl of `/` is permitted to `x teleport`',
    ])
  })

  it('lets a crawler in that an empty Disallow lets in, beside one that is shut out', () => {
    const { records, reported } = added([
      'User-agent: shelf-bot',
      'Disallow:',
      'User-agent: Leech',
      'Disallow: /',
    ])
    expect(records).toEqual([
      'ACAP-crawler: shelf-bot',
      'ACAP-allow-crawl: /',
      'ACAP-crawler: Leech',
      'ACAP-disallow-crawl: /',
    ])
    expect(reported).toEqual([])
  })

  it('[C1, L1] says in a record of its own that a named group stands for `*`', () => {
    const { records } = added([
      'User-agent: *',
      'Disallow: /',
      'User-agent: BotA/2.1',
      'Disallow: /1',
    ])
    expect(records.slice(2)).toEqual([
      'ACAP-crawler: BotA',
      'ACAP-allow-crawl: /',
      'ACAP-disallow-crawl: /1',
    ])
  })

  it('[R7] gives `*` a record of its own where it stands beside names', () => {
    const { records } = added(['User-agent: BotA', 'User-agent: *', 'Disallow: /1'])
    expect(records.filter((line) => line.startsWith('ACAP-crawler'))).toEqual([
      'ACAP-crawler: BotA',
      'ACAP-crawler: *',
    ])
  })

  it('[C1, L3] lets the Allow of a tie stand alone, where ACAP would prohibit', () => {
    const { records, reported } = added([
      'User-agent: *',
      'Allow: /1',
      'Disallow: /1',
      'Disallow: /2',
    ])
    expect(records).toEqual(['ACAP-crawler: *', 'ACAP-allow-crawl: /1', 'ACAP-disallow-crawl: /2'])
    expect(reported).toEqual([])
  })

  it('[C1, L3] says of its own what holds where the longest pattern is not the narrowest', () => {
    const { records, reported } = added(['User-agent: *', 'Allow: /1/', 'Disallow: /*?print='])
    expect(records.slice(1)).toEqual([
      'ACAP-allow-crawl: /1/',
      'ACAP-disallow-crawl: /*?print=',
      'ACAP-disallow-crawl: /1/*?print=',
    ])
    expect(reported).toEqual([
      expect.stringMatching(/^ACAP113 3: letter case changes what `Disallow: \/\*\?print=` covers/),
    ])
  })

  it('[P4] leaves out a pattern that never matches, and writes one with a space as one word', () => {
    const { records } = added(['User-agent: *', 'Disallow: secret/', 'Disallow: /1 2/'])
    expect(records).toEqual(['ACAP-crawler: *', 'ACAP-disallow-crawl: /1%202/'])
  })

  it('[X1] says what it can of the 1996 standard', () => {
    const { records, reported } = added([
      'User-agent: *',
      'Robot-version: 2.0',
      'Allow: /1',
      'Allow: /2/*',
      'Allow: /3/[45]',
    ])
    expect(records).toEqual([
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /',
      'ACAP-allow-crawl: /1$',
      'ACAP-allow-crawl: /2/*',
    ])
    expect(reported).toEqual(['ACAP110 5: ACAP cannot express `Allow: /3/[45]`'])
  })

  it('keeps what was converted as comments on request', () => {
    const { records } = added(['User-agent: *', 'Disallow:', 'User-agent: b', 'Disallow: /1'], true)
    expect(records).toEqual([
      'ACAP-crawler: * # User-agent: *',
      'ACAP-allow-crawl: / # Disallow:',
      'ACAP-crawler: b # User-agent: b',
      'ACAP-allow-crawl: /',
      'ACAP-disallow-crawl: /1 # Disallow: /1',
    ])
  })

  it('ends lines as the author does', () => {
    const { text } = convertSite(readText('User-agent: *\r\nDisallow: /1'), 'acap', { now: NOW })
    expect(text.split('\r\n')).toHaveLength(9)
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})
