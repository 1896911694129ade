/**
 * The page of `acap report --html`: its numbers are those of the JSON, everywhere, and no text of others is markup.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/acap.ts'
import { combinedLine } from '../../support/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}
const ATTACK = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'

const line = (target: string, clock: string, userAgent: string, status = 200) =>
  combinedLine(target, userAgent, { clock, status })
const LOG = [
  line('/robots.txt', '06:00:00', 'GPTBot/1.0'),
  line('/private/a', '06:10:00', 'GPTBot/1.0'),
  line('/private/b', '07:10:00', 'GPTBot/1.0'),
  line('/private/c', '07:20:00', 'Googlebot/2.1', 403),
  line('/x', '07:30:00', 'ChatGPT-User/1.0'),
  line('/x', '08:30:00', `FooBot/1.0 ${ATTACK}`),
  line(`/${ATTACK.replaceAll(' ', '')}/x`, '08:31:00', 'GPTBot/1.0'),
  `${ATTACK}\n`,
].join('')

function reported(...args: readonly string[]): {
  readonly page: string
  readonly report: CrawlReport
} {
  const cwd = folderWith({
    ...POLICIES,
    log: LOG,
    'robots.txt': POLICIES['policies/a/robots.txt'],
    'open.txt': '',
  })
  const { out, err } = acap(['report', 'log', '--json', '--html', 'page.html', ...args], { cwd })
  expect(err).toBe('')
  return { page: readFileSync(join(cwd, 'page.html'), 'utf8'), report: JSON.parse(out) }
}

/** The cells of the table by crawler and column. */
function tableOf(page: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const rows = page.matchAll(
    /<tr role="row"><th role="rowheader" scope="row" data-value="([^"]*)">.*?<\/tr>/gs,
  )
  return new Map(
    [...rows].map(([row, name]) => {
      const cells = row.matchAll(
        /<td role="cell" data-head="([^"]*)" data-value="([^"]*)">([^<]*)</g,
      )
      return [
        name!,
        new Map(
          [...cells].flatMap(([, head, value, shown]) => [
            [head!, value!],
            [`${head} shown`, shown!],
          ]),
        ),
      ]
    }),
  )
}

it('has the numbers of the JSON: in the table, in the sentences, on the pages of crawlers and in the charts', () => {
  const { page, report } = reported()
  const table = tableOf(page)
  expect([...table.keys()].sort()).toEqual(report.crawlers.map(({ name }) => name).sort())
  for (const [i, crawler] of report.crawlers.entries()) {
    const row = table.get(crawler.name)!
    const { violations, forged } = crawler
    const counts = {
      requests: crawler.requests,
      ...{ proven: violations.proven, unseen: violations.unseen },
      ...{ grace: violations.grace, incomparable: violations.incomparable },
      'robots.txt': crawler.robots.fetches,
      // Nobody was compared with a list here.
      verified: -1,
      refused: crawler.refused,
      sent: crawler.bytes,
    }
    for (const [head, count] of Object.entries(counts))
      expect(row.get(head), `${crawler.name} ${head}`).toBe(`${count}`)
    expect(row.get('forged shown')).toBe(forged === null ? 'not checked' : `${forged.requests}`)
    const own = page.slice(page.indexOf(`id="crawler-${i + 1}"`)).split('</article>')[0]!
    for (const head of [
      'requests',
      'proven',
      'unseen',
      'grace',
      'incomparable',
      'refused',
    ] as const)
      expect(own).toContain(`<dt>${head}</dt><dd>${counts[head]}</dd>`)
    const drawn = [
      ...own
        .split('</svg>')
        .slice(0, -1)
        .find((svg) => svg.includes('broad'))!
        .matchAll(/, (\d+) proven/g),
    ]
    expect(drawn.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(violations.proven)
  }
  expect(
    JSON.parse(/<script type="application\/json" id="report">(.*?)<\/script>/s.exec(page)![1]!),
  ).toEqual(report)
  expect(page).toContain(`3 crawlers made`.replace('3', `${report.crawlers.length}`))
  expect(page).toContain(`made ${report.requests.crawlers} requests`)
})

it('says what was done where the text is known, and what would have been where it is assumed', () => {
  const known =
    'A client that calls itself gptbot made 4 requests; 2 were for pages that robots.txt closes to it, and it had read that text'
  const assumed =
    'made 4 requests; 2 were for pages that the policy’s robots.txt closes to it. It had read robots.txt in the day before; whether with these rules is not known.'
  expect(reported('--robots', 'robots.txt@2026-11-01').page).toContain(known)
  const { page } = reported()
  expect(page).toContain(assumed)
  expect(page).not.toContain(known)
  const refused =
    'A client that calls itself googlebot reads for a search engine, and its only request was refused.'
  expect(page).toContain(refused)
  expect(page).not.toContain('by mistake')
  const open = reported('--robots', 'open.txt@2026-11-01').page
  expect(open).toContain(`${refused} Perhaps by mistake: the robots.txt permits it.`)
  const where =
    '<h2>Refused, although robots.txt permits it</h2><ul><li><code>/private/</code> <strong>1</strong>'
  expect(open).toContain(where)
  expect(page).not.toContain('although robots.txt permits it')
})

it('stands alone, and takes no text of a log for markup', () => {
  const { page } = reported()
  expect(page).not.toContain(ATTACK)
  expect(page).not.toMatch(/<img|onerror=alert\(2\)>\s*<\/|<link|@import|url\(|\s(?:src|on\w+)="/)
  expect(
    [...page.matchAll(/ href="([^"]*)"/g)].every(([, target]) => target!.startsWith('#')),
  ).toBe(true)
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)]
  expect(scripts).toHaveLength(1)
  const hash = createHash('sha256').update(scripts[0]![1]!).digest('base64')
  expect(page).toContain(`default-src 'none'; style-src 'sha256-`)
  expect(page).toContain(`script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
})

it('names the line that was broken, gives its words their meaning, and says what was not checked', () => {
  const { page } = reported()
  expect(page).toContain(
    '<code>Disallow: /private/</code> <small>line 2 of the robots.txt of a</small> <strong>2</strong>',
  )
  expect(page).toContain('<strong>actor</strong>: crawler name and the /24 or /48 it comes from')
  expect(page).toContain('The log has requests of 3 of 3 clock hours.</p>')
  expect(page).toContain('<dt>cache misses</dt><dd>not checked</dd>')
  expect(page).toContain(
    'On a person’s behalf: their operators say that robots.txt does not bind them.',
  )
})

it('says first what crawlers cost, whose names were checked, and that the site refused', () => {
  const { page } = reported('--price', '1000000')
  expect(page).toContain(
    'Crawlers were sent 700 B, 100% of all bytes, which cost 0.70 at the price that was given.',
  )
  expect(page).toContain(
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
  const page = readFileSync(join(cwd, 'page.html'), 'utf8')
  expect(page).toContain(
    'data-head="requests before" data-value="1">1</td><td role="cell" data-head="requests now" data-value="4">4<',
  )
  expect(page).toContain('1 crawler did not come again: oldbot.')
})
