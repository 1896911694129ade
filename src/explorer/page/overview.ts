/** A report and a policy → the site on one screen: figures, requests over time, what to look at, and who may do what. */
import { type ComponentChild, h } from 'preact'
import type { SiteReport } from '../../author/summary/site-report.ts'
import { grouped } from '../../base/text-table.ts'
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import type { CrawlReport, ReportFinding } from '../../logs/report/crawl-report.ts'
import { coverageSentence, whoIs } from '../../logs/report/report-sentences.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { writeAddress } from '../address.ts'
import { TimeChart, type TimeSpan } from './charts.ts'

/** A kind of crawlers, and how each of people's uses stands for it; null where it is none of its. */
export interface KindUses {
  readonly kind: string
  readonly states: readonly ('open' | 'closed' | 'some' | null)[]
}

/** What the policy says; null where no policy is at hand. */
interface PolicyPicture {
  readonly kinds: readonly KindUses[]
  readonly report: SiteReport | null
}

interface OverviewProps {
  /** Null where there is no log. */
  readonly report: CrawlReport | null
  /** Why there is no report, where one was asked for. */
  readonly fault: string | null
  /** Whether the answer about the log has come. */
  readonly isRead: boolean
  readonly picture: PolicyPicture | null
}

const MOST_FOUND = 5
const MOST_SENTENCES = 5

export function Overview({ report, fault, isRead, picture }: OverviewProps): ComponentChild {
  return h(
    'div',
    { class: 'overview' },
    report === null ? h(NoLog, { fault, isRead }) : h(Traffic, { report }),
    picture === null ? null : h(Picture, picture),
  )
}

/** Says how to add a log: without one, nothing is known of requests, and nothing is 0. */
export function NoLog({ fault, isRead }: Pick<OverviewProps, 'fault' | 'isRead'>): ComponentChild {
  if (!isRead) return h('p', { class: 'wide quiet', role: 'status' }, 'Reading the log …')
  return h(
    'section',
    { class: 'wide', 'aria-label': 'Traffic' },
    h('h2', {}, 'Traffic: not known'),
    fault === null
      ? h(
          'p',
          {},
          'To see who comes, start the page with a log: ',
          h('code', {}, 'acap serve --log access.log'),
        )
      : h('p', { class: 'alarm', role: 'alert' }, fault),
  )
}

function Traffic({ report }: { readonly report: CrawlReport }): ComponentChild {
  return [
    h(Figures, report),
    h(
      'section',
      { 'aria-labelledby': 'when' },
      h('h2', { id: 'when' }, 'Requests of crawlers, by what they are for'),
      h(TimeChart, { label: 'Requests of crawlers', ...byKind(report) }),
      h('p', { class: 'quiet' }, h(Prose, { text: trustSentence(report) })),
    ),
    h(LookAt, report),
  ]
}

const NOT_KNOWN = 'not known'
const percent = (share: number) => `${Math.round(100 * share)}%`

function Figures({ overview }: CrawlReport): ComponentChild {
  const { share, taken, forged, newNames } = overview
  const figures = [
    { name: 'Crawlers’ share of requests', figure: share, shown: percent },
    { name: 'Closed pages that crawlers took', figure: taken, shown: grouped },
    { name: 'Requests under forged names', figure: forged, shown: grouped },
    { name: 'Names never seen before', figure: newNames, shown: grouped },
  ]
  const words = (figure: number | null, shown: (figure: number) => string) =>
    figure === null ? NOT_KNOWN : shown(figure)
  const tiles = figures.map(({ name, figure, shown }) =>
    h(
      'div',
      {},
      h('dt', {}, name),
      h('dd', {}, words(figure.now, shown)),
      h('dd', { class: 'quiet' }, `before: ${words(figure.before, shown)}`),
    ),
  )
  return h('dl', { class: 'figures wide' }, tiles)
}

const OTHER = 'other'

