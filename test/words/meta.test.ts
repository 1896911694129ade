import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMeta, readRouteField } from '../../src/words/meta-issues.ts'
import { exhibitsOf } from '../support/decide/conformance.ts'
import { runs } from '../support/runs.ts'

const robots = (...contents: readonly string[]) =>
  readMeta(contents.map((content) => ({ name: 'robots', content })))

describe('[E1] META content', () => {
  test('a permission, a prohibition, a purpose', () => {
    const { fields, issues } = readMeta([
      { name: 'ROBOTS', content: 'ACAP allow-index' },
      { name: ' SearchBot ', content: 'acap\t\n DISALLOW-Follow ' },
      {
        name: 'searchbot',
        content: 'ACAP News.Search.test/#x allow-present-snippet\nmax-length = 9-words',
      },
    ])
    expect(issues).toEqual([])
    expect(fields).toEqual([
      {
        source: 'meta',
        name: 'robots',
        effect: 'allow',
        usage: 'index',
        purposes: [],
        qualifiers: [],
        uninterpretable: false,
        text: 'ACAP allow-index',
      },
      {
        source: 'meta',
        name: 'searchbot',
        effect: 'disallow',
        usage: 'follow',
        purposes: [],
        qualifiers: [],
        uninterpretable: false,
        text: 'acap\t\n DISALLOW-Follow',
      },
      {
        source: 'meta',
        name: 'searchbot',
        effect: 'allow',
        usage: 'present-snippet',
        purposes: ['news.search.test/%23x'],
        qualifiers: [{ type: 'max-length', count: 9, unit: 'words' }],
        uninterpretable: false,
        text: 'ACAP News.Search.test/#x allow-present-snippet\nmax-length = 9-words',
      },
    ])
  })

  test.each([
    'index, follow',
    'ACAPdisallow-index',
    'noindex ACAP disallow-index',
    '',
    ' ',
    '\u00a0ACAP allow-index',
  ])('passes over `%s` in silence', (content) => {
    expect(robots(content)).toMatchObject({ fields: [], issues: [] })
  })

  test.each([
    ['ACAP', 'no-usage', 4, 0],
    ['ACAP news', 'no-usage', 5, 4],
    ['ACAP allow-cache', 'usage', 11, 5],
    ['ACAP allow-(local)', 'usage', 11, 7],
    ['ACAP allow-index colour=red', 'unknown', 17, 6],
    ['ACAP allow-index allow-follow', 'unknown', 17, 12],
    ['ACAP disallow-index  time-limit=3-days', 'after-prohibition', 21, 17],
    ['ACAP disallow-present-links', 'misspelt', 14, 13],
    ['ACAP version', 'version', 5, 7],
    ['ACAP version one', 'version', 5, 11],
    ['ACAP version 2.0', 'other-version', 5, 11],
  ])('tells of `%s`: %s', (content, kind, at, length) => {
    expect(robots(content).issues).toMatchObject([{ kind, tag: 0, at, length }])
  })

  test('a tag for nobody', () => {
    expect(readMeta([{ name: ' ', content: 'ACAP allow-index' }])).toMatchObject({
      fields: [],
      issues: [{ kind: 'no-name' }],
    })
  })

  test('[Q4] what is not understood is read as a prohibition', () => {
    expect(robots('ACAP allow-index max-length=9-words').fields).toMatchObject([
      { effect: 'allow', usage: 'index', uninterpretable: true },
    ])
  })
})

describe('[V1] [V3] the version of a page', () => {
  const gated = 'ACAP allow-index must-use-resource=the-acap:extract:taglist:p'

  test.each([
    [[gated], 0],
    [[gated, 'ACAP Version 1.1'], 1],
    [['ACAP version 1.0', gated, 'ACAP version 1.1'], 0],
    [['ACAP version one', gated, 'ACAP version 1.1'], 0],
    [['ACAP version 1.2', gated, 'ACAP allow-index moon=full'], 1],
    [['ACAP version 1.1', gated, 'ACAP allow-index moon=full'], 2],
    [['ACAP version 2.0', 'ACAP allow-index'], 0],
    [['ACAP version 01.1', gated], 1],
    [['ACAP version 1.1.7', gated], 1],
  ])('%j gives %i fields', (contents, count) => {
    expect(robots(...contents).fields).toHaveLength(count)
  })

  test('a version tag of any name counts, and a second does not', () => {
    const { version, issues } = readMeta([
      { name: 'otherbot', content: 'ACAP version 1.1' },
      { name: 'robots', content: 'ACAP version 1.0' },
    ])
    expect(version.reading).toBe('1.1')
    expect(issues).toMatchObject([{ kind: 'second-version', tag: 1 }])
  })

  test('`version` before a usage is a purpose', () => {
    expect(robots('ACAP version allow-index').fields).toMatchObject([{ purposes: ['version'] }])
  })
})

