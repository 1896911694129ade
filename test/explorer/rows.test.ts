/**
 * The rows of a policy that the author has changed: what each cell was before.
 */
import { describe, expect, it } from 'vitest'
import { changesOf } from '../../src/explorer/changes.ts'
import { readDraft } from '../../src/explorer/draft.ts'
import { type CrawlerRow, membersOf, rowsOf } from '../../src/explorer/rows.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { columnNamed, isAbout } from '../../src/explorer/words.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { meaningOf, NOW } from './asked.ts'

/** The rows with cells that have changed: label, usage, what it was and is. */
function changed(was: string, now: string): readonly string[] {
  const policies = { now: meaningOf({ 'robots.txt': now }), was: meaningOf({ 'robots.txt': was }) }
  const question = readQuestion(
    { url: '/a', userAgent: 'x', at: '' },
    policies.now.program.config,
    NOW,
  )
  const changesOf = ({ label, cells }: CrawlerRow) =>
    cells.flatMap((cell) =>
      cell.was === null ? [] : [`${label} ${cell.usage}: ${cell.was}, ${cell.standing}`],
    )
  return rowsOf(policies, 'x', question).flatMap(changesOf)
}

const RECORD = 'ACAP-crawler: SearchBot\nACAP-allow-crawl: /\n'

describe('a changed cell', () => {
  it('has what it was before', () => {
    expect(changed(RECORD, `${RECORD}ACAP-disallow-index: /\n`)).toEqual([
      'SearchBot index: silent, prohibited',
    ])
  })

  it('is one whose terms are others', () => {
    const words = (n: number) => `${RECORD}ACAP-allow-present-snippet: / max-length=${n}-words\n`
    expect(changed(words(10), words(20))).toEqual(['SearchBot present-snippet: terms, terms'])
  })

  it('is none that another field permits', () => {
    expect(changed('', 'User-agent: *\nAllow: /\n')).toEqual([])
  })
})

describe('a name that the author removes', () => {
  it('keeps its row', () => {
    const rule = 'User-agent: Larkspur\nDisallow: /\n'
    expect(changed(rule, '')).toContain('Larkspur crawl: prohibited, reader')
  })
})

describe('a site.toml that cannot be read', () => {
  const SITE =
    'hosts = ["news.test"]\ncanonical = "https://news.test"\n[[route]]\nmatch = "/"\nlocation = true\n'
  const policies = {
    was: meaningOf({ 'robots.txt': '', 'site.toml': SITE }),
    now: meaningOf({ 'robots.txt': '', 'site.toml': `${SITE}[[[oops` }),
  }

  it.each([
    ['at the host of each policy', '/a', 0],
    ['where the author wrote a host, at that host', 'https://mirror.test/a', 14],
  ])('leaves the old policy a page %s', (_, url, changed) => {
    const question = readQuestion({ url, userAgent: 'x', at: '' }, policies.now.program.config, NOW)
    const any = rowsOf(policies, 'x', question).find(({ id }) => id === 'any')!
    expect(any.cells.filter(({ was }) => was !== null)).toHaveLength(changed)
  })
})

describe('a category that the author closes', () => {
  const registry = knownCrawlers()
  const draft = (toml: string) => ({
    site: 'test',
    files: new Map([
      ['robots.txt', 'User-agent: *\nDisallow: /private/\n'],
      ['site.toml', `hosts = ["news.test"]\n${toml}`],
    ]),
  })
  const [was, now] = [draft(''), draft('[categories.training]\ncrawl = false\n')]
  const policies = { was: readDraft(was, registry, NOW), now: readDraft(now, registry, NOW) }
  const question = readQuestion(
    { url: '/a', userAgent: 'x', at: '' },
    policies.now.program.config,
    NOW,
  )
  const rows = rowsOf(policies, 'x', question)
  const closed = rows.filter(({ cells }) => cells[0]!.was !== null)
  const number = closed.flatMap(({ crawlers }) => crawlers).length

  it('has one number of crawlers in the table and in the list of changes', () => {
    const { shown, summary } = changesOf(was, now, registry, NOW)
    expect(summary).toBe('1 closes')
    expect(shown[0]!.crawlers).toBe(
      `${number} crawlers, such as GPTBot, ClaudeBot, Google-Extended`,
    )
    const [gpt, claude, others] = closed
    expect([gpt!.label, claude!.label]).toEqual([
      'GPTBot (OpenAI, training)',
      'ClaudeBot (Anthropic, training)',
    ])
    expect(others!.label).toBe(`training (${number - 2}, and 2 above)`)
  })

  it('unfolds to all of its crawlers', () => {
    for (const row of rows.filter(({ summary }) => summary !== null)) {
      expect(membersOf(policies, row, question)).toHaveLength(row.crawlers.length)
    }
    expect(number).toBeGreaterThan(60)
  })
})

it('says of no crawler of an unknown kind that it may train: a switch would not close that', () => {
  const policies = {
    now: meaningOf({ 'site.toml': 'hosts = ["a.test"]\n[categories.training]\ncrawl = false\n' }),
    was: null,
  }
  const question = readQuestion(
    { url: '/a', userAgent: 'x', at: '' },
    policies.now.program.config,
    NOW,
  )
  const rows = rowsOf(policies, 'x', question).filter((row) => isAbout(columnNamed('train')!, row))
  expect(rows.map(({ label }) => label)).toContain('GPTBot (training)')
  const standings = rows.flatMap(({ cells }) =>
    cells.filter(({ usage }) => usage === 'crawl').map((cell) => cell.standing),
  )
  expect(new Set(standings)).toEqual(new Set(['prohibited']))
})
