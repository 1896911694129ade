/** ReplayReport → text for a terminal, and the part of the report's page, with the same sentences and numbers. */

import { bytes, grouped, type TableColumn, textTable } from '../../base/text-table.ts'
import { tokenSentence, tokensAmong } from '../../crawlers/policy-tokens.ts'
import { dataTable, html, list, type Markup, pageSection, sentence } from '../page/markup.ts'
import { type ChartPart, timeChart } from '../page/time-chart.ts'
import type { NameCount, PathCount } from './counting.ts'
import type { ReplayReport } from './tally.ts'

type CrawlerReport = ReplayReport['crawlers'][number]

const TEXT_RULES = 5
const TEXT_NAMES = 4
const PAGE_RULES = 25
const OUTCOMES = ['permitted', 'refused', 'deferred'] as const
/** What the policy would do: a replay refuses nothing, and a policy that observes does not, either. */
const WOULD = {
  permitted: 'would permit',
  refused: 'would refuse',
  deferred: 'would defer',
} as const
const PARTS: readonly ChartPart[] = [
  { name: WOULD.permitted, colour: 'calm' },
  { name: WOULD.refused, colour: 'bad' },
  { name: WOULD.deferred, colour: 'warn' },
]
const EMPTY = 'the log is empty: there is nothing to replay'

const COLUMNS: readonly TableColumn<CrawlerReport>[] = [
  ['crawler', ({ name }) => name],
  ['for', ({ category }) => category],
  countColumn('requests'),
  ...OUTCOMES.map((outcome) => countColumn(outcome, WOULD[outcome])),
  ['forged', ({ forged, isChecked }) => (isChecked ? forged : null), grouped],
  ['against robots', ({ ignoredRobots }) => ignoredRobots, grouped],
  ['would save', ({ bytesSaved }) => bytesSaved, bytes],
]

function countColumn(
  count: 'requests' | 'opened' | 'closed' | (typeof OUTCOMES)[number],
  name: string = count,
): TableColumn<CrawlerReport> {
  return [name, (crawler) => crawler[count], grouped]
}

function columnsOf({ compared }: ReplayReport): readonly TableColumn<CrawlerReport>[] {
  return compared
    ? [...COLUMNS, ...(['opened', 'closed'] as const).map((each) => countColumn(each))]
    : COLUMNS
}

/** The report as a terminal shows it. `against` is what other policies were compared, if any were. */
export function replayText(report: ReplayReport, against: string | null = null): string {
  if (report.lines === 0) return `${EMPTY}\n`
  return [
    ...summary(report),
    ...searchEngines(report),
    ...observed(report),
    ...(against === null ? [] : [comparedWith(against)]),
    '',
    ...textTable(columnsOf(report), report.crawlers, '-'),
    ...rulesText(report),
    ...declaredText(report),
    ...tokens(report),
    ...notes(report),
  ]
    .join('\n')
    .concat('\n')
}

function rulesText({ rules }: ReplayReport): readonly string[] {
  const most = rules.slice(0, TEXT_RULES).map(({ source, line, text, requests, crawlers }) => {
    const rule = source === null ? text : `${source}${line === null ? '' : `:${line}`} \`${text}\``
    const names = crawlers.slice(0, TEXT_NAMES).map(({ name }) => name)
    return `  ${grouped(requests)} by ${rule}: ${names.join(', ')}`
  })
  return most.length === 0 ? [] : ['', 'what would refuse or defer most:', ...most]
}

function declaredText({ declared }: ReplayReport): readonly string[] {
  if (declared.length === 0) return []
  return ['', `unknown clients that look like bots, by the names they give: ${counts(declared)}`]
}

function summary(report: ReplayReport): readonly string[] {
  const { lines, unread, unplaced, readers, exempt, total, from, to } = report
  const span = from === null ? '' : `, ${from} to ${to}`
  const notUnderstood = unread > 0 ? `, ${grouped(unread)} not understood` : ''
  const elsewhere = unplaced > 0 ? `, ${grouped(unplaced)} for no host of these sites` : ''
  const [permitted, refused, deferred] = OUTCOMES.map((outcome) => grouped(total[outcome]))
  const outcomes = `${permitted} would have been permitted, ${refused} refused, ${deferred} deferred`
  return [
    `${grouped(lines)} lines${span}${notUnderstood}${elsewhere}`,
    `${grouped(readers)} by readers, who are never refused; ${grouped(exempt)} for what is served to everybody`,
    `${grouped(total.requests)} by crawlers: ${outcomes}; ${bytes(total.bytesSaved)} would have been saved`,
  ]
}

function observed({ total }: ReplayReport): readonly string[] {
  if (total.observed === 0) return []
  return total.observed === total.refused + total.deferred
    ? [
        'the mode is not `enforce`: nothing is refused or deferred. The numbers say what would be with `mode = "enforce"`',
      ]
    : [
        `${grouped(total.observed)} of those that would be refused or deferred pass today: the mode there is not \`enforce\``,
      ]
}

