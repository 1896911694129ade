/**
 * Robots META and X-Robots-Tag: what each mapping gives, read back by readers of their own.
 */
import { describe, expect, it } from 'vitest'
import { codesOf, converted, everybody, findingLines } from '../../support/author/conversions.ts'
import { readHeaders, readMetaList } from '../../support/author/vocabulary-readers.ts'

const route = (match: string, ...fields: readonly string[]) =>
  `[[route]]\nmatch = ${JSON.stringify(match)}\nfields = ${JSON.stringify(fields)}\n`

describe('robots-meta', () => {
  const read = (robots: string, site = '') => {
    const { text, findings } = converted('robots-meta', { 'robots.txt': robots, 'site.toml': site })
    return { at: readMetaList(text), findings }
  }

  it.each([
    ['disallow-index: /', 'noindex'],
    ['disallow-follow: /', 'nofollow'],
    ['disallow-present-snippet: /', 'nosnippet'],
    ['disallow-present-thumbnail: /', 'max-image-preview:none'],
    ['allow-present-snippet: / max-length=120-chars', 'max-snippet:120'],
    ['allow-present: / prohibited-modification=translation', 'notranslate'],
    ['allow-index: / time-limit=until-2027-06-25', 'unavailable_after: 25 Jun 2027 23:59:59 GMT'],
  ])('says %s in whole', (field, word) => {
    const { at, findings } = read(everybody(field))
    expect(at('/any')).toEqual([word])
    expect(findings).toEqual([])
  })

  it.each([
    ['allow-present-snippet: / max-length=40-words', 'ACAP112'],
    ['allow-present-snippet: / max-length=40-chars time-limit=3-days', 'ACAP114'],
    ['allow-index: / time-limit=3-days', 'ACAP114'],
    ['disallow-present: /', 'ACAP114'],
    ['disallow-present-link: /', 'ACAP110'],
    ['disallow-preserve: /', 'ACAP110'],
    ['disallow-crawl: /x', 'ACAP110'],
  ])('reports what it cannot say of %s', (field, code) => {
    expect(codesOf(read(everybody(field)).findings)).toEqual([code])
  })

  it('[E4] says what a route says, and is silent where a permission needs no word', () => {
    const { at, findings } = read(
      everybody('disallow-index: /', 'allow-follow: /'),
      route('/open/', 'allow-index'),
    )
    expect([at('/shut/'), at('/open/1')]).toEqual([['noindex'], []])
    expect(findings).toEqual([])
  })

  it('says no less where a longer pattern is the broader one', () => {
    const { at, findings } = read(everybody('disallow-present-snippet: /1', 'disallow-index: /*1'))
    expect(at('/1')).toEqual(expect.arrayContaining(['noindex', 'nosnippet']))
    expect(findingLines(findings)).toEqual([
      expect.stringMatching(/^robots.txt:3 ACAP112 .*gets `nosnippet`, too/),
    ])
  })

  it('puts the narrower of two patterns behind one that is as long, with any letters', () => {
    const { at, findings } = read(everybody('disallow-index: /*a', 'allow-index: /!a'))
    expect([at('/!a'), at('/ba')]).toEqual([[], ['noindex']])
    expect(codesOf(findings)).toEqual(['ACAP113'])
  })

  it('writes noarchive where site.toml asks for it, and says that it says more', () => {
    const { at, findings } = read(everybody('disallow-preserve: /'), '[embed]\nnoarchive = true\n')
    expect(at('/')).toEqual(['noarchive'])
    expect(codesOf(findings)).toEqual(['ACAP112'])
  })
})

describe('x-robots-tag', () => {
  const read = (...fields: readonly string[]) => {
    const { text, findings } = converted('x-robots-tag', everybody(...fields))
    return { ...readHeaders(text), text, findings }
  }

  it('takes back what a broader path says', () => {
    const { ordered, together, text } = read(
      'disallow-index: /',
      'allow-index: /open/',
      'disallow-follow: /open/',
    )
    expect(text).toBe(
      '/*\n  X-Robots-Tag: noindex\n\n/open/*\n  ! X-Robots-Tag\n  X-Robots-Tag: nofollow\n',
    )
    expect([ordered('/x'), ordered('/open/x')]).toEqual([['noindex'], ['nofollow']])
    expect(together('/open/x')).toEqual(['noindex', 'nofollow'])
  })

  it('says of a path what is prohibited of it with any query', () => {
    const { ordered, findings } = read('disallow-index: /a', 'allow-index: /a$')
    expect([ordered('/a'), ordered('/a?x'), ordered('/ab')]).toEqual([
      ['noindex'],
      ['noindex'],
      ['noindex'],
    ])
    expect(codesOf(findings)).toEqual(['ACAP113', 'ACAP112'])
  })

  it('[E4] reports what a path gets because of a query, where only a route has fields', () => {
    const site = `${route('/', 'disallow-index')}${route('/$', 'disallow-present-snippet')}`
    const { findings } = converted('x-robots-tag', {
      'robots.txt': 'User-agent: *\n',
      'site.toml': site,
    })
    expect(findingLines(findings)).toEqual([
      expect.stringMatching(/^site.toml:1 ACAP112 .*`\/` gets `noindex`, too/),
    ])
  })

  it('ends a path where its pattern does, and reports what only a query has', () => {
    const { text, findings } = read('disallow-index: /*.pdf$')
    expect(text).toBe('/*.pdf\n  X-Robots-Tag: noindex\n')
    expect(findingLines(findings)).toEqual([
      expect.stringContaining('ACAP113'),
      expect.stringContaining(
        'ACAP114 x-robots-tag cannot express `queries` of `ACAP-disallow-index: /*.pdf$`',
      ),
    ])
  })

  it.each(['/*?print=', '/a*b*c', '/user/:id/'])(
    'has no form for %s, and reports that it says too little',
    (pattern) => {
      const { text, findings } = read(`disallow-index: ${pattern}`)
      expect([text, ...codesOf(findings)]).toEqual(['', 'ACAP111'])
    },
  )
})
