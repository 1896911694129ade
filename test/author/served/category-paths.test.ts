/**
 * I6: categories that are closed below paths.
 */
import { describe, expect, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { categorySite } from '../../support/author/category-site.ts'

describe('[I6] crawl = ["/archive/"]', () => {
  const PATHS = '[categories.training]\ncrawl = ["/archive/"]\nindex = ["/archive/", "/é/"]\n'
  const asks = ({ ask }: ReturnType<typeof categorySite>, name: string) =>
    ['/archive/free/', '/archive/a.css', '/a.css', '/b/x', '/b/', '/']
      .map((path) => ask(name, path)[1])
      .join('')

  test.each([
    '',
    'ACAP-crawler: *\nACAP-allow-index: /archive/free/\n',
    'ACAP-crawler: *\nACAP-allow-crawl: /archive/free/\n',
  ])('closes the path although `*` may enter it, and nothing else, beside %j', (records) => {
    const site = categorySite(
      `User-agent: *\nAllow: /archive/free/\nAllow: /*.css$\nAllow: /b/x\nDisallow: /b/\n\n${records}`,
      PATHS,
    )
    for (const name of ['GPTBot/1', 'CCBot/2.0', 'netEstate Imprint Crawler']) {
      expect([name, asks(site, name)]).toEqual([name, 'rreere'])
      expect(
        ['/archive/free/', '/é/', '/b/x'].map((path) => site.ask(name, path, 'index')[1]).join(''),
      ).toBe('rre')
    }
    expect(asks(site, 'Googlebot/2.1')).toBe('eeeere')
    expect(asks(site, 'AI2Bot-DeepResearchEval/1.0')).toBe('eeeere')
    expect(proveServed(site.reading, site.generated)).toEqual([])
    expect(site.reading.findings).toEqual([])
  })

  test('publishes the path with the key that says it', () => {
    const { text, engine } = categorySite('', PATHS)
    expect(text).toContain('# [categories.training] crawl = ["/archive/"]\nDisallow: /archive/\n')
    const [field] = engine.decide({
      userAgent: 'GPTBot',
      target: '/archive/',
      usage: 'crawl',
      now: 0,
    }).fields
    expect(field).toMatchObject({
      source: 'site.toml',
      line: 3,
      text: '[categories.training] crawl = ["/archive/"]',
    })
  })

  test('closes what the own category of an exception closes, and leaves it the rest', () => {
    const site = categorySite(
      'User-agent: *\nDisallow: /b/\n\nACAP-crawler: *\nACAP-allow-index: /archive/free/\n',
      '[categories.training]\ncrawl = false\nindex = false\n[categories.assistant]\ncrawl = ["/archive/"]\nindex = ["/archive/"]\n',
    )
    const name = 'AI2Bot-DeepResearchEval/1.0'
    expect(asks(site, name)).toBe('rrerre')
    expect(['/archive/free/', '/a'].map((path) => site.ask(name, path, 'index')[1]).join('')).toBe(
      're',
    )
    expect(proveServed(site.reading, site.generated)).toEqual([])
  })

  test('closes the whole crawl where the rules for `*` are of a version (X1)', () => {
    const site = categorySite('User-agent: *\nRobot-version: 2.0\nAllow: /a*\n', PATHS)
    expect([site.ask('GPTBot/1', '/a'), site.ask('Googlebot/2.1', '/a')]).toEqual([
      'prohibited',
      'permitted',
    ])
    expect(proveServed(site.reading, site.generated)).toEqual([])
  })

  test('is pointed out where a group of a crawler leaves the path open', () => {
    const { generated } = categorySite(
      'User-agent: GPTBot\nDisallow: /b/\n\nUser-agent: CCBot\nDisallow: /archive\n',
      PATHS,
    )
    const found = generated.findings.filter(({ code }) => code === 'ACAP124')
    expect(found.map(({ message }) => message)).toEqual([
      '`GPTBot` has a group of its own, which leaves `/archive/` open: `[categories.training]` does not apply to it',
    ])
  })
})
