/** A report and a policy → the table of crawlers: what each did and may do, sorted and filtered, with a control for each. */
import { type ComponentChild, h } from 'preact'
import { useState } from 'preact/hooks'
import { bytes, grouped } from '../../base/text-table.ts'
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { writeAddress } from '../address.ts'
import type { CrawlerUses } from '../crawler-uses.ts'
import { STANDINGS } from '../words.ts'
import { Sparkline } from './charts.ts'
import { NoLog, Prose } from './overview.ts'

interface CrawlersProps {
  readonly report: CrawlReport | null
  readonly fault: string | null
  /** Whether the answer about the log has come. */
  readonly isRead: boolean
  /** What crawlers may do, by their names in lower case; null where no policy is at hand. */
  readonly uses: readonly CrawlerUses[] | null
  /** Opens or closes the site to a crawler; null where nothing can be changed. */
  readonly press: ((name: string, opens: boolean) => void) | null
  /** Goes where a part of the site is closed or opened to a crawler. */
  readonly part: (name: string) => void
  /** What the last press has written. */
  readonly said: string
}

interface Row {
  readonly name: string
  readonly label: string
  readonly operator: string | null
  readonly category: string | null
  readonly conduct: CrawlerConduct | null
  readonly uses: CrawlerUses | null
}

type Sorted = 'name' | 'operator' | 'kind' | 'requests' | 'violations'

const violationsOf = ({ conduct }: Row) =>
  conduct === null ? -1 : conduct.violations.proven + conduct.violations.unseen
const SORTS: Readonly<Record<Sorted, (row: Row) => string | number>> = {
  name: ({ name }) => name,
  operator: ({ operator }) => operator?.toLowerCase() ?? '\uffff',
  kind: ({ category }) => category ?? '\uffff',
  requests: ({ conduct }) => -(conduct?.requests ?? -1),
  violations: (row) => -violationsOf(row),
}
const HEADS: readonly (readonly [title: string, sorted: Sorted | null])[] = [
  ['Crawler', 'name'],
  ['Operator', 'operator'],
  ['For', 'kind'],
  ['Requests', 'requests'],
  ['Trend', null],
  ['Violations', 'violations'],
  ['Its name', null],
  ['Sent', null],
]
const MOST_ROWS = 1000
const NOT_KNOWN = '–'

export function Crawlers(props: CrawlersProps): ComponentChild {
  const { report, fault, uses, press, part, said } = props
  const [sorted, setSorted] = useState<{ readonly by: Sorted; readonly isTurned: boolean }>({
    by: 'requests',
    isTurned: false,
  })
  const [filter, setFilter] = useState('')
  const rows = sortedRows(rowsOf(report, uses), filter, sorted)
  const heads = HEADS.map(([title, by]) => {
    if (by === null) return h('th', { scope: 'col' }, title)
    const isIt = sorted.by === by
    const first = by === 'requests' || by === 'violations' ? 'descending' : 'ascending'
    const other = first === 'ascending' ? 'descending' : 'ascending'
    const order = sorted.isTurned ? other : first
    const turn = () => setSorted({ by, isTurned: isIt && !sorted.isTurned })
    return h(
      'th',
      { scope: 'col', 'aria-sort': isIt ? order : undefined },
      h('button', { type: 'button', onClick: turn }, title),
    )
  })
  const useHeads =
    uses === null ? null : PEOPLES_USES.map(({ name }) => h('th', { scope: 'col' }, name))
  const control = press === null ? null : h('th', { scope: 'col' }, 'Control')
  const times = timesOf(report)
  return h(
    'section',
    { class: 'crawlers', 'aria-labelledby': 'crawlers-title' },
    h('h2', { id: 'crawlers-title' }, 'Crawlers'),
    report === null ? h(NoLog, { fault, isRead: props.isRead }) : null,
    h(
      'label',
      { class: 'inline' },
      'Show ',
      h('input', {
        type: 'search',
        placeholder: 'openai  training  violations',
        value: filter,
        onInput: ({ currentTarget }) => setFilter(currentTarget.value),
      }),
      h('span', { class: 'quiet', role: 'status' }, filter === '' ? '' : `${rows.length} rows`),
    ),
    h('div', { role: 'status', class: 'said' }, h(Prose, { text: said })),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'data', 'aria-labelledby': 'crawlers-title' },
        h('thead', {}, h('tr', {}, heads, useHeads, control)),
        h(
          'tbody',
          {},
          rows
            .slice(0, MOST_ROWS)
            .map((row) => h(CrawlerRow, { row, press, part, times, key: row.name })),
        ),
      ),
    ),
  )
}

/** The crawlers of the log, and those that the policy names. */
function rowsOf(report: CrawlReport | null, uses: CrawlersProps['uses']): readonly Row[] {
  const byName = new Map((uses ?? []).map((each) => [each.name, each]))
  const seen = new Set((report?.crawlers ?? []).map(({ name }) => name))
  const came = (report?.crawlers ?? []).map((conduct): Row => {
    const { name, operator, category } = conduct
    const label = operatorsSpelling(name)
    return { name, label, operator, category, conduct, uses: byName.get(name) ?? null }
  })
  const others = (uses ?? []).filter(({ name, isListed }) => isListed && !seen.has(name))
  return [...came, ...others.map((each): Row => ({ ...each, conduct: null, uses: each }))]
}

