/** The table of crawlers: what each did and may do, with a control for each. */
import type { ComponentChild } from 'preact'
import { bytes, grouped } from '../../base/text-table.ts'
import type { CrawlerConduct } from '../../logs/report/crawl-report.ts'
import { NUMBERS, VIOLATION_WORDS } from '../../logs/report/crawler-numbers.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { crawlerAddress } from '../address.ts'
import type { CrawlerUses } from '../crawler-uses.ts'
import { STANDINGS } from '../words.ts'
import { trendLine } from './charts.ts'
import { isUnlisted, labelOf } from './crawler-words.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import { declaredList } from './declared.ts'
import type { DeskProps } from './desk-props.ts'
import { codeProse, drawing, html, titled } from './html.ts'
import { noLog } from './report-parts.ts'

interface Row {
  readonly name: string
  readonly label: string
  readonly operator: string | null
  readonly category: string | null
  /** Null where the log has none of it; known without the rest where it came as a reader. */
  readonly requests: number | null
  readonly conduct: CrawlerConduct | null
  readonly uses: CrawlerUses | null
}

const NOT_KNOWN = '–'

export function crawlersView(props: DeskProps): ComponentChild {
  const { report, control } = props
  const uses = props.picture?.uses ?? null
  const edges = [report?.period.from, report?.period.to].filter((time) => typeof time === 'string')
  const columns: readonly DataColumn<Row>[] = [
    { head: 'Crawler', value: ({ name }) => name, cell: nameOf },
    {
      head: 'Operator',
      value: ({ operator }) => operator,
      cell: ({ operator }) => operator ?? NOT_KNOWN,
    },
    { head: 'For', value: ({ category }) => category, cell: purposeOf },
    {
      head: 'Requests',
      value: ({ requests }) => requests,
      cell: ({ requests }) => (requests === null ? NOT_KNOWN : grouped(requests)),
    },
    { head: 'Trend', cell: ofConduct((conduct) => trendOf(conduct, edges)) },
    { head: 'Violations', value: VIOLATIONS, cell: ofConduct(violationWords) },
    { head: 'Its name', cell: ofConduct(proofWords) },
    { head: 'Sent', value: ({ conduct }) => conduct?.bytes ?? null, cell: ofConduct(sentWords) },
    ...(uses === null ? [] : PEOPLES_USES.map(({ name }, i) => useColumn(name, i))),
    ...(control === null
      ? []
      : [
          {
            head: 'Control',
            cell: (row: Row) => controlOf(row.label, isOpenTo(row.uses), control),
          },
        ]),
  ]
  const table = dataTable({
    label: 'Crawlers',
    columns,
    rows: rowsOf(props),
    numbers: COMPARED,
    example: 'openai  training  violations>0',
  })
  return titled(
    'crawlers',
    'Crawlers',
    report === null ? noLog(props) : null,
    html`<div role="status" class="said">${codeProse(props.said)}</div>`,
    table,
    declaredList(props),
  )
}

function countOf(of: (conduct: CrawlerConduct) => number | null) {
  return ({ conduct }: Row) => (conduct === null ? null : of(conduct))
}

const VIOLATIONS = countOf(({ violations }) => violations.proven + violations.unseen)

/** What the filter compares: the numbers of a crawler's page, and all violations together. */
const COMPARED = {
  ...Object.fromEntries(Object.entries(NUMBERS).map(([name, of]) => [name, countOf(of)])),
  violations: VIOLATIONS,
}

function ofConduct(cell: (conduct: CrawlerConduct) => ComponentChild) {
  return ({ conduct }: Row) => (conduct === null ? NOT_KNOWN : cell(conduct))
}

/** The crawlers of the log, and those that the policy names. */
function rowsOf(props: DeskProps): readonly Row[] {
  const { report, picture } = props
  const uses = picture?.uses ?? []
  const byName = new Map(uses.map((each) => [each.name, each]))
  const seen = new Set((report?.crawlers ?? []).map(({ name }) => name))
  const came = (report?.crawlers ?? []).map((conduct): Row => {
    const { name, operator, category, requests } = conduct
    const label = labelOf(name, props)
    return { name, label, operator, category, requests, conduct, uses: byName.get(name) ?? null }
  })
  const others = uses.filter(({ name, isListed }) => isListed && !seen.has(name))
  const declared = new Map(report?.declared?.map(({ name, requests }) => [name, requests]))
  const named = others.map((each): Row => {
    return { ...each, requests: declared.get(each.name) ?? null, conduct: null, uses: each }
  })
  return [...came, ...named]
}

