/**
 * Content-Usage and Content-Signal: what each mapping gives, read back by a reader of its own.
 */
import { describe, expect, it } from 'vitest'
import { decide } from '../../../src/decide/decide.ts'
import {
  codesOf,
  converted,
  everybody,
  findingLines,
  lines,
  programOf,
  siteReading,
} from '../../support/author/conversions.ts'
import { readPreferences } from '../../support/author/vocabulary-readers.ts'

describe('content-usage', () => {
  const read = (files: Parameters<typeof converted>[1], token = '*') => {
    const { text, findings } = converted('content-usage', files)
    const at = readPreferences(text, 'Content-Usage', token)
    return {
      at: (path: string) => Object.fromEntries(at(path)),
      text,
      codes: codesOf(findings),
      findings,
    }
  }

  it('prohibits training where other usages are prohibited, and search where indexing is', () => {
    const { at } = read(
      everybody('allow-index: /', 'disallow-other: /', 'disallow-index: /images/'),
    )
    expect(at('/news/')).toEqual({ 'train-ai': 'n', 'ai-use': 'n' })
    expect(at('/images/a')).toEqual({ 'train-ai': 'n', 'ai-use': 'n', search: 'n' })
  })

  it('[P2] encodes what would be read as a triple', () => {
    const { text, codes } = read(everybody('disallow-other: /%a%61'))
    expect(text).toContain('Content-Usage: /%%61a train-ai=n')
    // Letter case alone.
    expect(codes).toEqual(['ACAP113'])
  })

  it('never makes a grant of a permission', () => {
    const { text, codes } = read(everybody('allow-index: /', 'allow-follow: /', 'allow-present: /'))
    expect(text).not.toContain('Content-Usage')
    expect(codes).toEqual(['ACAP110', 'ACAP110', 'ACAP110'])
  })

  it('[ACAP Part 1, 2.5.6.1] takes a permission that depends on terms for a prohibition until they are met', () => {
    const { at, codes } = read(
      everybody('disallow-index: /x', 'allow-other: /news/ usage-ref=https://a.test/terms'),
    )
    expect(at('/news/1')).toMatchObject({ 'train-ai': 'n' })
    expect(at('/')).toEqual({})
    expect(codes).toEqual(['ACAP113', 'ACAP114'])
  })

  it('[L4] prohibits search where `other` speaks for it', () => {
    expect(read(everybody('disallow-other: /')).at('/')).toEqual({
      'train-ai': 'n',
      'ai-use': 'n',
      search: 'n',
    })
  })

  it('[L3] lets the prohibition win where a longer pattern is not the narrower one', () => {
    const { at } = read(everybody('disallow-other: /*.pdf$', 'disallow-index: /quarterly-reports/'))
    expect(at('/quarterly-reports/1.pdf')).toEqual({ 'train-ai': 'n', 'ai-use': 'n', search: 'n' })
  })

  it('reports what is denied because the vocabulary has no word for silence', () => {
    const { at, findings } = read(everybody('disallow-index: /', 'allow-index: /news/'))
    expect(at('/news/1')).toEqual({ search: 'n' })
    expect(findingLines(findings)).toEqual([
      expect.stringMatching(/^robots.txt:4 ACAP112 .*`search` to everybody at `\/news\/(?:~w)?`/),
    ])
  })

  it('reports what a line of the author grants against the policy, and what it leaves out', () => {
    const group = ['User-agent: *', 'Content-Usage: train-ai=y', 'Allow: /', 'ACAP-crawler: *']
    const { text, findings } = read(lines(...group, 'ACAP-disallow-other: /x/'))
    expect(text.match(/^Content-Usage:.*$/gm)).toEqual(['Content-Usage: train-ai=y'])
    expect(findingLines(findings)[0]).toMatch(
      /^robots.txt:6 ACAP111 .*`train-ai=y` to everybody at `\/x\//,
    )
    const stricter = read(
      lines(...group.with(1, 'Content-Usage: train-ai=n'), 'ACAP-disallow-index: /x/'),
    )
    expect(stricter.codes).toEqual(['ACAP110'])
    expect(stricter.findings[0]?.help).toContain('whose own lines stay')
  })

  it('takes the stricter of two lines of the author for one path, and the longest path', () => {
    const group = [
      'User-agent: *',
      'Content-Usage: train-ai=n',
      'Content-Usage: / train-ai=y',
      'Allow: /',
    ]
    const { codes } = read(lines(...group, 'ACAP-crawler: *', 'ACAP-disallow-other: /'))
    expect(codes).not.toContain('ACAP111')
    const longer = [
      ...group,
      'Content-Usage: /open/ train-ai=y',
      'ACAP-crawler: *',
      'ACAP-disallow-other: /',
    ]
    expect(read(lines(...longer)).codes).toContain('ACAP111')
  })

  it('says of a page what may be done with it, whether or not it may be fetched', () => {
    const file = lines('User-agent: *', 'Disallow: /', 'ACAP-crawler: *', 'ACAP-disallow-other: /')
    expect(read(file).at('/')).toEqual({ 'train-ai': 'n', 'ai-use': 'n', search: 'n' })
    expect(
      read(lines('User-agent: *', 'Disallow: /', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /')).at(
        '/',
      ),
    ).toEqual({})
  })

  it('gives crawlers that share a group lines of their own where they differ', () => {
    const file = lines(
      'User-agent: A',
      'User-agent: B',
      'Disallow: /x',
      'ACAP-crawler: A',
      'ACAP-disallow-other: /',
    )
    expect(read(file, 'a').at('/')).toEqual({ 'train-ai': 'n', 'ai-use': 'n', search: 'n' })
    expect(read(file, 'b').at('/')).toEqual({})
  })

  it('says how to address a crawler without a group', () => {
    const { findings } = read(lines('ACAP-crawler: A', 'ACAP-disallow-other: /'))
    expect(findings).toMatchObject([
      { code: 'ACAP110', line: 3, help: expect.stringContaining('`User-agent: a`') },
    ])
  })

  it('leaves a group alone that speaks the vocabulary already', () => {
    const file = lines(
      'User-agent: *',
      'Content-Usage: train-ai=y',
      'Disallow:',
      'ACAP-crawler: *',
      'ACAP-disallow-other: /',
    )
    expect(read(file).text.match(/Content-Usage.*/g)).toEqual(['Content-Usage: train-ai=y'])
  })
})

describe('content-signal', () => {
  const read = (robots: string, site = '') => {
    const { text, findings } = converted('content-signal', {
      'robots.txt': robots,
      'site.toml': site,
    })
    const at = readPreferences(text, 'Content-Signal', '*')
    return { at: (path: string) => Object.fromEntries(at(path)), text, findings }
  }
  const signals = (text: string) => `[signals]\ncontent-signal = "${text}"\n`

  it('prohibits training and grounding where other usages are prohibited', () => {
    const { text } = read(everybody('disallow-other: /'))
    expect(text).toContain(
      'User-agent: *\nContent-Signal: search=no, ai-input=no, ai-train=no\nDisallow:\n',
    )
  })

  it('[C1] names a crawler in several words where its group does', () => {
    const groups = ['User-agent: Yahoo! Slurp', 'User-agent: b', 'Disallow: /']
    const records = [
      'ACAP-crawler: *',
      'ACAP-disallow-index: /',
      'ACAP-crawler: b',
      'ACAP-allow-index: /',
    ]
    const { text } = read(lines(...groups, ...records))
    expect(text).toContain('\nUser-agent: Yahoo! Slurp\nContent-Signal: search=no\nDisallow:\n')
    expect(
      decide(programOf(siteReading(text)), { userAgent: 'Yahoo! Slurp', target: '/', now: 0 })
        .outcome,
    ).toBe('prohibited')
  })

  it("writes site.toml's own words, and the policy's prohibitions beside them", () => {
    const { at, text } = read(
      everybody('disallow-index: /drafts/'),
      signals('search=yes, use=reference'),
    )
    expect(text).toContain('Content-Signal: search=yes, use=reference\n')
    expect(at('/drafts/1')).toEqual({ search: 'no', use: 'reference' })
  })

  it('can say nothing of a path where site.toml says something of all others', () => {
    const { at } = read(
      everybody('disallow-index: /a/', 'allow-index: /a/b/'),
      signals('ai-train=no'),
    )
    expect(at('/a/1')).toEqual({ 'ai-train': 'no', search: 'no' })
    expect(at('/a/b/1')).toEqual({ 'ai-train': 'no' })
  })

  it('reports where site.toml grants what the policy prohibits', () => {
    const { text, findings } = read(
      everybody('disallow-other: /', 'allow-index: /'),
      signals('ai-train=yes'),
    )
    expect(text).toContain('Content-Signal: ai-train=yes, ai-input=no\n')
    expect(findingLines(findings)[0]).toMatch(
      /^robots.txt:3 ACAP111 .*site.toml grants `ai-train=yes` to everybody at `\//,
    )
  })
})
