/**
 * ReplayReport → text for a terminal.
 */

import { type CrawlerReport, type ReplayReport, searchEnginesThatAre } from '../../analysis/replay-report.ts'
import { tokenSentence, tokensAmong } from '../../registry/policy-tokens.ts'
import { bytes, grouped, type TableColumn, table } from '../output/table.ts'

const MOST_ROWS = 20
const MOST_RULES = 5
const MOST_NAMES = 4

const LEFT: readonly TableColumn[] = [
  { head: 'crawler', side: 'left' },
  { head: 'for', side: 'left' },
]
const COUNTS = ['requests', 'permitted', 'refused', 'deferred', 'forged', 'against robots', 'saved']

/** The report as a terminal shows it. `against` is what other policies were compared, if any were. */
export function reportText(report: ReplayReport, against: string | null = null): string {
  const { lines, crawlers } = report
  if (lines === 0) return `${EMPTY}\n`
  const heads = report.compared ? [...COUNTS, 'opened', 'closed'] : COUNTS
  const columns = [...LEFT, ...heads.map((head): TableColumn => ({ head, side: 'right' }))]
  return [
    ...summary(report),
    ...searchEngines(report),
    ...observed(report),
    ...(against === null ? [] : [comparedWith(against)]),
    '',
    table(
      columns,
      crawlers.slice(0, MOST_ROWS).map((row) => cells(row, report.compared)),
    ).trimEnd(),
    ...(crawlers.length > MOST_ROWS
      ? [`and ${grouped(crawlers.length - MOST_ROWS)} more (--json has all of them)`]
      : []),
    ...rules(report),
    ...declared(report),
    ...tokens(report),
    ...notes(report),
  ]
    .join('\n')
    .concat('\n')
}

export const EMPTY = 'the log is empty: there is nothing to replay'

/** How many requests there are, of whom, and what would have become of them. */
export function summary(report: ReplayReport): readonly string[] {
  const { lines, readers, exempt, total, from, to } = report
  const span = from === null ? '' : `, ${from} to ${to}`
  return [
    `${grouped(lines)} lines${span}${leftOut(report)}`,
    `${grouped(readers)} by readers, who are never refused; ${grouped(exempt)} for what is served to everybody`,
    `${grouped(total.requests)} by crawlers: ${grouped(total.permitted)} permitted, ${grouped(total.refused)} refused, ${grouped(total.deferred)} deferred; ${bytes(total.bytesSaved)} saved`,
  ]
}

function leftOut({ unread, unplaced }: ReplayReport): string {
  const odd = unread > 0 ? `, ${grouped(unread)} not understood` : ''
  return unplaced > 0 ? `${odd}, ${grouped(unplaced)} for no host of these sites` : odd
}

/** Where the edge only observes, the report shows what enforcement would do. */
export function observed({ total }: ReplayReport): readonly string[] {
  const all = total.refused + total.deferred
  if (total.observed === 0) return []
  return total.observed === all
    ? ['the mode is not `enforce`, so nothing would have been refused or deferred: this is what enforcement would do']
    : [`${grouped(total.observed)} of the refused and deferred pass today, because the mode there is not \`enforce\``]
}

function cells(row: CrawlerReport, compared: boolean): readonly string[] {
  const forged = row.isChecked ? grouped(row.forged) : '-'
  const counts = [...[row.requests, row.permitted, row.refused, row.deferred].map(grouped), forged]
  const changes = compared ? [row.opened, row.closed].map(grouped) : []
  return [row.name, row.category ?? '', ...counts, grouped(row.ignoredRobots), bytes(row.bytesSaved), ...changes]
}

/** A site that search engines may not read disappears from them: it comes first, in case nobody meant it. */
export function searchEngines(report: ReplayReport): readonly string[] {
  return (['refused', 'deferred'] as const).flatMap((outcome) => {
    const found = searchEnginesThatAre(outcome, report)
    const names = found.map((each) => `${each.name} (${grouped(each[outcome])})`)
    return names.length === 0 ? [] : [`search engines would be ${outcome}: ${names.join(', ')}`]
  })
}

export function comparedWith(against: string): string {
  return `opened, closed: compared with \`${against}\`. Opened is permitted here and refused or deferred there; closed is the reverse`
}

function rules({ rules: rows }: ReplayReport): readonly string[] {
  const most = rows.slice(0, MOST_RULES).map(({ source, line, text, requests, crawlers }) => {
    const rule = source === null ? text : `${source}${line === null ? '' : `:${line}`} \`${text}\``
    const names = crawlers.slice(0, MOST_NAMES).map(({ path }) => path)
    return `  ${grouped(requests)} by ${rule}: ${names.join(', ')}`
  })
  return most.length === 0 ? [] : ['', 'refused and deferred most:', ...most]
}

/** Clients that the author may want to name in the policy. */
function declared({ declared: names }: ReplayReport): readonly string[] {
  const counts = names.map(({ path, requests }) => `${path} ${grouped(requests)}`).join(', ')
  return names.length === 0 ? [] : ['', `unknown clients that look like bots, by the names they give: ${counts}`]
}

/** Names in the log that no client of their operators sends. */
export function tokens({ crawlers, declared: names }: ReplayReport): readonly string[] {
  const found = tokensAmong([...crawlers.map(({ name }) => name), ...names.map(({ path }) => path)])
  return found.length === 0 ? [] : ['', ...found.map((token) => `${tokenSentence(token)} Its sender is somebody else`)]
}

/** Lines that were not judged, and lines that were judged although they name another host. */
export function notes({ unreadLines, otherHosts }: ReplayReport): readonly string[] {
  const unread = unreadLines.map(({ file, line, text }) => `  ${file}:${line}: ${text}`)
  const hosts = otherHosts.hosts.map(({ path, requests }) => `${path} (${grouped(requests)})`).join(', ')
  return [
    ...(unread.length === 0 ? [] : ['', 'the first lines that were not understood:', ...unread]),
    ...(otherHosts.lines === 0
      ? []
      : ['', `${grouped(otherHosts.lines)} lines name other hosts and are judged as requests to this site: ${hosts}`]),
  ]
}
