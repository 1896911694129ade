/**
 * What the served robots.txt says of routes.
 */
import { describe, expect, it } from 'vitest'
import { COMMENTS_ROUTE, served, text } from '../../support/author/served-robots.ts'

describe("[E5] routes' crawl prohibitions", () => {
  it('stand in every group, record and sub-record', () => {
    const author = text(
      'User-agent: a',
      'Allow: /',
      'ACAP-crawler: a',
      'ACAP-allow-crawl: /',
      'ACAP-usage-purpose:',
      'ACAP-usage-purpose: news',
      'ACAP-allow-crawl: /',
    )
    const robots = served(author, COMMENTS_ROUTE)
    expect(robots).toBe(
      text(
        '##ACAP version=1.0',
        'User-agent: a',
        'Allow: /',
        'Disallow: /comments/',
        '',
        'User-agent: *',
        'Disallow: /comments/',
        '',
        'ACAP-version: 1.0',
        '',
        'ACAP-crawler: a',
        'ACAP-allow-crawl: /',
        'ACAP-disallow-crawl: /comments/',
        'ACAP-usage-purpose:',
        'ACAP-usage-purpose: news',
        'ACAP-allow-crawl: /',
        'ACAP-disallow-crawl: /comments/',
        '',
        'ACAP-crawler: *',
        'ACAP-disallow-crawl: /comments/',
      ),
    )
  })

  it('[P3] stand in a record for every crawler even where the policy has none: rules mind the letter case', () => {
    expect(served(text('User-agent: *', 'Disallow: /x'), COMMENTS_ROUTE)).toBe(
      text(
        '##ACAP version=1.0',
        'User-agent: *',
        'Disallow: /x',
        'Disallow: /comments/',
        '',
        'ACAP-version: 1.0',
        '',
        'ACAP-crawler: *',
        'ACAP-disallow-crawl: /comments/',
      ),
    )
  })

  it('[C1] name a crawler alone that the group has in several words', () => {
    const site = text('[[route]]', 'match = "/comments/"', 'fields = ["BotA: disallow-crawl"]')
    expect(served(text('User-agent: BotA Beta', 'Disallow: /x'), site)).toContain(
      text('User-agent: BotA Beta', 'User-agent: BotA', 'Disallow: /x', 'Disallow: /comments/'),
    )
  })

  it('stand beside a reference in a record of their own', () => {
    const author = text('ACAP-crawler: Partner', 'ACAP-permissions-reference: /news.txt')
    const news = text('ACAP-crawler: Partner', 'ACAP-usage-purpose: news', 'ACAP-allow-crawl: /')
    expect(served(author, COMMENTS_ROUTE, { 'news.txt': news })).toContain(
      text(
        'ACAP-crawler: Partner',
        'ACAP-disallow-crawl: /comments/',
        'ACAP-usage-purpose: news',
        'ACAP-disallow-crawl: /comments/',
      ),
    )
  })

  it('for one crawler give it a group with the rules that it had, and a record', () => {
    const site = text('[[route]]', 'match = "/comments/"', 'fields = ["BotA: disallow-crawl"]')
    const author = text('User-agent: *', 'Disallow: /x', 'ACAP-crawler: *', 'ACAP-allow-crawl: /')
    const robots = served(author, site)
    expect(robots).toContain(
      text('', 'User-agent: bota', 'Disallow: /x', 'Disallow: /comments/', ''),
    )
    expect(robots).toContain(text('', 'ACAP-crawler: bota', 'ACAP-disallow-crawl: /comments/'))
    expect(robots).toContain(text('User-agent: *', 'Disallow: /x', ''))
  })

  it('[X1] are globs in groups of the 1996 standard, and leave alone those that permit by Allow only', () => {
    const extended = text('User-agent: a', 'Robot-version: 2.0')
    expect(served(`${extended}Disallow: /x`, COMMENTS_ROUTE)).toContain(
      'Disallow: /x\nDisallow: /comments/*\n',
    )
    expect(served(`${extended}Allow: /x`, COMMENTS_ROUTE)).toContain('Allow: /x\n\nUser-agent: *\n')
  })

  /** The lines of the groups and records that are added for a route, less empty ones. */
  const forRoute = (author: string, match: string, ...fields: readonly string[]) => {
    const site = text('[[route]]', `match = "${match}"`, `fields = ${JSON.stringify(fields)}`)
    return served(author, site).split('\n\n')
  }

  it('[X1] are globs for a crawler that falls back to a group of the 1996 standard', () => {
    const author = text('User-agent: *', 'Robot-version: 2.0', 'Disallow: /x')
    expect(forRoute(author, '/a?b', 'BotA: disallow-crawl')).toContain(
      'User-agent: bota\nRobot-version: 2.0\nDisallow: /x\nDisallow: /a\\?b*',
    )
  })

  it('[X1] stand apart for each name of a group that only some of its names read by the 1996 standard', () => {
    const author = text('User-agent: a', 'Robot-version: 2.0', 'User-agent: b', 'Disallow: /x')
    const parts = forRoute(author, '/$', 'disallow-crawl')
    expect(parts[0]).toBe(
      '##ACAP version=1.0\nUser-agent: a\nRobot-version: 2.0\nUser-agent: b\nDisallow: /x',
    )
    expect(parts).toContain('User-agent: a\nDisallow: /')
    expect(parts).toContain('User-agent: b\nDisallow: /$')
  })

  it('[X1] stand apart for a name whose group shares its rules with one that permits by Allow only', () => {
    const author = text('User-agent: a', 'Robot-version: 2.0', 'User-agent: b', 'Allow: /x')
    const parts = forRoute(author, '/c/', 'disallow-crawl')
    expect(parts).toContain('User-agent: b\nDisallow: /c/')
    expect(parts.join('\n\n')).not.toContain('Disallow: /c/*')
  })

  it('[X1] are not escaped glob where they are not glob', () => {
    expect(
      served(
        text('User-agent: a', 'Robot-version: 2.0', 'Disallow: /x'),
        text('[[route]]', 'match = "/a[b$"', 'fields = ["disallow-crawl"]'),
      ),
    ).toContain('Disallow: /x\nDisallow: /a[b\n')
  })

  it('[P2] keep a stray % from becoming part of a triple', () => {
    const site = text(
      '[[route]]',
      'match = "/%%61a"',
      'fields = ["disallow-crawl", "news disallow-crawl"]',
    )
    const robots = served(text('User-agent: *', 'Disallow: /x'), site)
    expect(robots).toContain('Disallow: /x\nDisallow: /%%61a\n')
    expect(robots).toContain('ACAP-disallow-crawl: /%%61a\n')
  })

  it('[R5] pass over a version that stands in a record', () => {
    const author = text(
      'User-agent: *',
      'Disallow: /x',
      'ACAP-crawler: *',
      'ACAP-allow-crawl: /',
      'Robot-version: 2.0',
    )
    expect(forRoute(author, '/c/', 'disallow-crawl')[0]).toMatch(
      /Disallow: \/x\nDisallow: \/c\/\n# Robot-version: 2\.0$/,
    )
  })

  it('[X1] pass over an experimental group, which does not exist', () => {
    const author = text(
      'User-agent: bot',
      'Robot-version: 2.1',
      'Disallow: /y',
      'User-agent: *',
      'Disallow: /x',
    )
    expect(forRoute(author, '/c/', 'bot-a: disallow-crawl')).toContain(
      'User-agent: bot-a\nDisallow: /x\nDisallow: /c/',
    )
  })

  it('[R4] bring a crawler what binds to the name that it falls back to, and nothing else', () => {
    const author = text(
      'User-agent: *',
      'Crawl-delay: 5',
      'User-agent: é',
      'Crawl-delay: 6',
      'User-agent: a',
      'Crawl-delay: 7',
      'Disallow: /x',
    )
    expect(forRoute(author, '/c/', 'a-b: disallow-crawl')).toContain(
      'User-agent: a-b\nCrawl-delay: 7\nDisallow: /x\nDisallow: /c/',
    )
  })

  it('[I1, I2] bring a crawler the group of the name that it falls back to, and of no name behind a hyphen', () => {
    const author = text('User-agent: a', 'Disallow: /x', 'User-agent: b', 'Disallow: /y')
    expect(forRoute(author, '/c/', 'a-b: disallow-crawl')).toContain(
      'User-agent: a-b\nDisallow: /x\nDisallow: /c/',
    )
  })

  it('[I1] leave a longer name of a record alone that does not begin with the name of the route', () => {
    const author = text('User-agent: a', 'Disallow: /x', 'ACAP-crawler: a-b', 'ACAP-allow-index: /')
    const parts = forRoute(author, '/c/', 'b: disallow-crawl')
    expect(parts).toContain('User-agent: b\nDisallow: /c/')
    expect(parts.some((part) => part.includes('User-agent: a-b'))).toBe(false)
  })
})
