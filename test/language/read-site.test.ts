/**
 * A site's folder read as a whole: references (R11), site.toml and its routes (E4, E5).
 */
import { describe, expect, it } from 'vitest'
import { readSite, type SiteReading } from '../../src/language/site/read-site.ts'

function site(files: Readonly<Record<string, string>>) {
  const bytes = Object.entries(files).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  )
  return readSite('example', new Map(bytes), { now: Date.UTC(2026, 0, 15) })
}

function codes(reading: ReturnType<typeof site>): string[] {
  return reading.findings.map(({ code, source, line }) => `${code} ${source}:${line}`)
}

const REFERRING = `ACAP-qualified-usage: short present-snippet max-length=20-words
ACAP-crawler: NewsBot
ACAP-permissions-reference: /permissions/news.txt
`

describe('[R11] a permissions reference', () => {
  it('joins the records of the file for the crawlers of its record, with the definitions of both files', () => {
    const { policy, findings, trees } = site({
      'robots.txt': REFERRING,
      'permissions/news.txt':
        'User-agent: *\nDisallow: /x/\nACAP-resource-set: wire /wire/ /ticker/\nACAP-crawler: *\nACAP-allow-(short): the-acap:resource-set:wire\n',
    })
    expect(findings).toEqual([])
    expect([...trees.keys()]).toEqual(['robots.txt', 'permissions/news.txt'])
    expect(policy.records).toHaveLength(2)
    expect(policy.records[1]).toMatchObject({
      names: ['*'],
      scope: ['newsbot'],
      fields: [
        {
          usage: 'present-snippet',
          patterns: ['/wire/', '/ticker/'],
          origin: { source: 'permissions/news.txt', line: 5 },
        },
      ],
    })
    expect(policy.groups).toMatchObject([{ tokens: ['*'], scope: ['newsbot'] }])
    expect(policy.repGroups).toEqual([])
  })

  it('of a record for any crawler counts for all', () => {
    const { policy } = site({
      'robots.txt': 'ACAP-crawler: *\nACAP-permissions-reference: all.txt\n',
      'all.txt': 'ACAP-crawler: *\nACAP-disallow-crawl: /x/\n',
    })
    expect(policy.records[1]).toMatchObject({ names: ['*'], scope: null })
  })

  it('[R5] ignores a conventional field in a record for all: no other reader takes it for part of a group', () => {
    const text = 'User-agent: *\nDisallow: /a/\nACAP-crawler: *\nDisallow: /b/\n'
    const reading = site({
      'robots.txt': `ACAP-crawler: bot-a\nACAP-permissions-reference: /b.txt\n${text}`,
      'b.txt': text,
    })
    expect(
      reading.findings.filter(({ code }) => code === 'ACAP010').map(({ message }) => message),
    ).toEqual([
      'crawlers that know ACAP ignore `Disallow` inside the record of line 5; others read it as part of the group of line 3',
      '`Disallow` inside the ACAP record of line 3 is ignored, because it belongs to no `User-agent` group',
    ])
  })

  it('keeps the definitions of the other file out of its own', () => {
    const reading = site({
      'robots.txt': `ACAP-crawler: bot-a\nACAP-permissions-reference: /b.txt\nACAP-crawler: bot-b\nACAP-disallow-crawl: the-acap:resource-set:wire\n`,
      'b.txt':
        'ACAP-resource-set: wire /wire/\nACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:wire\n',
    })
    expect(codes(reading)).toEqual(['ACAP041 robots.txt:4'])
  })

  it('[L7] has no composite in a composite, whichever file defines the inner one', () => {
    const composite = 'ACAP-composite-usage: inner index'
    const outer =
      'ACAP-composite-usage: outer (inner) preserve\nACAP-crawler: *\nACAP-allow-(outer): /'
    const reference = 'ACAP-crawler: bot-a\nACAP-permissions-reference: /b.txt\n'
    const apart = site({ 'robots.txt': `${composite}\n${reference}`, 'b.txt': outer })
    const together = site({ 'robots.txt': reference, 'b.txt': `${composite}\n${outer}` })
    const usages = ({ policy }: SiteReading) =>
      policy.records.flatMap(({ fields }) => fields.map(({ usage }) => usage))
    expect([usages(apart), usages(together)]).toEqual([['preserve'], ['preserve']])
    expect(codes(apart)).toContain('ACAP047 b.txt:1')
    expect(codes(together)).toContain('ACAP047 b.txt:2')
  })

  it('[L7] may make a composite of the other file’s qualified usages', () => {
    const { policy } = site({
      'robots.txt':
        'ACAP-qualified-usage: short index time-limit=3-days\nACAP-crawler: bot-a\nACAP-permissions-reference: /b.txt\n',
      'b.txt':
        'ACAP-composite-usage: outer (short) preserve\nACAP-crawler: *\nACAP-allow-(outer): /\n',
    })
    expect(policy.records[1]?.fields.map(({ usage }) => usage)).toEqual(['index', 'preserve'])
  })

  it('to a missing file, to itself, out of a file that is referred to, to another server, or to nothing is reported', () => {
    const reading = site({
      'robots.txt': `ACAP-crawler: bot-a
ACAP-permissions-reference: /permission/news.txt
ACAP-crawler: bot-b
ACAP-permissions-reference: /robots.txt
ACAP-crawler: bot-c
ACAP-permissions-reference: /permissions/news.txt
ACAP-crawler: bot-d
ACAP-permissions-reference: https://elsewhere.example/p.txt
ACAP-crawler: bot-e
ACAP-permissions-reference:
`,
      'permissions/news.txt':
        'ACAP-version: 1.1\nACAP-crawler: *\nACAP-permissions-reference: /robots.txt\n',
    })
    expect(codes(reading)).toEqual([
      'ACAP061 robots.txt:2',
      'ACAP063 robots.txt:4',
      'ACAP064 robots.txt:8',
      'ACAP060 robots.txt:10',
      'ACAP065 permissions/news.txt:1',
      'ACAP062 permissions/news.txt:3',
    ])
    expect(reading.findings[0]?.help).toBe('did you mean `permissions/news.txt`?')
  })
})

