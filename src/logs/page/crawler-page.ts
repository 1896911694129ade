/** One crawler of a report → its page: what it did and when, the lines it broke, what it read. */

import { cellText, grouped } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport } from '../report/crawl-report.ts'
import { CRAWLER_NUMBERS, numberColumns } from '../report/report-forms.ts'
import { conductSentence, ON_BEHALF, whoIs } from '../report/report-sentences.ts'
import { html, list, type Markup, NOT_CHECKED, timeMark } from './markup.ts'
import { type ChartPart, timeChart } from './time-chart.ts'

export function crawlerPage(report: CrawlReport, crawler: CrawlerConduct, index: number): Markup {
  const { name, onBehalf, timeline, requests, robots } = crawler
  const counts = `${grouped(requests)} requests, ${grouped(robots.fetches)}`
  return html`<article class="crawler" id="crawler-${index + 1}">
<p class="back"><a href="#who">All crawlers</a></p>
<h1>${name}</h1>
<p class="lead">${conductSentence(report, crawler) ?? `${whoIs(crawler)} made ${counts} of them for robots.txt. None is known to be for pages closed to it.`}</p>
${onBehalf ? html`<p>${ON_BEHALF}</p>` : ''}
<dl class="facts">${facts(crawler).map(([fact, value]) => html`<div><dt>${fact}</dt><dd>${value}</dd></div>`)}</dl>
<h2>When it came</h2>
${crawlerTimeline(`Requests of ${name}`, [timeline])}
<p>First ${timeMark(crawler.first)}, last ${timeMark(crawler.last)}. Last fetch of robots.txt: ${crawler.robots.last === null ? 'none seen' : timeMark(crawler.robots.last)}.</p>
${rules(crawler)}
${refusedPages(crawler)}
${coverage(crawler)}
<h2>Where it came from</h2>
${networks(crawler)}
</article>
`
}

function facts(crawler: CrawlerConduct): readonly (readonly [string, string])[] {
  const { cost, pace } = crawler
  return [
    ['operator', crawler.operator ?? 'unknown'],
    ['for', crawler.category ?? 'unknown'],
    ['on a list of crawlers', crawler.listed ? 'yes' : 'no'],
    ...numberColumns(CRAWLER_NUMBERS).map(
      (column) => [column[0], cellText(column, crawler, NOT_CHECKED)] as const,
    ),
    ['of all bytes', cost.share === null ? NOT_CHECKED : share(cost.share)],
    [
      'of the origin’s time',
      cost.milliseconds === null
        ? NOT_CHECKED
        : `${grouped(Math.round(cost.milliseconds / 1000))} s`,
    ],
    ['cache misses', cost.misses === null ? NOT_CHECKED : grouped(cost.misses)],
    ...(cost.money === null ? [] : [['cost at the price given', cost.money.toFixed(2)] as const]),
    [
      'gaps shorter than asked',
      pace === null ? 'no gap was asked for' : `${grouped(pace.short)} of ${grouped(pace.gaps)}`,
    ],
  ]
}

function share(part: number): string {
  return `${(100 * part).toFixed(1)}%`
}

function rules({ rules: broken, violations }: CrawlerConduct): Markup {
  if (violations.proven === 0) return html``
  const items = broken.map(({ site, line, text, requests }) => {
    const place =
      line === null ? '' : html` <small>line ${line} of the robots.txt of ${site}</small>`
    return html`<code>${text === '' ? 'no line: everything is closed' : text}</code>${place} <strong>${grouped(requests)}</strong>`
  })
  return html`<h2>Lines of robots.txt that it broke</h2>${list(items)}`
}

/** What may be a mistake of the site. */
function refusedPages({ refusedSections }: CrawlerConduct): Markup {
  if (refusedSections.length === 0) return html``
  const items = refusedSections.map(
    ({ path, requests }) => html`<code>${path}</code> <strong>${grouped(requests)}</strong>`,
  )
  return html`<h2>Refused, although robots.txt permits it</h2>${list(items)}`
}

function coverage({ coverage: { pages, of, estimated, sections } }: CrawlerConduct): Markup {
  const about = estimated ? 'about ' : ''
  const items = sections.map(
    (each) => html`<code>${each.section}</code> ${grouped(each.pages)} of ${grouped(each.of)}`,
  )
  return html`<h2>What it read</h2>
<p>${about}${grouped(pages)} of ${about}${grouped(of)} pages in the log, by section:</p>${list(items)}`
}

function networks({ networks: own, forged }: CrawlerConduct): Markup {
  const items = (found: CrawlerConduct['networks']) =>
    list(
      found.map(({ network, requests }) => {
        const from = network === 'published' ? 'the operator’s published addresses' : network
        return `${from}: ${grouped(requests)}`
      }),
    )
  if (forged === null || forged.requests === 0) return items(own)
  return html`${items(own)}<h3>Forged: others under its name</h3>${items(forged.networks)}`
}

const PARTS: readonly ChartPart[] = [
  { name: 'other requests', colour: 'calm' },
  { name: 'unseen', colour: 'warn' },
  { name: 'proven', colour: 'bad' },
]

export function crawlerTimeline(
  label: string,
  timelines: readonly CrawlerConduct['timeline'][],
): Markup {
  const hours = Math.max(1, ...timelines.map((each) => each.hours))
  const spans = timelines
    .flatMap((each) => each.spans)
    .map(({ start, requests, proven, unseen, fetches }) => {
      return { start, counts: [requests - proven - unseen, unseen, proven], marks: fetches }
    })
  spans.sort((a, b) => (a.start < b.start ? -1 : 1))
  return timeChart({ label, parts: PARTS, spans, hours, mark: 'fetches of robots.txt' })
}