/** A site that search engines may not read disappears from them: it comes first. Who forged a name is none. */
function searchEngines({ crawlers }: ReplayReport): readonly string[] {
  return (['refused', 'deferred'] as const).flatMap((outcome) => {
    const found = crawlers.filter(
      ({ category, notForged }) => category === 'search' && notForged[outcome] > 0,
    )
    const names = found
      .sort((a, b) => b.notForged[outcome] - a.notForged[outcome])
      .map(({ name, notForged }) => `${name} (${grouped(notForged[outcome])})`)
    return names.length === 0 ? [] : [`search engines would be ${outcome}: ${names.join(', ')}`]
  })
}

function comparedWith(against: string): string {
  return `opened, closed: compared with \`${against}\`. Opened would be permitted here, and refused or deferred there; closed is the reverse`
}

/** Names in the log that no client of their operators sends. */
function tokens({ crawlers, declared }: ReplayReport): readonly string[] {
  const found = tokensAmong([
    ...crawlers.map(({ name }) => name),
    ...declared.map(({ name }) => name),
  ])
  return found.length === 0
    ? []
    : ['', ...found.map((token) => `${tokenSentence(token)} Its sender is somebody else`)]
}

function notes({ unreadLines, otherHosts }: ReplayReport): readonly string[] {
  const unread = unreadLines.map(({ file, line, text }) => `  ${file}:${line}: ${text}`)
  const hosts = otherHosts.hosts
    .map(({ name, requests }) => `${name} (${grouped(requests)})`)
    .join(', ')
  return [
    ...(unread.length === 0 ? [] : ['', 'the first lines that were not understood:', ...unread]),
    ...(otherHosts.lines === 0
      ? []
      : [
          '',
          `${grouped(otherHosts.lines)} ${otherHosts.lines === 1 ? 'line names another host and is judged as a request' : 'lines name other hosts and are judged as requests'} to this site: ${hosts}`,
        ]),
  ]
}

/** The part of the page. `against` is what other policies were compared, if any were. */
export function replaySection(report: ReplayReport, against: string | null): Markup {
  const spans = report.hours.map((hour) => ({
    start: hour.start,
    counts: OUTCOMES.map((each) => hour[each]),
    marks: 0,
  }))
  const chart = {
    label: 'Requests of crawlers under the policy',
    parts: PARTS,
    spans,
    hours: 1,
    mark: '',
  }
  const compared = against === null ? '' : html`<p>${sentence(comparedWith(against))}.</p>`
  const content = html`${(report.lines === 0 ? [EMPTY] : summary(report)).map((each) => html`<p>${each}</p>`)}
${noted('warning', searchEngines(report))}
${noted('note', [...observed(report), ...notes(report)])}
${compared}${dataTable('Crawlers under the policy', columnsOf(report), [['', report.crawlers]])}
${timeChart(chart)}`
  return html`${pageSection('replay', 'What the policy would have done', content)}
${rulesSection(report)}
${declaredSection(report)}`
}

function noted(kind: 'note' | 'warning', texts: readonly string[]): Markup {
  const written = texts.filter((text) => text !== '')
  if (written.length === 0) return html``
  return html`<div class="${kind}">${written.map((text) => html`<p>${sentence(text)}</p>`)}</div>`
}

/** What refused how much: a rule is something that the author can change, a URL is not. */
function rulesSection({ rules }: ReplayReport): Markup {
  if (rules.length === 0) return html``
  const items = rules
    .slice(0, PAGE_RULES)
    .map(({ source, line, text, requests, crawlers, paths }) => {
      const place =
        source === null ? '' : html` <small>${source}${line === null ? '' : `:${line}`}</small>`
      return html`${source === null ? text : html`<code>${text}</code>`}${place} <strong>${grouped(requests)}</strong>
<br>${counts(crawlers)}<details><summary>Paths asked for most</summary><p>${counts(paths)}</p></details>`
    })
  const rest =
    rules.length > PAGE_RULES
      ? html`<p>and ${grouped(rules.length - PAGE_RULES)} more rules</p>`
      : ''
  return pageSection('what', 'What would refuse or defer most', list(items), rest)
}

function declaredSection(report: ReplayReport): Markup {
  const texts = noted('note', tokens(report))
  if (report.declared.length === 0) return texts
  const names = html`<p>By the names that they give: ${counts(report.declared)}</p>`
  return pageSection('unknown', 'Unknown clients that look like bots', names, texts)
}

function counts(found: readonly (NameCount | PathCount)[]): string {
  return found
    .map((each) => `${'name' in each ? each.name : each.path} ${grouped(each.requests)}`)
    .join(', ')
}
