/**
 * A policy as a robots.txt for crawlers that know no ACAP: groups that decide the crawl as it does, and what is said of
 * everything else.
 */
import { describe, expect, it } from 'vitest'
import { convert } from '../../support/author/conventional-conversion.ts'

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
