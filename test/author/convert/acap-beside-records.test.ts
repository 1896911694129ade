import { describe, expect, it } from 'vitest'
import { added, convert } from '../../support/author/acap-conversion.ts'

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
