/**
 * What `acap diff` finds, held against a sweep: every change that asking both policies about many URLs shows, and no
 * other.
 */
import { describe, expect, it } from 'vitest'
import { crawlersToCompare } from '../../../src/author/compare/compared-crawlers.ts'
import { compareSites } from '../../../src/author/compare/site-changes.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { USAGES } from '../../../src/words/usages.ts'
import { programOf as programOfFiles } from '../../support/bundle.ts'
import type { GeneratedPolicy } from '../../support/language/generate-policies.ts'
import { readGenerated } from '../../support/language/generate-sites.ts'
import { siteOf } from '../../support/site-of.ts'

const NOW = Date.parse('2026-01-15T12:00:00Z')

function programOf(site: GeneratedPolicy): SiteProgram {
  const { policy, files } = readGenerated(site)
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  return compile(policy, { served: false, files: texts, servedLine: () => undefined })
}

describe('a change', () => {
  const compare = (old: string, now: string) => compareSites(siteOf(old), siteOf(now), NOW).changes

  it('is shown by the shortest path, for all crawlers and usages that it concerns', () => {
    const names = 'User-agent: a\nUser-agent: b\n'
    expect(
      compare(`${names}Disallow: /private/\n`, `${names}Disallow: /private/x\n`),
    ).toMatchObject([
      {
        effect: 'opens',
        crawlers: ['a', 'b'],
        usages: USAGES,
        path: '/private/',
        was: { outcome: 'prohibited' },
      },
    ])
  })

  it.each(['/%', '/a%', '/%2'])(
    '[E3] is found below %s, which no page’s address has as it stands',
    (match) => {
      const canonical = 'hosts = ["www.test"]\ncanonical = "https://www.test"\n[[route]]\n'
      const at = (route: string) =>
        programOfFiles('a', { 'robots.txt': '', 'site.toml': canonical + route })
      const now = at(`match = "${match}"\nlocation = "https://www.test/b"`)
      const { changes } = compareSites(at('match = "/"\nlocation = true'), now, NOW)
      expect(changes.filter(({ effect }) => effect === 'closes')).toMatchObject([
        { path: `${match.replace('2', '')}25` },
      ])
    },
  )

  it('[E3] is found at a page’s own address, though its path could be written so that it is not a URI', () => {
    const toml =
      'hosts = ["www.test"]\ncanonical = "https://www.test"\n[[route]]\nmatch = "/"\nlocation = true\n'
    const bound = programOf({ files: { 'robots.txt': '', 'site.toml': toml }, patterns: [] })
    const old = siteOf('ACAP-crawler: *\nACAP-disallow-crawl: /é\n')
    expect(compareSites(old, bound, NOW).changes[0]).toMatchObject({
      effect: 'opens',
      path: '/%C3%A9',
    })
  })

  it('[L3] is found where two wildcards meet', () => {
    const changes = compare(
      'ACAP-crawler: *\nACAP-disallow-crawl: /*.pdf$\n',
      'ACAP-crawler: *\nACAP-disallow-crawl: /*.pdf$\nACAP-allow-crawl: /open/*.pdf$\n',
    )
    expect(changes).toMatchObject([{ effect: 'opens', path: '/open/.pdf' }])
  })

  it('[C1] sees that letter case counts for conventional rules alone', () => {
    const changes = compare(
      'ACAP-crawler: *\nACAP-disallow-crawl: /a\n',
      'User-agent: *\nDisallow: /a\n',
    )
    expect(changes).toMatchObject([{ effect: 'opens', path: '/A', now: { outcome: 'permitted' } }])
  })

  it('[C1] is found for each header that one side alone reads a name in', () => {
    const group = (name: string) => `User-agent: ${name}\nDisallow: /\n`
    const found = (old: string, now: string) =>
      compare(group(old), group(now)).map(({ effect, crawlers }) => [effect, crawlers])
    expect(found('Domain Bot', 'Domain')).toEqual([['closes', ['somebody domain']]])
    expect(found('Domain', 'Domain Bot')).toEqual([['opens', ['somebody domain']]])
    expect(found('Domain Bot', 'Domain Feed')).toEqual([
      ['opens', ['somebody domain bot']],
      ['closes', ['somebody domain feed']],
    ])
    expect(found('Domain Bot', 'domain bot')).toEqual([])
  })

  it('names the crawlers that it could only sample, where patterns meet in too many ways', () => {
    const meeting = (letters: string) =>
      `User-agent: *\n${[...letters].map((c) => `Disallow: /*${c}*${c}*x\n`).join('')}`
    const [old, now] = [siteOf(meeting('abcdef')), siteOf(meeting('abcde'))]
    expect(compareSites(old, now, NOW, 1000)).toMatchObject({
      sampled: ['*'],
      changes: [{ effect: 'opens', path: '/ffx' }],
    })
    expect(compareSites(siteOf(meeting('ab')), siteOf(meeting('a')), NOW, 1000)).toMatchObject({
      sampled: [],
    })
  })

  it('tells tighter from looser and from merely other terms', () => {
    const snippet = (terms: string) => `ACAP-crawler: *\nACAP-allow-present-snippet: /${terms}\n`
    const effect = (old: string, now: string) =>
      compare(snippet(old), snippet(now)).map((each) => each.effect)
    expect(effect('', ' max-length=9-words')).toEqual(['tightens'])
    expect(effect(' max-length=9-words', '')).toEqual(['loosens'])
    expect(effect(' max-length=9-words', ' max-length=9-words time-limit=3-days')).toEqual([
      'tightens',
    ])
    expect(effect(' max-length=9-words time-limit=3-days', ' max-length=9-words')).toEqual([
      'loosens',
    ])
    expect(effect(' max-length=9-words', ' max-length=8-words')).toEqual(['terms'])
    expect(effect(' max-length=9-words', ' time-limit=3-days')).toEqual(['terms'])
  })

  it('opens or closes where the outcome is another, with any terms', () => {
    const snippet = (field: string) => `ACAP-crawler: *\nACAP-${field}\n`
    const [none, some] = [
      'disallow-present-snippet: /',
      'allow-present-snippet: / max-length=9-words',
    ].map(snippet)
    expect(compare(none!, some!)).toMatchObject([{ effect: 'opens' }])
    expect(compare(some!, none!)).toMatchObject([{ effect: 'closes' }])
  })

  it('stands in the order in which it is to be looked at', () => {
    const fields = (...lines: readonly string[]) =>
      ['ACAP-crawler: *', ...lines.map((line) => `ACAP-${line}`), ''].join('\n')
    const old = fields(
      'allow-present-snippet: /a',
      'allow-index: /b time-limit=3-days',
      'disallow-index: /c',
      'allow-index: /d',
      'allow-index: /e time-limit=3-days',
    )
    const now = fields(
      'allow-present-snippet: /a max-length=9-words',
      'allow-index: /b',
      'allow-index: /c',
      'disallow-index: /d',
      'allow-index: /e time-limit=4-days',
    )
    expect(compare(old, now).map(({ effect, path }) => [effect, path])).toEqual([
      ['opens', '/c'],
      ['loosens', '/b'],
      ['closes', '/d'],
      ['tightens', '/a'],
      ['terms', '/e'],
    ])
  })
})

describe('crawlers that stand alike on both sides', () => {
  const names = (robots: string, toml = 'hosts = ["a.test"]\n') => {
    const [old, now] = [robots, `${robots}Disallow: /new\n`].map((text) =>
      programOfFiles('a', { 'robots.txt': text, 'site.toml': toml }),
    )
    return crawlersToCompare(old!, now!, null).map((each) => each.names)
  }
  const THREE = 'User-agent: abot\nUser-agent: bbot\nUser-agent: cbot\nDisallow: /a\n'

  it('are compared once', () => {
    expect(names(THREE)).toEqual([['abot', 'bbot', 'cbot'], ['*']])
  })

  it('are compared alone where a route names one of them', () => {
    const route =
      'hosts = ["a.test"]\n[[route]]\nmatch = "/r/"\nfields = ["bbot: disallow-index"]\n'
    expect(names(THREE, route)).toEqual([['abot', 'cbot'], ['bbot'], ['*']])
  })
})