describe('[E4] route fields', () => {
  test.each([
    ['disallow-preserve', 'robots', 'preserve', []],
    ['SearchBot1: allow-index time-limit=3-days', 'searchbot1', 'index', []],
    ['SearchBot1:allow-index', 'searchbot1', 'index', []],
    ['Two Words: news allow-index', 'two words', 'index', ['news']],
    ['http://purposes.test/news allow-index', 'robots', 'index', ['http://purposes.test/news']],
    ['allow-crawl location=https://www.example.com/', 'robots', 'crawl', []],
    ['allow-present target-condition=permittedcountrylist:BE', 'robots', 'present', []],
  ])('%s', (text, name, usage, purposes) => {
    expect(readRouteField(text)).toMatchObject({
      field: { source: 'route', name, usage, purposes, text },
      issues: [],
    })
  })

  test.each([
    ['', 'no-usage', 0],
    ['ACAP allow-index', 'acap-word', 0],
    ['SearchBot1: ACAP allow-index', 'acap-word', 12],
    [': allow-index', 'no-name', 2],
    ['*: disallow-index', 'no-name', 3],
    ['SearchBot1: allow-cache', 'usage', 18],
  ])('`%s` is reported', (text, kind, at) => {
    const { issues } = readRouteField(text)
    expect(issues).toMatchObject([{ kind, at }])
  })
})

describe('conformance cases whose META decides', () => {
  for (const { id, cases } of exhibitsOf('part2')) {
    for (const [at, { meta, restrictions, usage }] of cases.entries()) {
      if (!meta || !restrictions || restrictions.length === 0) continue
      test(`${id} case ${at}`, () => {
        const field = readMeta(meta).fields.find((one) => one.usage === usage)
        expect(field?.qualifiers).toEqual(restrictions)
      })
    }
  }
})

test('[R6] no page makes it throw, and every issue lies in its tag', () => {
  const words = fc.constantFrom(
    'ACAP',
    'version',
    ' ',
    '1.1',
    'allow-',
    'disallow-',
    'index',
    'present-links',
    'news',
    '\n',
    ':',
    '=',
  )
  const content = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words).map((list) => `ACAP ${list.join('')}`),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ name: fc.string(), content })), fc.string(), (tags, line) => {
      for (const { tag, at, length } of readMeta(tags).issues) {
        expect(at >= 0 && length >= 0 && at + length <= (tags[tag]?.content.length ?? -1)).toBe(
          true,
        )
      }
      for (const { at, length } of readRouteField(line).issues)
        expect(at + length).toBeLessThanOrEqual(line.length)
    }),
    { numRuns: runs(500, 20_000) },
  )
})

test('takes time in proportion to its length, no matter how many blanks it has', () => {
  const blanks = ' '.repeat(500_000)
  const { version, fields } = readMeta([
    { name: `a${blanks}b`, content: 'ACAP allow-index' },
    { name: 'robots', content: `ACAP version 1${blanks}1` },
  ])
  expect([version.malformed, fields[0]?.name.length]).toEqual([true, 500_002])
})

test.each(['x ', 'ref=x ', 'target-condition=prohibiteddomainlist:a '])(
  '[R6] a tag with more of `%s` than a call takes arguments does not make it throw',
  (qualifier) => {
    const usage = qualifier.startsWith('ref') ? 'other' : 'present'
    const content = `ACAP allow-${usage} ${qualifier.repeat(200_000)}`
    expect(
      readMeta([
        { name: 'robots', content: 'ACAP version 1.1' },
        { name: 'robots', content },
      ]).fields,
    ).toHaveLength(1)
  },
)
