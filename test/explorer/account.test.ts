import { describe, expect, it } from 'vitest'
import { accountOf as accountOfCell } from '../../src/explorer/account.ts'
import { readDraft, registryOf } from '../../src/explorer/draft.ts'
import { answerCell, shownCrawlers } from '../../src/explorer/shown-crawlers.ts'
import { readQuestion } from '../../src/explorer/what-if.ts'
import { ask, type Cell, NOW } from './asked.ts'

const ROBOTS = `User-agent: *
Disallow: /private/
Allow: /

ACAP-crawler: *
ACAP-allow-crawl: /
ACAP-allow-index: /
ACAP-disallow-index: /drafts/

ACAP-crawler: SearchBot
ACAP-allow-index: /drafts/
ACAP-request-take-down: /gone
`
const SITE = `hosts = ["news.test"]
canonical = "https://news.test"

[refuse]
status = 451

[[route]]
match = "/paid/"
fields = ["disallow-preserve", "allow-index time-limit=3-days"]
refuse = { status = 402, headers = { crawler-price = "USD 1" } }

[[route]]
match = "/ours/"
location = true

[[route]]
match = "/later/"
fields = ["disallow-crawl"]
mode = "observe"
`
const FILES = { 'robots.txt': ROBOTS, 'site.toml': SITE }

const accountOf = (url: string, cell: Cell) => ask(FILES, url, cell).account
const lines = (places: readonly { file: string; line: number | null }[]) =>
  places.map(({ file, line }) => `${file}:${line}`)
const roles = (url: string, cell: Cell) =>
  accountOf(url, cell).chains[0]!.steps.map(
    ({ title, outcome, role }) => `${title} ${outcome}, ${role}`,
  )

describe('the way to a decision', () => {
  it('[L1] names the level that decides and those that were not asked', () => {
    expect(roles('/drafts/a', { row: 'name:searchbot', usage: 'index' })).toEqual([
      'ACAP records: `index` for searchbot permitted, decides',
      'ACAP records: `index` for every crawler prohibited, not asked: a stronger level decides',
    ])
  })

  it('[L3] shows the field that a narrower one beats', () => {
    const [step] = accountOf('/drafts/a', { row: 'any', usage: 'index' }).chains[0]!.steps
    expect(lines(step!.deciding)).toEqual(['robots.txt:8'])
    expect(lines(step!.beaten)).toEqual(['robots.txt:7'])
  })

  it('[C2] says which kind of record is overridden', () => {
    expect(roles('/private/a', { row: 'any' })).toEqual([
      'ACAP records: `crawl` for every crawler permitted, overridden by a narrower conventional rule',
      'Conventional records: `crawl` for every crawler prohibited, decides',
    ])
    expect(roles('/a', { row: 'any' })).toEqual([
      'ACAP records: `crawl` for every crawler permitted, decides',
      'Conventional records: `crawl` for every crawler permitted, agrees',
    ])
  })

  it('[L6] is that of the crawl where what may not be fetched may not be used', () => {
    const { notes, chains, deciding } = accountOf('/private/a', { row: 'any', usage: 'index' })
    expect(notes[0]).toContain('may not be crawled')
    expect(chains[0]!.steps.at(-1)).toMatchObject({ outcome: 'prohibited', role: 'decides' })
    expect(lines(deciding)).toEqual(['robots.txt:2'])
  })

  it('[T1] is a take-down alone', () => {
    const { chains, deciding } = accountOf('/gone', { row: 'name:searchbot' })
    expect(chains).toEqual([])
    expect(lines(deciding)).toEqual(['robots.txt:12'])
  })
})

describe('a route', () => {
  it('[E4] is found on its lines of site.toml', () => {
    expect(lines(accountOf('/paid/a', { row: 'any', usage: 'preserve' }).deciding)).toEqual([
      'site.toml:9',
    ])
    const index = accountOf('/paid/a', { row: 'any', usage: 'index' })
    expect(lines(index.deciding)).toEqual(['site.toml:9'])
    expect(index.sentence).toContain('may list this page in a search, for 3 days: ')
  })

  it('[E3] is found by its location where a page is elsewhere', () => {
    expect(lines(accountOf('https://mirror.test/ours/a', { row: 'any' }).deciding)).toEqual([
      'site.toml:14',
    ])
    expect(accountOf('/ours/a', { row: 'any' }).deciding[0]!.file).toBe('robots.txt')
  })
})

describe('what the edge does about a refusal', () => {
  it('is its status, or that of the route', () => {
    expect(accountOf('/private/a', { row: 'any' }).notes).toEqual(['The edge answers 451.'])
    const closed = { ...FILES, 'robots.txt': 'User-agent: *\nDisallow: /paid/' }
    expect(ask(closed, '/paid/a', { row: 'any' }).account.notes).toEqual(['The edge answers 402.'])
  })

  it('is nothing in the mode “observe”', () => {
    const { notes, remarks } = accountOf('/later/a', { row: 'any' })
    expect(notes[0]).toContain('“observe”')
    expect(remarks).toEqual(['observes only: nothing is refused'])
    expect(accountOf('/private/a', { row: 'any' }).remarks).toEqual([])
  })

  it('[X3] is 429 above the rate, where it enforces', () => {
    const robots = 'User-agent: *\nCrawl-delay: 5\n'
    const remarks = (site: string, url = '/a') =>
      ask({ 'robots.txt': robots, 'site.toml': site }, url, { row: 'any' }).account.remarks
    expect(remarks('hosts = ["*"]')).toEqual(['one document every 5 seconds; more get 429'])
    expect(remarks('hosts = ["*"]\nmode = "observe"')).toEqual(['one document every 5 seconds'])
  })
})

describe('the sentence about a reader', () => {
  it('[I3] says what a client calls itself that is no crawler here', () => {
    const { sentence } = accountOf('/private/a', { as: 'Zork/1.0 (+https://zork.test)' })
    expect(sentence).toMatch(
      /never refused\. It declares itself `zork`, which makes it no crawler here\.$/,
    )
  })

  it('[I5] says what is known of a reader that the registry names', () => {
    const monitor = {
      name: 'uptimerobot',
      category: 'monitor',
      operator: 'uptimerobot.com',
    } as const
    const meaning = readDraft(
      { site: 'test', files: new Map(Object.entries(FILES)) },
      registryOf([monitor]),
      NOW,
    )
    const agent = 'Mozilla/5.0 (compatible; UptimeRobot/2.0)'
    const question = readQuestion(
      { url: '/a', userAgent: agent, at: '' },
      meaning.program.config,
      NOW,
    )
    const answer = answerCell(meaning, shownCrawlers(meaning, agent).first[0]!, 'crawl', question)
    expect(accountOfCell(meaning, answer, question).sentence).toBe(
      'UptimeRobot is a monitor: a reader unless the policy names it. Readers are never refused.',
    )
  })
})
