/** CrawlReport → the page of `acap report --html`: what a manager asks, then all crawlers, then each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { grouped, type TableColumn } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport } from '../report/crawl-report.ts'
import { replaySection } from '../report/replay-forms.ts'
import {
  CRAWLER_NUMBERS,
  costSentence,
  crawlerGroups,
  numberColumns,
} from '../report/report-forms.ts'
import {
  changeSentences,
  coverageSentence,
  furtherFindings,
  leadSentences,
  proofSentence,
} from '../report/report-sentences.ts'
import { crawlerPage, crawlerTimeline } from './crawler-page.ts'
import {
  dataTable,
  html,
  list,
  type Markup,
  NOT_CHECKED,
  pageSection,
  reportPage,
  sentence,
  timeMark,
} from './markup.ts'

/** Crawlers with a row, and with a page: the most frequent ones. All are in the JSON. */
const MOST_ROWS = 1000
const MOST_PAGES = 100
const MOST_FINDINGS = 8
const MOST_CHANGES = 20

export function crawlPage(report: CrawlReport): string {
  const sites = report.trust.texts.map(({ site }) => site)
  const title = `What crawlers did${sites.length === 1 && sites[0] !== '' ? ` at ${sites[0]}` : ''}`
  const { crawlers } = report
  const body = html`<div class="overview">
<h1>${title}</h1>
${leadSentences(report).map((each) => html`<p class="lead">${sentence(each)}</p>`)}
<p class="quiet">${timeMark(report.period.from)} to ${timeMark(report.period.to)}. ${coverageSentence(report)}</p>
<p class="quiet">${costSentence(report)} ${sentence(proofSentence(report))}</p>
${lookAt(report)}
${report.replay === null ? '' : replaySection(report.replay, report.replay.against)}
${pageSection('who', 'Crawlers', table(crawlers))}
${pageSection(
  'when',
  'When they came',
  crawlerTimeline(
    'Requests of all crawlers',
    crawlers.map(({ timeline }) => timeline),
  ),
)}
${changed(report)}
${newNames(report)}
${referrals(report)}
${trust(report)}
${pageSection('words', 'What the words mean', definitions())}
</div>
${crawlers.slice(0, MOST_PAGES).map((crawler, i) => crawlerPage(report, crawler, i))}`
  return reportPage({ title, body, report })
}

function lookAt(report: CrawlReport): Markup {
  const found = furtherFindings(report).filter(({ kind }) => kind !== 'new-name')
  const texts = found.map(({ text }) => sentence(text))
  if (texts.length === 0) return html``
  const rest = texts.slice(MOST_FINDINGS)
  const more = html`<details><summary>${grouped(rest.length)} more</summary>${list(rest)}</details>`
  return pageSection(
    'look',
    'Look at',
    list(texts.slice(0, MOST_FINDINGS)),
    rest.length === 0 ? '' : more,
  )
}

const COLUMNS: readonly TableColumn<CrawlerConduct>[] = [
  ['crawler', ({ name }) => name],
  ['operator', ({ operator }) => operator],
  ['for', ({ category }) => category],
  ...numberColumns(
    CRAWLER_NUMBERS.filter(
      (name) => !['claimed', 'unchecked', 'failed', 'would be refused'].includes(name),
    ),
  ),
]

function table(crawlers: readonly CrawlerConduct[]): Markup {
  const rest = crawlers.length - MOST_ROWS
  const pages = new Map(crawlers.slice(0, MOST_PAGES).map((crawler, i) => [crawler, i + 1]))
  const name = (crawler: CrawlerConduct) => {
    const page = pages.get(crawler)
    const link =
      page === undefined ? crawler.name : html`<a href="#crawler-${page}">${crawler.name}</a>`
    return html`${link}${crawler.listed ? '' : html` <small>on no list</small>`}`
  }
  return html`<p>Each name leads to a page of its own. “Proven” counts requests for closed pages after the robots.txt that closes
them was read; “unseen” those where no fetch of robots.txt was seen; “grace” those where it may still have held a text that permits them;
“incomparable” those whose text is not known. “robots.txt” counts its fetches. <a href="#words">What the words mean</a></p>
<form class="filter" hidden><label for="filter">Show</label><input type="search" id="filter" placeholder="openai  training  proven&gt;0" autocomplete="off">
<span id="found" role="status"></span></form>
${dataTable('Crawlers', COLUMNS, crawlerGroups(crawlers.slice(0, MOST_ROWS)), name)}${rest > 0 ? html`<p>and ${grouped(rest)} more, in the JSON.</p>` : ''}<p><button type="button" id="save" hidden>Save these numbers as JSON</button></p>`
}

