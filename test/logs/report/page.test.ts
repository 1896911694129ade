/**
 * The page of `acap report --html`: its numbers are those of the JSON, everywhere, and no text of others is markup.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage, wordsOf } from '../../support/explorer/shown-page.ts'
import { ATTACK, LOG, POLICIES, reported } from '../../support/logs/reported-page.ts'

const WORDS = {
  proven: 'after reading robots.txt',
  unseen: 'not seen reading robots.txt',
}

/** The cells of a table's rows by the first cell and the head of the column. */
function cellsIn(markup: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const rows = markup.matchAll(/<th role="rowheader"[^>]*>(.*?)<\/th>(.*?)<\/tr>/gs)
  return new Map(
    Array.from(rows, ([, name, rest]) => {
      const cells = rest!.matchAll(/<td role="cell" data-head="([^"]*)">(.*?)<\/td>/gs)
      return [
        wordsOf(name!).toLowerCase(),
        new Map(Array.from(cells, ([, head, cell]) => [head!, wordsOf(cell!)])),
      ]
    }),
  )
}

it('has the numbers of the JSON: in the figures, the table, on the pages of crawlers and in the charts', () => {
  const { page, report } = reported()
  const { data, overview, crawlers, crawler: pageOf } = shownPage(page)
  expect(data.report).toEqual(report)
  const figures = [...overview.matchAll(/<dd(?: class(?:="unknown")?)?>(.*?)<\/dd>/g)]
  expect(figures.map(([, figure]) => figure)).toEqual([
    '100%',
    `${report.overview.taken.now}`,
    'not known',
    'not known',
  ])
  const table = cellsIn(crawlers)
  for (const crawler of report.crawlers) {
    const { name, violations, requests, forged } = crawler
    const row = table.get(name)!
    expect(row.get('Requests'), name).toBe(`${requests}`)
    const counts = (['proven', 'unseen'] as const).filter((kind) => violations[kind] > 0)
    expect(row.get('Violations'), name).toBe(
      counts.map((kind) => `${violations[kind]} ${WORDS[kind]}`).join(', ') || 'none',
    )
    // Nobody was compared with a list here.
    expect(forged).toBeNull()
    expect(row.get('Its name'), name).toBe(`${requests} not checked`)
    const own = pageOf(name)
    const facts = {
      ...{ requests, refused: crawler.refused, 'fetches of robots.txt': crawler.robots.fetches },
      [`for closed pages ${WORDS.proven}`]: violations.proven,
      [`for closed pages, ${WORDS.unseen}`]: violations.unseen,
      'for pages perhaps open in its copy of robots.txt': violations.grace,
      'with a robots.txt that is not known': violations.incomparable,
      ...{ 'name verified': 'not checked', 'name forged by others': 'not checked' },
    }
    for (const [head, count] of Object.entries(facts))
      expect(own, `${name} ${head}`).toContain(`<dt>${head}</dt><dd>${count}</dd>`)
    const drawn = Array.from(own.matchAll(/, (\d+) for closed pages after reading/g), ([, count]) =>
      Number(count),
    )
    expect(drawn.reduce((sum, count) => sum + count, 0)).toBe(violations.proven)
  }
  const all = report.crawlers.reduce((sum, { requests }) => sum + requests, 0)
  expect(overview).toContain(`${all} in all`)
})

it('speaks in the past tense, and says once where no text with a time is known', () => {
  const known =
    'A client that calls itself GPTBot made 2 requests for pages that robots.txt closed to it, after it had read robots.txt.'
  const assumed = known.replace('robots.txt closed', 'today’s robots.txt closes')
  const once = 'No text of robots.txt with a time is known'
  const given = shownPage(reported('--robots', 'robots.txt@2026-11-01').page).overview
  expect(given).toContain(known)
  expect(given).not.toContain(once)
  const { overview } = shownPage(reported().page)
  expect(overview).toContain(assumed)
  expect(overview).not.toContain('would have')
  expect(overview.split(once)).toHaveLength(2)
  const refused =
    'A client that calls itself Googlebot reads for a search engine, and its only request was refused.'
  expect(overview).toContain(refused)
  expect(overview).not.toContain('by mistake')
  const open = shownPage(reported('--robots', 'open.txt@2026-11-01').page)
  expect(open.overview).toContain(`${refused} Perhaps by mistake: the robots.txt permits it.`)
  expect(wordsOf(open.crawler('googlebot'))).toContain(
    'Refused, although robots.txt permits it /private/ 1',
  )
})