function sortedRows(
  rows: readonly Row[],
  filter: string,
  { by, isTurned }: { readonly by: Sorted; readonly isTurned: boolean },
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (row: Row) =>
    `${row.name} ${row.operator ?? ''} ${row.category ?? ''} ${violationsOf(row) > 0 ? 'violations' : ''}`.toLowerCase()
  const found = rows.filter((row) => words.every((word) => textOf(row).includes(word)))
  const keyOf = SORTS[by]
  const sign = isTurned ? -1 : 1
  return found.sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return one === other ? 0 : one < other ? -sign : sign
  })
}

type Times = Readonly<Record<'from' | 'to', number>>

function timesOf(report: CrawlReport | null): Times {
  const { from, to } = report?.period ?? { from: null, to: null }
  return { from: Date.parse(from ?? '') || 0, to: Date.parse(to ?? '') || 0 }
}

interface CrawlerRowProps extends Pick<CrawlersProps, 'press' | 'part'> {
  readonly row: Row
  readonly times: Times
}

function CrawlerRow({ row, press, part, times }: CrawlerRowProps): ComponentChild {
  const { name, label, operator, category, conduct, uses } = row
  const href = `#${writeAddress({ view: 'crawlers', crawler: name, site: null, whatIf: null, cell: null })}`
  const isOpen = uses === null || uses.standings[0] !== 'prohibited'
  const act = isOpen ? 'Close' : 'Open'
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, conduct === null ? label : h('a', { href }, label)),
    h('td', {}, operator ?? NOT_KNOWN),
    h('td', {}, category ?? NOT_KNOWN),
    h('td', { class: 'number' }, conduct === null ? NOT_KNOWN : grouped(conduct.requests)),
    h('td', {}, conduct === null ? null : h(Trend, { conduct, times })),
    h('td', {}, violationWords(conduct)),
    h('td', {}, proofWords(conduct)),
    h('td', { class: 'number' }, sentWords(conduct)),
    uses === null
      ? null
      : uses.standings.map((standing, i) => h(Use, { standing, name: PEOPLES_USES[i]!.name })),
    press === null
      ? null
      : h(
          'td',
          {},
          uses === null
            ? null
            : [
                h(
                  'button',
                  { type: 'button', class: 'button', onClick: () => press(label, !isOpen) },
                  `${act} ${label}`,
                ),
                ' ',
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'link',
                    'aria-label': `A part of the site for ${label}`,
                    onClick: () => part(label),
                  },
                  'a part',
                ),
              ],
        ),
  )
}

function Trend({ conduct, times }: { conduct: CrawlerConduct; times: Times }): ComponentChild {
  const { name, requests, refused, timeline } = conduct
  const label = `${name}: ${grouped(requests - refused)} served, ${grouped(refused)} refused`
  const spans = timeline.spans.map((span) => {
    return { start: span.start, counts: [span.requests - span.refused, span.refused] }
  })
  return h(Sparkline, { label, hours: timeline.hours, spans, ...times })
}

interface UseProps {
  readonly standing: CrawlerUses['standings'][number]
  readonly name: string
}

/** A mark that does not rest on its colour. */
function Use({ standing, name }: UseProps): ComponentChild {
  if (standing === null)
    return h('td', {}, h('span', { class: 'visually-hidden' }, 'does not apply'))
  const { label, icon } = STANDINGS[standing]
  const drawing = h(
    'svg',
    { class: 'icon', 'aria-hidden': true },
    h('use', { href: `#icon-${icon}` }),
  )
  return h(
    'td',
    { class: 'use', 'data-standing': standing, title: `${name}: ${label}` },
    drawing,
    h('span', { class: 'visually-hidden' }, label),
  )
}

function violationWords(conduct: CrawlerConduct | null): string {
  if (conduct === null) return NOT_KNOWN
  const { proven, unseen } = conduct.violations
  if (proven + unseen === 0) return 'none'
  return [
    ...(proven > 0 ? [`${grouped(proven)} proven`] : []),
    ...(unseen > 0 ? [`${grouped(unseen)} unseen`] : []),
  ].join(', ')
}

function proofWords(conduct: CrawlerConduct | null): string {
  if (conduct === null) return NOT_KNOWN
  const { proof, forged } = conduct
  const parts = [
    [proof.verified, 'verified'],
    [forged?.requests ?? 0, 'forged'],
    [proof.claimed + proof.unchecked, 'not checked'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${grouped(count)} ${word}`)
    .join(', ')
}

function sentWords(conduct: CrawlerConduct | null): string {
  if (conduct === null || conduct.bytes === null) return NOT_KNOWN
  const { money } = conduct.cost
  return `${bytes(conduct.bytes)}${money === null ? '' : `, ${money.toFixed(2)}`}`
}
