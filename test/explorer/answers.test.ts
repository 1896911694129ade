import { describe, expect, it } from 'vitest'
import { shownCrawlers } from '../../src/explorer/shown-crawlers.ts'
import { ask, type Cell, meaningOf } from './asked.ts'

const ROBOTS = `User-agent: *
Disallow: /private/
Visit-time: 0100-0500

ACAP-crawler: *
ACAP-disallow-present: /
ACAP-allow-present-snippet: / max-length=20-words

ACAP-crawler: SearchBot
ACAP-allow-crawl: /private/open/
`
const SITE = `hosts = ["news.test"]
exempt = ["/health"]

[crawlers.Silent]
category = "search"
`
const BARE = { 'robots.txt': ROBOTS }
const WHOLE = { 'robots.txt': ROBOTS, 'site.toml': SITE }

const standing = (url: string, cell: Cell, files: Readonly<Record<string, string>> = BARE) =>
  ask(files, url, cell).answer.standing

describe('the rows of the table', () => {
  it('are the supposed agent, any other crawler, and the names in the order and letters of the policy', () => {
    const meaning = meaningOf({ ...WHOLE, 'robots.txt': `User-agent: Zed\nDisallow: /\n${ROBOTS}` })
    const { first, named } = shownCrawlers(meaning, 'x')
    const labels = [...first, ...named].map(({ label }) => label)
    const wellKnown = ['Googlebot', 'Bingbot', 'GPTBot', 'ClaudeBot']
    expect(labels).toEqual([
      'This User-Agent',
      'Any other',
      ...wellKnown,
      'Zed',
      'SearchBot',
      'silent',
    ])
  })
})

describe('a cell', () => {
  it('tells a permission with terms from one without, and both from silence', () => {
    expect(standing('/a', { row: 'any', usage: 'present-snippet' })).toBe('terms')
    expect(standing('/private/open/a', { row: 'name:searchbot', usage: 'index' })).toBe('silent')
    expect(standing('/a', { row: 'any', usage: 'present-link' })).toBe('prohibited')
  })

  it('[X2] is deferred outside the visiting hours', () => {
    expect(standing('/a', { row: 'any' })).toBe('deferred')
  })

  it('[P6] is prohibited where an origin may take the path for one that is', () => {
    const { answer, account } = ask(BARE, '/open/..//private/a', { row: 'any' })
    expect(answer.standing).toBe('prohibited')
    expect(account.notes.join(' ')).toContain('`/private/a`')
  })

  it('[P7] is open to everybody for the robots.txt and for exempt paths, but only to be fetched', () => {
    expect(standing('/robots.txt', { row: 'any' }, WHOLE)).toBe('exempt')
    expect(standing('/health', { row: 'any' }, WHOLE)).toBe('exempt')
    expect(standing('/health', { row: 'any', usage: 'present' }, WHOLE)).toBe('prohibited')
  })

  it('[I3] is a reader’s where the supposed agent is no known crawler', () => {
    expect(standing('/private/a', { as: 'Mozilla/5.0 Firefox/140' })).toBe('reader')
    expect(standing('/private/a', { as: 'GPTBot/1.2' })).toBe('prohibited')
    // Any other crawler has no name, but is not a library that the site takes for a reader.
    const lenient = {
      ...BARE,
      'site.toml': 'hosts = ["news.test"]\n[identify]\nlibraries = "reader"\n',
    }
    expect(standing('/private/a', { row: 'any' }, lenient)).toBe('prohibited')
  })
})