describe('[E4, E5] a route', () => {
  it('has embedded fields, with names and purposes', () => {
    const { policy, findings } = site({
      'robots.txt': '',
      'site.toml': `canonical = "https://www.example.com"
[crawlers.SearchBot1]
purposes = ["news"]
[[route]]
match = "/premium/"
fields = ["disallow-preserve", "SearchBot1: allow-index time-limit=3-days", "news disallow-index", "disallow-crawl"]
location = true
`,
    })
    expect(findings).toEqual([])
    expect(policy.routes).toMatchObject([
      {
        index: 0,
        match: '/premium/',
        fields: [
          { source: 'route', name: 'robots', effect: 'disallow', usage: 'preserve' },
          { name: 'searchbot1', usage: 'index', qualifiers: [{ type: 'time-limit', days: 3 }] },
          { name: 'robots', purposes: ['news'], usage: 'index' },
          { name: 'robots', effect: 'disallow', usage: 'crawl' },
        ],
      },
    ])
  })

  it('is spoken of at the place of its words', () => {
    const { findings, policy } = site({
      'robots.txt': '',
      'site.toml': `[[route]]
match = "premium/"
fields = ["allow-crawl", "allow-index time-limit=soon", "disallow-fly", "sometimes"]
`,
    })
    expect(findings.map(({ code, line, column, length }) => [code, line, column, length])).toEqual([
      ['ACAP039', 2, 9, 10],
      ['ACAP058', 3, 12, 11],
      ['ACAP053', 3, 50, 4],
      ['ACAP033', 3, 67, 3],
      ['ACAP056', 3, 74, 9],
    ])
    expect(policy.routes[0]?.fields).toMatchObject([{ usage: 'index', uninterpretable: true }])
  })

  it.each([
    ['GPTBot disallow-index', 12, 6, 'write `GPTBot: disallow-index` if'],
    [
      'SearchBot1 allow-index time-limit=3-days',
      12,
      10,
      'write `SearchBot1: allow-index time-limit=3-days` if',
    ],
    ['GPTBot, disallow-index', 12, 7, 'write `GPTBot: disallow-index` if'],
    ['robots: GPTBot disallow-index', 20, 6, 'write `GPTBot: disallow-index` if'],
    ['nwes disallow-index', 12, 4, 'did you mean `news`?'],
    ['SearchBot1: GPTBot disallow-index', 24, 6, 'add it to `purposes` of'],
    ['OneBot: news disallow-index', 20, 4, 'add it to `purposes` of'],
    ['https://purposes.test/a disallow-index', 12, 23, 'add it to `purposes` of'],
  ])('[L8] `%s` is bound to a purpose that nobody has', (field, column, length, help) => {
    const { findings } = site({ 'robots.txt': ROBOTS, 'site.toml': withField(field) })
    expect(findings).toMatchObject([
      {
        code: 'ACAP057',
        source: 'site.toml',
        line: 5,
        column,
        length,
        help: expect.stringContaining(help),
      },
    ])
  })

  it.each([
    'news disallow-index',
    'News disallow-index',
    'n* disallow-index',
    'SearchBot1: news disallow-index',
    'GPTBot: disallow-index',
    'GPTBot:disallow-index',
    'Search Bot: disallow-index',
    'robots: disallow-index',
    'allow-present-snippet max-length=20-words time-limit=3-days',
  ])('[E4] there is nothing to say of `%s`', (field) => {
    expect(site({ 'robots.txt': ROBOTS, 'site.toml': withField(field) }).findings).toEqual([])
  })
})

const ROBOTS = 'ACAP-crawler: SearchBot1\nACAP-allow-crawl: /\n'
const withField = (field: string) => `[crawlers.SearchBot1]
purposes = ["news"]
[[route]]
match = "/premium/"
fields = ["${field}"]
`

it('a folder without robots.txt is not a site', () => {
  expect(codes(site({ 'Robots.txt': '' }))).toEqual(['ACAP098 robots.txt:1'])
})

it('[ours] findings about the robots.txt come before those about site.toml', () => {
  const files = {
    'robots.txt': 'User-agent: *\nDisallow: /a b\n',
    'site.toml': '[crawlers.Googelbot]\npurposes = ["news"]\n',
  }
  expect(codes(site(files))).toEqual(['ACAP069 robots.txt:2', 'ACAP115 site.toml:1'])
})
