import { describe, expect, it } from 'vitest'
import { proposalsFor } from '../../src/explorer/completions.ts'
import { FIELD_TABLE } from '../../src/language/policy/fields.ts'
import { CATEGORY_WORDS } from '../../src/words/decision-words.ts'

const CRAWLERS = [
  { name: 'GPTBot', category: 'training' },
  { name: 'OurBot', category: null },
] as const
const proposed = (file: string, before: string) => proposalsFor(file, before, CRAWLERS)
const labels = (file: string, before: string) =>
  proposed(file, before)?.options.map(({ label }) => label)
const infoOf = (file: string, before: string, label: string) =>
  proposed(file, before)!.options.find((each) => each.label === label)?.info

describe('in a robots.txt are proposed', () => {
  it('the fields, with their usages, at the beginning of a line', () => {
    const fields = labels('robots.txt', 'User-agent: *\nDis')!
    for (const { name } of FIELD_TABLE)
      expect(fields).toContain(name.endsWith('-') ? `${name}index` : name)
    expect(infoOf('robots.txt', '', 'ACAP-disallow-preserve')).toBe(
      'Prohibits, below a path: keep copies of the page.',
    )
    expect(proposed('robots.txt', 'x\n  Dis')!.from).toBe(2)
  })

  it('crawlers behind the fields that name one', () => {
    expect(labels('robots.txt', 'User-agent: G')).toEqual(['*', 'GPTBot', 'OurBot'])
    expect(infoOf('robots.txt', 'acap-crawler:', 'GPTBot')).toBe(
      `a crawler ${CATEGORY_WORDS.training}`,
    )
    expect(proposed('robots.txt', 'User-agent: GP')!.from).toBe('User-agent: '.length)
  })

  it('the qualifiers of a usage, behind the path', () => {
    expect(labels('robots.txt', 'ACAP-allow-present-snippet: /a m')).toContain('max-length')
    expect(labels('robots.txt', 'ACAP-allow-index: /a m')).not.toContain('max-length')
    expect(infoOf('robots.txt', 'ACAP-allow-present-snippet: /a ', 'max-length')).toBe(
      'N-chars or N-words',
    )
  })

  it.each(['Disallow: /a', 'ACAP-allow-index: /a', 'Allow: / # G', 'Sitemap: x '])(
    'no words where none is known: %s',
    (before) => expect(proposed('robots.txt', before)).toBeNull(),
  )
})

describe('in a site.toml are proposed', () => {
  it('the keys of the table that is open', () => {
    expect(labels('site.toml', 'mo')).toContain('mode')
    expect(labels('site.toml', 'mo')).not.toContain('refuse')
    expect(labels('site.toml', '[refuse]\nst')).toEqual(['status', 'contact', 'terms', 'headers'])
    expect(labels('site.toml', '[crawlers.GPTBot]\n')).toContain('networks')
    expect(labels('site.toml', '[[route]]\nmatch = "/a"\n')).toContain('closed-until')
    expect(labels('site.toml', '[categories.training]\n')).toContain('crawl')
    expect(infoOf('site.toml', '', 'canonical')).toMatch(/^Scheme, host and port/)
  })

  it('the tables, behind a bracket', () => {
    expect(labels('site.toml', 'mode = "off"\n[re')).toEqual(
      expect.arrayContaining(['refuse', 'route', 'categories', 'crawlers']),
    )
    expect(labels('cases.toml', '[[')).toEqual(['case'])
  })

  it('no keys in a value', () => expect(proposed('site.toml', 'mode = "ob')).toBeNull())
})
