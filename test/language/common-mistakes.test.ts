/**
 * The mistakes that robots.txt files and site.toml make most often, each beside what only looks like it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WELL_KNOWN_CRAWLERS } from '../../src/crawlers/policy-tokens.ts'
import { misspeltCrawler } from '../../src/language/checks/misspelt-crawler.ts'
import { readSite, readText } from '../../src/language/site/read-site.ts'

const lines = (...all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const codes = (...all: readonly string[]) =>
  readText(lines(...all)).findings.map(({ code, line }) => `${code}:${line}`)
const messages = (code: string, ...all: readonly string[]) =>
  readText(lines(...all)).findings.flatMap((each) => (each.code === code ? each.message : []))

describe('[C1] a group of its own replaces the group for `*`', () => {
  const ANY = ['User-agent: *', 'Disallow: /a/', 'Disallow: /b', '']

  it('is reported with the paths that it opens', () => {
    expect(messages('ACAP106', ...ANY, 'User-agent: bot', 'Disallow: /c')).toEqual([
      '`bot` does not read the rules for `*`, so `/a/` and `/b` are open here',
    ])
  })

  it('is reported where the group has no rule at all', () => {
    expect(codes(...ANY, 'User-agent: bot', 'Crawl-delay: 5')).toContain('ACAP106:5')
  })

  it('names one path, or three and how many more', () => {
    const many = ['User-agent: *', ...'abcdef'].map((each, i) =>
      i === 0 ? each : `Disallow: /${each}`,
    )
    expect(messages('ACAP106', ...many, 'User-agent: bot', 'Disallow: /a')[0]).toContain(
      '`/b`, `/c`, `/d` and 2 more',
    )
    expect(messages('ACAP106', ...ANY, 'User-agent: bot', 'Disallow: /b')[0]).toContain(
      'so `/a/` is open here',
    )
  })

  it('is said once for crawlers that share a group', () => {
    expect(
      messages('ACAP106', ...ANY, 'User-agent: bot', 'User-agent: bat', 'Disallow: /b'),
    ).toEqual(['`bot` and 1 other do not read the rules for `*`, so `/a/` is open here'])
  })

  it.each([
    ['the group opens everything', 'Disallow:'],
    ['the group allows everything', 'Allow: /'],
    ['the group closes everything', 'Disallow: /'],
    ['the group closes as much', 'Disallow: /*'],
    ['the group repeats the rules', 'Disallow: /a', 'Disallow: /b'],
  ])('is not reported where %s', (_, ...own) => {
    expect(codes(...ANY, 'User-agent: bot', ...own)).toEqual([])
  })

  it('is not reported where the group is there to let one crawler in', () => {
    expect(codes('User-agent: *', 'Disallow: /', 'User-agent: bot', 'Disallow: /a')).toEqual([])
  })

  it('[R11] has no line for a group of a file that a record for all crawlers refers to', () => {
    const files = {
      'robots.txt': lines(...ANY, 'ACAP-crawler: *', 'ACAP-permissions-reference: /more.txt'),
      'more.txt': lines('User-agent: bot', 'Disallow: /c'),
    }
    const encoder = new TextEncoder()
    const { findings } = readSite(
      'a',
      new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
    )
    expect(findings.filter(({ code }) => code === 'ACAP106')).toEqual([])
  })

  it('counts all groups of a token, and no rule for `*` that never decides', () => {
    const merged = ['User-agent: bot', 'Disallow: /a/', 'User-agent: bot', 'Disallow: /b']
    expect(codes(...ANY, ...merged)).toEqual([])
    expect(
      codes('User-agent: *', 'Disallow: /x', 'Allow: /x*', 'User-agent: bot', 'Disallow: /y'),
    ).toEqual([])
  })
})

describe('[C1] an Allow and a Disallow that tie', () => {
  it('are reported where they are equal, each of them', () => {
    const all = ['User-agent: *', 'Allow: /a', 'Disallow: /a', 'Allow: /b', 'Disallow: /b']
    expect(codes(...all)).toEqual(['ACAP107:3', 'ACAP107:5'])
  })

  it('are reported over all groups of a crawler', () => {
    expect(codes('User-agent: bot', 'Allow: /x', 'User-agent: bot', 'Disallow: /x')).toEqual([
      'ACAP107:4',
    ])
  })

  it('are reported where they are as long and meet, once for all', () => {
    expect(codes('User-agent: *', 'Allow: /*.js', 'Disallow: /tmp/', 'Disallow: /web/')).toEqual([
      'ACAP107:3',
    ])
  })

  it.each([
    [['Allow: /a', 'Disallow: /b']],
    [['Allow: /ab', 'Disallow: /a']],
    [['Disallow: /a', 'Disallow: /a']],
    [['Allow: /*.js$', 'Disallow: /b.css$']],
  ])('are not %s', (rules) => {
    expect(codes('User-agent: *', ...rules).filter((each) => each.startsWith('ACAP107'))).toEqual(
      [],
    )
  })

  it('of other crawlers do not count', () => {
    const all = ['User-agent: bot', 'Allow: /x', 'User-agent: bat', 'Disallow: /x']
    expect(codes(...all).filter((each) => each.startsWith('ACAP107'))).toEqual([])
  })
})

describe('a misspelt name of a well-known crawler', () => {
  it.each([
    ['Googelbot', 'Googlebot'],
    ['googlebt', 'Googlebot'],
    ['GTPBot', 'GPTBot'],
    ['Binbot', 'Bingbot'],
    ['facebookexternalhits', 'facebookexternalhit'],
  ])('%s is %s', (name, meant) => {
    expect(misspeltCrawler(name)).toBe(meant)
    expect(messages('ACAP115', `User-agent: ${name}/1.0`, 'Disallow: /')).toHaveLength(1)
    expect(messages('ACAP115', `ACAP-crawler: ${name}`, 'ACAP-disallow-crawl: /')).toHaveLength(1)
  })

  it('is none of the well-known names, in any letter case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...WELL_KNOWN_CRAWLERS), fc.boolean(), (name, upper) => {
        expect(misspeltCrawler(upper ? name.toUpperCase() : name.toLowerCase())).toBeNull()
      }),
    )
  })

  it.each([
    'bot',
    'Exabot',
    'pingbot',
    'MoodleBot',
    'Jooblebot',
    'AmazonAdBot',
    'OtherBot',
    'News Reader',
  ])('is not %s, which is a name of its own', (name) => {
    expect(misspeltCrawler(name)).toBeNull()
  })
})

describe('site.toml', () => {
  const read = (toml: string) => {
    const encoder = new TextEncoder()
    const files = {
      'robots.txt': 'User-agent: *\nDisallow:\n',
      'site.toml': `hosts = ["a.example"]\n${toml}`,
    }
    const { findings } = readSite(
      'a',
      new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
    )
    return findings.map(({ code, line }) => `${code}:${line}`)
  }
  const route = (match: string, field: string) =>
    `[[route]]\nmatch = "${match}"\nfields = ["${field}"]\n`

  it('[E4] has two routes with one match: the second never applies', () => {
    expect(read(route('/a/', 'disallow-index') + route('/A/', 'allow-index'))).toEqual([
      'ACAP108:5',
    ])
    expect(read(route('/a/', 'disallow-index') + route('/a/*', 'disallow-index'))).toEqual([])
  })

  it.each([
    'licensing@example.com',
    'mailto:licensing@example.com',
    'https://example.com/licences',
    'HTTP://example.com',
    'tel:+49-30-1234',
  ])('has a contact that can be used: %s', (contact) => {
    expect(read(`[refuse]\ncontact = "${contact}"\n`)).toEqual([])
  })

  it.each([
    'licensing desk',
    'example.com/licences',
    'Jane <jane@example.com>',
    'see https://example.com',
    '@example',
  ])('has a contact that is neither mail nor URL: %s', (contact) => {
    expect(read(`[refuse]\ncontact = "${contact}"\n`)).toEqual(['ACAP109:3'])
  })
})