type Changed = NonNullable<CrawlReport['changes']>['crawlers'][number]

const CHANGES: readonly TableColumn<Changed>[] = [
  ['crawler', ({ name }) => name],
  ...(['requests', 'proven', 'refused'] as const).flatMap((count) =>
    (['before', 'now'] as const).map(
      (when): TableColumn<Changed> => [`${count} ${when}`, (row) => row[count][when], grouped],
    ),
  ),
]

function changed(report: CrawlReport): Markup {
  const { changes } = report
  if (changes === null) return html``
  const sentences = changeSentences(report).map((text) => html`<p>${text}</p>`)
  const rows = changes.crawlers.slice(0, MOST_CHANGES)
  return pageSection(
    'changes',
    'What changed',
    sentences,
    dataTable('What changed', CHANGES, [['', rows]]),
  )
}

function newNames({ findings }: CrawlReport): Markup {
  const names = findings.filter(({ kind }) => kind === 'new-name')
  const texts = names.map(({ crawler, requests }) => `${crawler} ${grouped(requests)}`)
  if (texts.length === 0) return html``
  return pageSection('new', 'Names that are on no list', html`<p>${texts.join(', ')}</p>`)
}

function referrals({ referrals: found }: CrawlReport): Markup {
  if (found === null)
    return pageSection(
      'back',
      'Visits sent',
      html`<p>${NOT_CHECKED}: the log has no referrers.</p>`,
    )
  const items = found.map(
    ({ operator, visits, pages }) =>
      `${operator}: ${grouped(visits)} visits sent, ${grouped(pages)} pages taken`,
  )
  return pageSection(
    'back',
    'Visits sent, beside pages taken',
    items.length === 0 ? html`<p>None.</p>` : list(items),
  )
}

const LINES = {
  read: 'lines read',
  unread: 'not understood',
  undated: 'without a time',
  outside: 'outside the period',
  otherHosts: 'for other hosts',
}

function trust(report: CrawlReport): Markup {
  const { lines } = report
  const counts = Object.entries(LINES).map(
    ([name, what]) => `${grouped(lines[name as keyof typeof LINES])} ${what}`,
  )
  const unread = lines.unreadLines.map(
    ({ file, line, text }) => html`${file}:${line} <code>${text}</code>`,
  )
  const cut = lines.cut.map(({ log, why }) => `${log} ends early: ${why}`)
  return pageSection(
    'trust',
    'How far to trust this',
    html`<p>${counts.join(', ')}.</p>`,
    list([...unread, ...cut]),
    report.trust.texts.map(textsOf),
  )
}

const SOURCES = {
  given: 'The times of these texts were given.',
  log: 'The log says which text was served when.',
  assumed: 'Nobody gave times: requests are judged as if this text had been in force.',
  store: 'The store says which text was published when.',
}

function textsOf({ site, source, versions }: CrawlReport['trust']['texts'][number]): Markup {
  const items = versions.map(
    ({ name, hash, from, known }) =>
      html`${name}${from === null ? '' : html`, from ${timeMark(from)}`}${known ? '' : ', text unknown'} <small>SHA-256 <code>${hash}</code></small>`,
  )
  return html`<h3>robots.txt of ${site}</h3><p>${SOURCES[source]}</p>${list(items)}`
}

/** The definitions of docs/report.md, in its own words. */
function definitions(): Markup {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', 'report.md'), 'utf8')
  const [, , part = ''] = text.split(/^## (Definitions)$/m)
  const items = part.split(/^## /m)[0]!.trim().slice('- '.length).split('\n- ')
  return list(items.map((item) => defined(item.replaceAll(/\s+/g, ' '))))
}

/** `*word*` and `**word**` of a definition. */
function defined(text: string): Markup {
  const parts = text.split(/\*+([^*]+)\*+/)
  return html`${parts.map((part, i) => (i % 2 === 0 ? sentence(part) : html`<strong>${part}</strong>`))}`
}
