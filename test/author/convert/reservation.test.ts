/**
 * TDMRep and RSL: what each mapping gives, read back by readers of their own.
 */
import { describe, expect, it } from 'vitest'
import {
  codesOf,
  converted,
  everybody,
  findingLines,
  lines,
} from '../../support/author/conversions.ts'
import { readRsl, readTdmrep } from '../../support/author/vocabulary-readers.ts'

describe('tdmrep', () => {
  const read = (robots: string, site = '') => {
    const { text, findings } = converted('tdmrep', { 'robots.txt': robots, 'site.toml': site })
    return { ...readTdmrep(text), text, findings }
  }

  it('reserves what is prohibited, and names the terms where there are any', () => {
    const { first } = read(
      everybody(
        'disallow-other: /',
        'allow-other: /news/ usage-ref=the-acap:terms-link:https://a.test/terms',
      ),
    )
    expect(first('/news/1')).toEqual({
      location: '/news/',
      'tdm-reservation': 1,
      'tdm-policy': 'https://a.test/terms',
    })
    expect(first('/1')).toEqual({ location: '/', 'tdm-reservation': 1 })
  })

  it('makes a path of this site an address, where site.toml says which', () => {
    const robots = everybody('allow-other: / usage-ref=the-acap:permission-link:/ask')
    const { first } = read(robots, 'canonical = "https://www.a.test"\n')
    expect(first('/')?.['tdm-policy']).toBe('https://www.a.test/ask')
    const { findings, first: without } = read(robots)
    expect(without('/')).toEqual({ location: '/', 'tdm-reservation': 1 })
    expect(codesOf(findings)).toEqual(['ACAP114'])
  })

  it('[Q1] reserves what a permission without a reference seems to permit', () => {
    const { first } = read(everybody('allow-other: /a/'))
    expect(first('/a/1')?.['tdm-reservation']).toBe(1)
  })

  it('reports that site.toml opens to all what the policy closes to one', () => {
    const robots = lines('ACAP-crawler: BotA', 'ACAP-disallow-other: /')
    expect(codesOf(read(robots, '[signals]\ntdm-reservation = 0\n').findings)).toEqual(['ACAP111'])
    expect(codesOf(read(robots).findings)).toEqual(['ACAP110'])
  })

  it('opens the site only where site.toml does, and what the policy prohibits not even then', () => {
    const open = '[signals]\ntdm-reservation = 0\n'
    const { first, longest } = read(everybody('disallow-other: /a/', 'allow-other: /a/b/'), open)
    expect(['/', '/a/1', '/a/b/1'].map((path) => first(path)?.['tdm-reservation'])).toEqual([
      0, 1, 1,
    ])
    expect(longest('/a/1')?.['tdm-reservation']).toBe(1)
    const { findings } = read(everybody('disallow-other: /'), open)
    expect(findingLines(findings)[0]).toMatch(/^robots.txt:3 ACAP111 .*site.toml reserves nothing/)
  })

  it("writes site.toml's own words", () => {
    const { first } = read(
      'User-agent: *\n',
      '[signals]\ntdm-reservation = 1\ntdm-policy = "https://a.test/tdm"\n',
    )
    expect(first('/')).toEqual({
      location: '/',
      'tdm-reservation': 1,
      'tdm-policy': 'https://a.test/tdm',
    })
  })

  it('says that it cannot speak to one crawler', () => {
    const { text, findings } = read(lines('ACAP-crawler: A', 'ACAP-disallow-other: /'))
    expect([text, ...codesOf(findings)]).toEqual(['', 'ACAP110'])
  })
})