it('stands alone, and takes no text of a log for markup', () => {
  const { page } = reported()
  expect(page).not.toContain(ATTACK)
  const { overview, crawlers, crawler } = shownPage(page)
  const shown = overview + crawlers + crawler('gptbot') + crawler('foobot')
  expect(shown).not.toMatch(/<img|<script|<link|\s(?:src|on\w+)="/)
  expect(crawler('foobot')).toContain('&lt;/script>&lt;script>alert(1)')
  const targets = Array.from(shown.matchAll(/ href="([^"]*)"/g), ([, target]) => target!)
  expect(targets.filter((target) => !target.startsWith('#'))).toEqual([])
  const scripts = [...page.matchAll(/<script type="module">(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256').update(scripts[0]![1]!).digest('base64')
  expect(page).toContain(`default-src 'none'; style-src 'sha256-`)
  expect(page).toContain(`script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
  expect(page.split('<script')).toHaveLength(3)
})

it('names the line that was broken, gives its words their meaning, and says what was not checked', () => {
  const { overview, crawler } = shownPage(reported().page)
  expect(wordsOf(crawler('gptbot'))).toContain(
    'Disallow: /private/ line 2 of the robots.txt of a 2',
  )
  expect(overview).toContain('<strong>forged</strong>: the address is not its operator’s')
  expect(overview).toContain('The log has requests of 3 of 3 clock hours.')
  expect(crawler('gptbot')).toContain('<dt>cache misses</dt><dd>not checked</dd>')
  expect(crawler('chatgpt-user')).toContain(
    'On a person’s behalf: their operators say that robots.txt does not bind them.',
  )
})

it('shows what crawlers may do, and whom they sent', () => {
  const { crawlers, crawler, overview } = shownPage(reported().page)
  const row = cellsIn(crawlers).get('gptbot')!
  expect(row.get('fetch')).toBe('permitted, no rule')
  expect(wordsOf(overview)).toContain('Every crawler may fetch every page except /private/.')
  const own = wordsOf(crawler('gptbot'))
  expect(own).toContain('Its User-Agents GPTBot/1.0 Copy 4')
  expect(own).toContain('Answers by status 200 4')
  expect(own).toContain("acap report LOG… --for 'OpenAI' FOLDER")
})

it('says what crawlers cost, and whose names were checked', () => {
  const { overview } = shownPage(reported('--price', '1000000').page)
  expect(overview).toContain(
    'Crawlers were sent 700 B, 100% of all bytes, which cost 0.70 at the price that was given.',
  )
  expect(overview).toContain(
    'The name is verified for 0 requests, forged for 0, claimed for 0, and not checked for 7.',
  )
})

it('says what changed since an earlier report', () => {
  const { report } = reported()
  const [gptbot, ...others] = report.crawlers
  const earlier = {
    ...report,
    crawlers: [{ ...gptbot, requests: 1 }, ...others.slice(1), { ...gptbot, name: 'oldbot' }],
  }
  const cwd = folderWith({ ...POLICIES, log: LOG, 'last.json': JSON.stringify(earlier) })
  const { out } = acap(
    ['report', 'log', '--json', '--html', 'page.html', '--compare', 'last.json'],
    { cwd },
  )
  expect((JSON.parse(out) as CrawlReport).changes).toEqual({
    period: report.period,
    appeared: [others[0]!.name],
    gone: ['oldbot'],
    crawlers: [
      {
        name: 'gptbot',
        requests: { before: 1, now: 4 },
        proven: { before: 2, now: 2 },
        refused: { before: 0, now: 0 },
      },
    ],
  })
  const { overview } = shownPage(readFileSync(join(cwd, 'page.html'), 'utf8'))
  const row = cellsIn(overview).get('gptbot')!
  expect(row.get('requests before')).toBe('1')
  expect(row.get('requests now')).toBe('4')
  expect(overview).toContain('1 crawler did not come again: oldbot.')
})

it('says once that a search engine was refused the pages that are closed to it', () => {
  const { page, report } = reported()
  const googlebot = report.crawlers.find(({ name }) => name === 'googlebot')
  expect(googlebot).toMatchObject({ refused: 1, refusedOpen: 0, violations: { unseen: 1 } })
  const { overview, crawler } = shownPage(page)
  expect(wordsOf(overview)).toContain('Search engine refused: Googlebot')
  expect(wordsOf(overview)).toContain('Took closed pages after reading robots.txt: GPTBot')
  expect(wordsOf(overview)).not.toContain('closed pages, not seen reading robots.txt: Googlebot')
  expect(wordsOf(crawler('googlebot'))).toContain('closes to it')
})
