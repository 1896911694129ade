/**
 * Conventional groups as ACAP records: the traps in which the converter of 2007 was caught, and what is said of what ACAP
 * cannot say.
 */
import { describe, expect, it } from 'vitest'
import { convert as convertSite } from '../../../src/author/convert/convert.ts'
import { readText } from '../../../src/language/site/read-site.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')

function convert(lines: readonly string[], originals = false) {
  return convertSite(readText(lines.map((line) => `${line}\n`).join('')), 'acap', {
    originals,
    now: NOW,
  })
}

/** The lines that were added, and what was said. */
function added(lines: readonly string[], originals = false) {
  const { text, findings } = convert(lines, originals)
  const all = text.split('\n')
  expect(all.slice(1, lines.length + 1)).toEqual(lines)
  const records = all
    .slice(lines.length + 1)
    .filter((line) => line !== '' && !line.startsWith('ACAP-version'))
  return {
    records,
    reported: findings.map(({ code, line, message }) => `${code} ${line}: ${message}`),
  }
}

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

describe('letter case', () => {
  it('[P3] is said once for all fields that ACAP reads more widely', () => {
    const { reported } = added(['User-agent: *', 'Disallow: /a', 'Disallow: /b', 'Disallow: /c'])
    expect(reported).toEqual([
      'ACAP113 2: letter case changes what `Disallow: /a` covers: crawl of `/A` is prohibited to unnamed crawlers; the same happens to 2 other fields',
    ])
  })

  it('[P3] is said of an Allow that opens more', () => {
    const { reported } = added(['User-agent: *', 'Disallow: /', 'Allow: /a'])
    expect(reported).toEqual([
      'ACAP113 3: letter case changes what `Allow: /a` covers: crawl of `/A` is permitted to unnamed crawlers',
    ])
  })

  it('[P3] is said of an Allow on longer paths too, where a request takes one path down', () => {
    const acap = ['ACAP-crawler: a', 'ACAP-request-take-down: /a']
    const { findings } = convert(['User-agent: a', 'Disallow: /', 'Allow: /a*', ...acap])
    expect(findings).toMatchObject([
      { code: 'ACAP113', line: 3, message: expect.stringContaining('crawl of `/Ax`') },
    ])
  })

  it('[P3] makes of two rules that differ by it the stricter one', () => {
    const { reported } = added(['User-agent: *', 'Disallow: /a', 'Allow: /A'])
    expect(reported).toEqual([
      'ACAP112 3: `Allow: /A` becomes stricter in ACAP: crawl of `/A` is prohibited to unnamed crawlers',
    ])
  })
})

describe('a site that has ACAP records', () => {
  it('gets records for crawlers of whose crawl they say nothing, in front of those that are there', () => {
    const { text, findings } = convert([
      'User-agent: a',
      'Disallow: /1',
      'ACAP-crawler: b',
      'ACAP-disallow-crawl: /2',
    ])
    expect(text).toBe(`##ACAP version=1.0
User-agent: a
Disallow: /1

ACAP-crawler: a
ACAP-allow-crawl: /
ACAP-disallow-crawl: /1

ACAP-crawler: b
ACAP-disallow-crawl: /2
`)
    expect(findings).toEqual([])
  })

  it('has one comment with the version, however that is spaced', () => {
    const { text } = convert([
      '##ACAP version = 1.0',
      'User-agent: a',
      'Disallow: /1',
      'ACAP-crawler: b',
      'ACAP-disallow-crawl: /2',
    ])
    expect(text.match(/^#.*/gm)).toEqual(['##ACAP version = 1.0'])
  })

  it('is left as it is where they speak to all crawlers, or shut the conventional records out', () => {
    const spoken = ['User-agent: a', 'Disallow: /1', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /2']
    expect(convert(spoken).text).toBe(`${spoken.join('\n')}\n`)
    const ignoring = ['User-agent: a', 'Disallow: /1', 'ACAP-ignore-conventional-records']
    expect(convert(ignoring).text).toBe(`${ignoring.join('\n')}\n`)
  })

  it('is reported where a record for all binds a crawler whose own record is about other things', () => {
    const lines = [
      'User-agent: *',
      'Disallow: /1',
      'ACAP-crawler: b',
      'ACAP-allow-crawl: /2',
      'User-agent: b',
      'Allow: /',
    ]
    const { findings } = convert(lines)
    expect(findings.map(({ code, line }) => [code, line])).toEqual([['ACAP112', 6]])
  })
})