describe('rsl', () => {
  const read = (robots: string, site = '') => {
    const { text, findings } = converted('rsl', { 'robots.txt': robots, 'site.toml': site })
    return { at: readRsl(text), text, findings }
  }

  it('prohibits every use where other usages are prohibited, for a licence permits what it does not prohibit', () => {
    const { at, findings } = read(everybody('disallow-other: /', 'allow-index: /'))
    expect(at('/')).toMatchObject([
      { url: '/', permits: [], prohibits: ['all'], contact: null, terms: null },
    ])
    expect(codesOf(findings)).toEqual(['ACAP112', 'ACAP110'])
    expect(codesOf(read(everybody('disallow-other: /', 'disallow-index: /')).findings)).toEqual([
      'ACAP110',
    ])
  })

  it('names the terms and the contact', () => {
    const references = [
      'terms-link:https://a.test/t?a=1&b=<2>',
      'permission-link:https://a.test/ask',
    ]
    const field = `allow-other: /n/ ${references.map((each) => `usage-ref=the-acap:${each.replace(/[<>]/g, '')}`).join(' ')}`
    expect(read(everybody(field)).at('/n/1')).toMatchObject([
      {
        url: '/n/',
        prohibits: ['all'],
        terms: 'https://a.test/t?a=1&b=2',
        contact: 'https://a.test/ask',
      },
    ])
  })

  it('[3.5] permits search alone, where the policy permits it to everybody', () => {
    const search = ['disallow-other: /', 'allow-index: /news/', 'allow-present: /news/']
    const { at, findings } = read(everybody(...search))
    expect(at('/news/1')[0]).toMatchObject({
      permits: ['search'],
      prohibits: ['ai-all'],
      price: null,
    })
    expect(at('/1')).toMatchObject([{ permits: [], prohibits: ['all'] }])
    // `present` is more than what a search quotes.
    expect(findingLines(findings)).toEqual([
      expect.stringMatching(/^robots.txt:4 ACAP113 .*the same happens to 1 other field/),
      expect.stringMatching(/^robots.txt:5 ACAP110 /),
    ])
  })

  const SEARCH = ['disallow-other: /', 'allow-index: /', 'allow-present: /']
  const permitted = (robots: string, site?: string) => read(robots, site).at('/1')[0]?.permits

  it.each([
    ['to one crawler not', lines('', 'ACAP-crawler: BotA', 'ACAP-disallow-index: /')],
    ['to one purpose not', lines('ACAP-usage-purpose: news', 'ACAP-disallow-index: /')],
    ['for a time', lines('ACAP-allow-index: /1 time-limit=until-2027-06-25')],
    ['of few words', lines('ACAP-allow-present-snippet: / max-length=9-words')],
    ['not to be fetched', lines('ACAP-disallow-crawl: /1')],
    ['closed by globs', lines('', 'User-agent: BotA', 'Robot-version: 2.0', 'Disallow: /[b]')],
    ['not to be fetched by one', lines('', 'User-agent: BotA', 'Disallow: /')],
  ])('permits no search that is %s', (_, more) => {
    expect(permitted(everybody(...SEARCH))).toEqual(['search'])
    expect(permitted(everybody(...SEARCH) + more.replace(/^.*\n/, ''))).toEqual([])
  })

  it('[3.7] charges for a crawl what the route does; a price of a category has no words', () => {
    const robots = everybody(...SEARCH)
    const route = '[[route]]\nmatch = "/a/"\nprice = "USD 0.50"\n'
    expect(read(robots, route).at('/a/1')[0]).toMatchObject({
      permits: ['search'],
      price: 'USD 0.50',
    })
    expect(permitted(robots, route)).toEqual(['search'])
    expect(permitted(robots, '[categories.search]\nprice = "USD 0.05"\n')).toEqual([])
    expect(permitted(robots, '[categories.training]\nindex = false\n')).toEqual([])
  })

  it('names whom to ask, where the policy names nobody nearer', () => {
    const site = '[refuse]\ncontact = "licensing@a.test"\n'
    expect(read(everybody('disallow-other: /'), site).at('/')[0]?.contact).toBe('licensing@a.test')
  })

  it('names the line of robots.txt that points to it', () => {
    const site = '[signals]\nlicense = "https://a.test/a--b.xml"\n'
    expect(read(everybody('disallow-other: /'), site).text).toContain(
      '<!-- In robots.txt: License: https://a.test/a-%2Db.xml -->',
    )
  })
})
