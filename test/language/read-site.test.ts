/**
 * A site's folder read as a whole: references (R11), site.toml and its routes (E4, E5).
 */
import { describe, expect, it } from 'vitest'
import { readSite } from '../../src/language/read-site.ts'

function site(files: Readonly<Record<string, string>>) {
  const bytes = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)] as const)
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

  it('keeps the definitions of the other file out of its own', () => {
    const reading = site({
      'robots.txt': `ACAP-crawler: a\nACAP-permissions-reference: /b.txt\nACAP-crawler: b\nACAP-disallow-crawl: the-acap:resource-set:wire\n`,
      'b.txt': 'ACAP-resource-set: wire /wire/\nACAP-crawler: *\nACAP-disallow-index: the-acap:resource-set:wire\n',
    })
    expect(codes(reading)).toEqual(['ACAP041 robots.txt:4'])
  })

  it('to a missing file, to itself, out of a file that is referred to, to another server, or to nothing is reported', () => {
    const reading = site({
      'robots.txt': `ACAP-crawler: a
ACAP-permissions-reference: /permission/news.txt
ACAP-crawler: b
ACAP-permissions-reference: /robots.txt
ACAP-crawler: c
ACAP-permissions-reference: /permissions/news.txt
ACAP-crawler: d
ACAP-permissions-reference: https://elsewhere.example/p.txt
ACAP-crawler: e
ACAP-permissions-reference:
`,
      'permissions/news.txt': 'ACAP-version: 1.1\nACAP-crawler: *\nACAP-permissions-reference: /robots.txt\n',
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
})

it('a folder without robots.txt is no site', () => {
  expect(codes(site({ 'Robots.txt': '' }))).toEqual(['ACAP098 robots.txt:1'])
})