/** Requests by kind, most frequent kinds first. */
function byKind({ crawlers }: CrawlReport) {
  const sums = new Map<string, number>()
  for (const { category, requests } of crawlers)
    sums.set(category ?? OTHER, (sums.get(category ?? OTHER) ?? 0) + requests)
  const parts = [...sums].sort(([, a], [, b]) => b - a).map(([kind]) => kind)
  const spans = crawlers.flatMap(({ category, timeline }) =>
    timeline.spans.map(({ start, requests }): TimeSpan => {
      return { start, counts: parts.map((part) => (part === (category ?? OTHER) ? requests : 0)) }
    }),
  )
  return { parts, spans, hours: Math.max(1, ...crawlers.map(({ timeline }) => timeline.hours)) }
}

/** What a finding is answered by: the words of a link. */
const ACTIONS: Readonly<Partial<Record<ReportFinding['kind'], string>>> = {
  'search-refused': 'See why it was refused',
  forged: 'See where they came from',
  proven: 'See the rules that it broke',
  'new-name': 'Decide about it',
}

/** How far to trust the numbers: said once, here. */
function trustSentence(report: CrawlReport): string {
  const isAssumed = report.trust.texts.some(({ source }) => source === 'assumed')
  const assumed = isAssumed
    ? ' Judged as if today’s robots.txt had been in force all the time.'
    : ''
  return `${coverageSentence(report)}${assumed}`
}

function LookAt({ findings, crawlers }: CrawlReport): ComponentChild {
  const found = findings.filter(({ kind }) => ACTIONS[kind] !== undefined).slice(0, MOST_FOUND)
  const items = found.map(({ kind, crawler, requests, text }) => {
    const href = `#${writeAddress({ view: 'crawlers', crawler, site: null, whatIf: null, cell: null })}`
    const name = operatorsSpelling(crawler ?? '')
    const conduct = crawlers.find((each) => each.name === crawler)
    const sentence =
      kind === 'proven' && conduct !== undefined
        ? `${whoIs({ ...conduct, name })} made ${grouped(requests)} ${requests === 1 ? 'request for a page' : 'requests for pages'} that robots.txt closes to it.`
        : text
    return h('li', {}, sentence, ' ', h('a', { href }, `${ACTIONS[kind]}: ${name}`))
  })
  return h(
    'section',
    { 'aria-labelledby': 'look' },
    h('h2', { id: 'look' }, 'To look at'),
    items.length === 0 ? h('p', {}, 'Nothing.') : h('ul', { class: 'found' }, items),
  )
}

function Picture({ kinds, report }: PolicyPicture): ComponentChild {
  const heads = PEOPLES_USES.map(({ title }) => h('th', { scope: 'col' }, title))
  const rows = kinds.map(({ kind, states }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, kind),
      states.map((state) => h('td', { 'data-state': state }, state)),
    ),
  )
  const closed = report?.sections[0]?.sentences.slice(0, MOST_SENTENCES) ?? []
  return [
    h(
      'section',
      { 'aria-labelledby': 'picture' },
      h('h2', { id: 'picture' }, 'Who may do what with the site'),
      h(
        'div',
        { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'Kinds of crawlers by uses' },
        h(
          'table',
          { class: 'picture', 'aria-labelledby': 'picture' },
          h('thead', {}, h('tr', {}, h('td', {}), heads)),
          h('tbody', {}, rows),
        ),
      ),
    ),
    h(
      'section',
      { 'aria-labelledby': 'closed' },
      h('h2', { id: 'closed' }, 'What is closed to some'),
      h(
        'ul',
        { class: 'found' },
        (report?.ahead ?? []).map((text) => h('li', {}, h(Prose, { text }))),
        closed.map(({ text }) => h('li', {}, h(Prose, { text }))),
      ),
    ),
  ]
}

/** Words with `code` between backticks. */
export function Prose({ text }: { readonly text: string }): ComponentChild {
  const parts = text.split('`')
  // An odd backtick is a foreign one.
  if (parts.length % 2 === 0) return text
  return parts.map((part, i) => (i % 2 === 1 ? h('code', {}, part) : part))
}
