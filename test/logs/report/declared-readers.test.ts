/**
 * `acap report`: unknown clients that declare a name, and are readers all the same (I3).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage, wordsOf } from '../../support/explorer/shown-page.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const QUILL = 'QuillHarvester/0.3 (+https://quill.example/bot)'
const HOSTS = 'hosts = ["a.test"]\n'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const lines = (...agents: readonly string[]) =>
  agents.map((agent) => combinedLine('/a', agent)).join('')

function run(
  log: string,
  args: readonly string[] = [],
  { robots = 'User-agent: *\n', toml = '' } = {},
) {
  const site = {
    'policies/a/robots.txt': robots,
    'policies/a/site.toml': `${HOSTS}${toml}`,
  }
  return acap(['report', 'log', ...args], { cwd: folderWith({ ...site, log }) }).out
}
const reportOf = (log: string, site = {}): CrawlReport => JSON.parse(run(log, ['--json'], site))

/** Where both requests came from, when, and how they were answered. */
const CAME = {
  statuses: [{ status: 200, requests: 2 }],
  timeline: { hours: 1, spans: [{ start: '2026-11-21T06:00:00.000Z', requests: 2 }] },
}

describe('clients that declare a name, and are readers', () => {
  it('are listed by name, and are no crawlers', () => {
    const log = lines(
      QUILL,
      'Plume/1 (+http://plume.example/)',
      FIREFOX,
      'quillharvester/0.4 (+https://q.example/)',
    )
    const { declared, crawlers, requests } = reportOf(log)
    expect(declared).toMatchObject([
      { name: 'quillharvester', requests: 2, example: QUILL, ...CAME },
      { name: 'plume', requests: 1, example: 'Plume/1 (+http://plume.example/)' },
    ])
    expect(crawlers).toEqual([])
    expect(requests).toMatchObject({ readers: 4, crawlers: 0 })
    expect(run(log)).toContain(
      `\nNot known as crawlers, though they declare a name; the policy treats them as readers:\nQuillHarvester, 2 requests: ${QUILL}\nPlume, 1 request: Plume/1`,
    )
  })

  it('are not spoken of where there is none', () => {
    expect(reportOf(lines(FIREFOX, 'GPTBot/1.2')).declared).toEqual([])
    expect(run(lines(FIREFOX, 'GPTBot/1.2'))).not.toContain('declare a name')
  })

  it('are crawlers where the policy names them', () => {
    const robots = 'User-agent: QuillHarvester\nDisallow: /\n'
    const { declared, crawlers } = reportOf(lines(QUILL), { robots })
    expect(declared).toEqual([])
    expect(crawlers).toMatchObject([{ name: 'quillharvester', requests: 1 }])
  })

  it.each([
    ['crawler', 0, 1],
    ['report', 1, 0],
    ['reader', 0, 0],
  ])('follow `self-declared = "%s"`', (word, listed, came) => {
    const toml = `[identify]\nself-declared = "${word}"\n`
    const { declared, crawlers } = reportOf(lines('NewBot/1.0'), { toml })
    expect(declared).toHaveLength(listed)
    expect(crawlers).toHaveLength(came)
  })

  it('are at most twenty, those with most requests, of any number', () => {
    const invented = Array.from({ length: 10_001 }, (_, i) => `Q${i}x/1 (+http://q.example/)`)
    const { declared } = reportOf(lines(QUILL, QUILL, ...invented, QUILL))
    expect(declared).toHaveLength(20)
    expect(declared?.[0]).toMatchObject({ name: 'quillharvester', requests: 3 })
  })

  it('are not known where rows have readers without their names', () => {
    const row = JSON.stringify({
      ...{ acap: 'row', version: 1, host: 'a.test', agent: '', method: '', target: '/' },
      ...{ first: '2026-11-21T06:00:00Z', last: '2026-11-21T06:10:00Z', count: 3 },
      outcome: 'reader',
    })
    const report = reportOf(`${row}\n`)
    expect(report.requests.readers).toBe(3)
    expect(report.declared).toBeNull()
  })
})

describe('the page of a report', () => {
  const folder = (robots: string, log: string) =>
    folderWith({ 'policies/a/robots.txt': robots, 'policies/a/site.toml': HOSTS, log })
  const pageOf = (cwd: string) => {
    acap(['report', 'log', '--html', 'page.html'], { cwd })
    return shownPage(readFileSync(join(cwd, 'page.html'), 'utf8'))
  }

  it('has them among what to look at, below the crawlers, and on a page of their own', () => {
    const { overview, crawlers, crawler } = pageOf(folder('User-agent: *\n', lines(QUILL, QUILL)))
    expect(wordsOf(overview)).toContain(
      'On no list of crawlers: QuillHarvester Decide about it QuillHarvester declares a name, and is on no list of crawlers. It made 2 requests, the first on 2026-11-21. The policy treats it as a reader until it names it.',
    )
    expect(overview).toContain('href="#/crawlers/quillharvester"')
    expect(wordsOf(crawlers)).toContain(
      `Readers that declare a name They are not known as crawlers`,
    )
    expect(wordsOf(crawlers)).toContain(`QuillHarvester 2 ${QUILL}`)
    const own = wordsOf(crawler('quillharvester'))
    expect(own).toContain('It made 2 requests, the first on')
    expect(own).toContain(
      `Answers by status 200 2 Where it came from 203.0.113.0/24 2 Its User-Agents ${QUILL} Copy 2`,
    )
    expect(crawler('quillharvester')).toContain('an hour a column: 2 in all')
  })

  it('has five things to look at in all', () => {
    const clients = Array.from({ length: 9 }, (_, i) => `Q${i}x/1 (+http://q.example/)`)
    const { overview } = pageOf(folder('User-agent: *\n', lines('NewBot/1', ...clients)))
    expect(overview.match(/Decide about it<\/a>/g)).toHaveLength(5)
    expect(wordsOf(overview)).toContain('On no list of crawlers: newbot')
  })
})
