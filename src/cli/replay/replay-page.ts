/**
 * ReplayReport → the page of `acap replay --html`: what a policy would have done. Its sentences are those of the terminal.
 */
import type { CrawlerReport, ReplayReport } from '../../analysis/replay-report.ts'
import type { PathCount } from '../../analysis/top-paths.ts'
import { bytes, grouped } from '../output/table.ts'
import { type DataColumn, dataTable } from '../page/data-table.ts'
import { html, list, type Markup, pageSection, sentence } from '../page/markup.ts'
import { reportPage } from '../page/report-page.ts'
import { type ChartPart, timeChart } from '../page/time-chart.ts'
import { comparedWith, EMPTY, notes, observed, searchEngines, summary, tokens } from './report-text.ts'

const MOST_RULES = 25
const OUTCOMES = ['permitted', 'refused', 'deferred'] as const
const PARTS: readonly ChartPart[] = [
  { name: 'permitted', colour: 'calm' },
  { name: 'refused', colour: 'bad' },
  { name: 'deferred', colour: 'warn' },
]

/** The page. `title` says what was replayed; `against`, what other policies were compared, if any were. */
export function replayPage(report: ReplayReport, title: string, against: string | null = null): string {
  const { crawlers, compared, hours } = report
  const spans = hours.map((hour) => ({ start: hour.start, counts: OUTCOMES.map((each) => hour[each]), marks: 0 }))
  const chart = { label: 'Requests of crawlers', parts: PARTS, spans, hours: 1, mark: '' }
  const body = html`<h1>${title}: what the policy would have done</h1>
${report.lines === 0 ? html`<p class="lead">${EMPTY}</p>` : summary(report).map((each) => html`<p class="lead">${each}</p>`)}
${noted('warning', searchEngines(report))}
${noted('note', [...observed(report), ...notes(report)])}
${pageSection('who', 'Crawlers', against === null ? '' : html`<p>${sentence(comparedWith(against))}.</p>`, dataTable('Crawlers', columnsOf(compared), [{ title: '', rows: crawlers }]))}
${pageSection('when', 'When they came', timeChart(chart))}
${rules(report)}
${declared(report)}`
  return reportPage({ title, body, report })
}

function noted(kind: 'note' | 'warning', texts: readonly string[]): Markup {
  const written = texts.filter((text) => text !== '')
  return written.length === 0
    ? html``
    : html`<div class="${kind}">${written.map((text) => html`<p>${sentence(text)}</p>`)}</div>`
}

function numberColumn(
  head: string,
  count: (crawler: CrawlerReport) => number | null,
  shown = grouped,
): DataColumn<CrawlerReport> {
  const cell = (number: number | null) => (number === null ? 'not checked' : shown(number))
  return { head, cell: (crawler) => cell(count(crawler)), value: (crawler) => count(crawler) ?? -1 }
}

const COLUMNS: readonly DataColumn<CrawlerReport>[] = [
  { head: 'crawler', cell: ({ name }) => name, value: ({ name }) => name },
  { head: 'for', cell: ({ category }) => category ?? '–', value: ({ category }) => category ?? '' },
  numberColumn('requests', ({ requests }) => requests),
  ...OUTCOMES.map((outcome) => numberColumn(outcome, (crawler) => crawler[outcome])),
  numberColumn('forged', ({ forged, isChecked }) => (isChecked ? forged : null)),
  numberColumn('against robots', ({ ignoredRobots }) => ignoredRobots),
  numberColumn('saved', ({ bytesSaved }) => bytesSaved, bytes),
]
const COMPARED: readonly DataColumn<CrawlerReport>[] = [
  numberColumn('opened', ({ opened }) => opened),
  numberColumn('closed', ({ closed }) => closed),
]

function columnsOf(compared: boolean): readonly DataColumn<CrawlerReport>[] {
  return compared ? [...COLUMNS, ...COMPARED] : COLUMNS
}

/** What refused how much: a rule is something that the author can change, a URL is not. */
function rules({ rules: rows }: ReplayReport): Markup {
  if (rows.length === 0) return html``
  const items = rows.slice(0, MOST_RULES).map(({ source, line, text, requests, crawlers, paths }) => {
    const place = source === null ? '' : html` <small>${source}${line === null ? '' : `:${line}`}</small>`
    return html`${source === null ? text : html`<code>${text}</code>`}${place} <strong>${grouped(requests)}</strong>
<br>${counts(crawlers)}<details><summary>Paths asked for most</summary><p>${counts(paths)}</p></details>`
  })
  const rest = rows.length > MOST_RULES ? html`<p>and ${grouped(rows.length - MOST_RULES)} more rules</p>` : ''
  return pageSection('what', 'Refused and deferred, by rule', list(items), rest)
}

/** Clients that the author may want to name in the policy. */
function declared(report: ReplayReport): Markup {
  const { declared: names } = report
  const texts = tokens(report)
  if (names.length === 0) return noted('note', texts)
  return pageSection(
    'unknown',
    'Unknown clients that look like bots',
    html`<p>By the names that they give: ${counts(names)}</p>`,
    noted('note', texts),
  )
}

function counts(found: readonly PathCount[]): string {
  return found.map(({ path, requests }) => `${path} ${grouped(requests)}`).join(', ')
}