function nameOf({ name, label, requests }: Row): ComponentChild {
  return requests === null ? label : html`<a href=${crawlerAddress(name)}>${label}</a>`
}

/**
 * The purpose of a crawler. “For a person” is added where its operator says that robots.txt does
 * not bind it, because a person has asked for the page.
 */
function purposeOf({ category, conduct }: Row): ComponentChild {
  const isNew = conduct !== null && isUnlisted(conduct)
  if (isNew) return html`<span class="badge" data-severity="warning">on no list</span>`
  return `${category ?? NOT_KNOWN}${conduct?.onBehalf ? ', for a person' : ''}`
}

function trendOf(conduct: CrawlerConduct, edges: readonly string[]): ComponentChild {
  const { name, requests, refused, timeline } = conduct
  const label = `${name}: ${grouped(requests - refused)} served, ${grouped(refused)} refused`
  const spans = timeline.spans.map((span) => {
    return { start: span.start, counts: [span.requests - span.refused, span.refused] }
  })
  const line = trendLine({ label, hours: timeline.hours, spans }, edges)
  return refused === 0 ? line : [line, html`<small>${grouped(refused)} refused</small>`]
}

/** A column of one use: a mark that is also told apart without its colour. */
function useColumn(name: string, i: number): DataColumn<Row> {
  const cell = ({ uses }: Row) => {
    const standing = uses?.standings[i] ?? null
    if (standing === null) return html`<span class="visually-hidden">does not apply</span>`
    const { label, icon } = STANDINGS[standing]
    return html`<span class="use" data-standing=${standing} title=${`${name}: ${label}`}>
      ${drawing(icon)}<span class="visually-hidden">${label}</span>
    </span>`
  }
  return { head: name, cell }
}

/** Whether it may fetch the first page; null where nothing is known of it. */
export function isOpenTo(uses: CrawlerUses | null): boolean | null {
  return uses === null ? null : uses.standings[0] !== 'prohibited'
}

/** Closes or opens the site to a crawler, or leads to where a part of it is. */
export function controlOf(
  label: string,
  isOpen: boolean | null,
  { press, part }: NonNullable<DeskProps['control']>,
): ComponentChild {
  if (isOpen === null) return null
  const verb = isOpen ? 'Close' : 'Open'
  return html`<span class="control">
    <button type="button" class="button" onClick=${() => press(label, !isOpen)}>
      ${verb}<span class="visually-hidden"> ${label}</span>
    </button>${' '}
    <button type="button" class="link" aria-label=${`${verb} a part of the site to ${label}`}
      onClick=${() => part(label)}>
      ${verb} a part
    </button>
  </span>`
}

function violationWords({ violations: { proven, unseen } }: CrawlerConduct): ComponentChild {
  if (proven + unseen === 0) return 'none'
  return countWords({ [VIOLATION_WORDS.proven]: proven, [VIOLATION_WORDS.unseen]: unseen })
}

function proofWords({ proof, forged }: CrawlerConduct): ComponentChild {
  const { verified, claimed, unchecked } = proof
  return countWords({
    verified,
    forged: forged?.requests ?? 0,
    'not checked': claimed + unchecked,
  })
}

const BAD: readonly string[] = [...Object.values(VIOLATION_WORDS), 'forged']

/** Counts with their words, bad ones as badges. */
function countWords(counts: Readonly<Record<string, number>>): ComponentChild {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count], i) => {
      const severity = BAD.includes(word) ? 'error' : undefined
      const kind = severity && 'badge'
      return html`${i === 0 ? '' : ', '}<span class=${kind}
        data-severity=${severity}>${grouped(count)} ${word}</span>`
    })
}

function sentWords({ bytes: sent, cost }: CrawlerConduct): string {
  if (sent === null) return NOT_KNOWN
  return `${bytes(sent)}${cost.money === null ? '' : `, ${cost.money.toFixed(2)}`}`
}
