import { describe, expect, it } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { decide } from '../../../src/decide/decide.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import { COMMENTS_ROUTE, readingOf, served, text } from '../../support/author/served-robots.ts'

describe("[E5] routes' crawl prohibitions", () => {
  /** The lines of the groups and records that are added for a route, less empty ones. */
  const forRoute = (author: string, match: string, ...fields: readonly string[]) => {
    const site = text('[[route]]', `match = "${match}"`, `fields = ${JSON.stringify(fields)}`)
    return served(author, site).split('\n\n')
  }

  it('are left out where the author says the same', () => {
    const author = text(
      'User-agent: *',
      'Disallow: /comments/',
      'ACAP-crawler: *',
      'ACAP-disallow-crawl: /Comments/',
    )
    expect(served(author, COMMENTS_ROUTE)).toBe(
      text(
        '##ACAP version=1.0',
        'User-agent: *',
        'Disallow: /comments/',
        '',
        'ACAP-version: 1.0',
        '',
        'ACAP-crawler: *',
        'ACAP-disallow-crawl: /Comments/',
      ),
    )
  })

  it('are left out for a named crawler to which the author says the same', () => {
    const author = text(
      'User-agent: BotA',
      'Disallow: /c/',
      'ACAP-crawler: BotA',
      'ACAP-disallow-crawl: /c/',
    )
    const parts = forRoute(author, '/c/', 'BotA: disallow-crawl')
    expect(parts.slice(2)).toEqual(['ACAP-crawler: BotA\nACAP-disallow-crawl: /c/\n'])
  })

  it('are left out where something wider is closed already and nothing is permitted', () => {
    const closed = text('User-agent: a', 'Disallow: /', 'ACAP-crawler: a', 'ACAP-disallow-crawl: /')
    expect(served(closed, COMMENTS_ROUTE)).not.toMatch(/Disallow: \/\nDisallow|crawl: \/\nACAP/)
    const permits = `${closed}ACAP-allow-crawl: /comm\n`
    expect(served(permits, COMMENTS_ROUTE)).toMatch(/Disallow: \/\nDisallow: \/comments\//)
    expect(served(permits, COMMENTS_ROUTE)).toMatch(
      /allow-crawl: \/comm\nACAP-disallow-crawl: \/comments\//,
    )
  })

  it('stand there once where routes repeat them', () => {
    const robots = served(text('User-agent: *', 'Disallow: /x'), COMMENTS_ROUTE + COMMENTS_ROUTE)
    expect(robots.match(/^Disallow: \/comments\/$/gm)).toHaveLength(1)
    expect(robots.match(/^ACAP-disallow-crawl: \/comments\/$/gm)).toHaveLength(1)
  })

  it('add nothing to what was generated with them', () => {
    const site = text(
      COMMENTS_ROUTE,
      '[[route]]',
      'match = "/b/"',
      'fields = ["BotA: disallow-crawl", "news disallow-crawl"]',
    )
    const once = served(
      text('User-agent: *', 'Disallow: /x', 'ACAP-crawler: BotA', 'ACAP-allow-crawl: /'),
      site,
    )
    expect(served(once, site)).toBe(once)
  })

  it('are named by the line of the author that says the same', () => {
    const generated = generateRobots(
      readingOf(
        text(
          '# one',
          'User-agent: *',
          'Disallow: /comments/',
          'ACAP-crawler: *',
          'ACAP-disallow-crawl: /comments/',
        ),
        COMMENTS_ROUTE,
      ),
    )
    expect(generated.servedLine('route', 0)).toBe(4)
    expect(generated.files[0]!.text.split('\n')[3]).toBe('Disallow: /comments/')
  })

  it('are named by their served line in a decision', () => {
    const reading = readingOf(text('# one', 'User-agent: *', 'Disallow: /x'), COMMENTS_ROUTE)
    const generated = generateRobots(reading)
    const site = compile(reading.policy, generated)
    const { fields, reason } = decide(site, { userAgent: 'a', target: '/comments/1', now: 0 })
    expect(fields).toEqual([{ source: 'route', text: 'disallow-crawl', servedLine: 5 }])
    expect(generated.files[0]!.text.split('\n')[4]).toBe('Disallow: /comments/')
    expect(reason).toContain('line 5 of robots.txt')
  })
})
