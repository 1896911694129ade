/**
 * What the desk shows of unknown clients that declare a name and are readers (I3). They are accused
 * of nothing: they are no crawlers until the policy names them.
 */
import type { ComponentChild } from 'preact'
import { grouped } from '../../base/text-table.ts'
import type { DeclaredReader } from '../../logs/report/crawl-report.ts'
import { counted, spelledName } from '../../logs/report/report-sentences.ts'
import { crawlerAddress } from '../address.ts'
import { timeChart } from './charts.ts'
import { AGENTS, counts, networkRows, statusRows } from './count-lists.ts'
import type { DeskProps } from './desk-props.ts'
import { html, list, timeMark, titled } from './html.ts'

/** Those about whom the policy on the page says nothing yet. */
export function undecided({
  report,
  picture,
}: Pick<DeskProps, 'report' | 'picture'>): readonly DeclaredReader[] {
  const named = new Set(picture?.uses.filter(({ isListed }) => isListed).map(({ name }) => name))
  return (report?.declared ?? []).filter(({ name }) => !named.has(name))
}

export function declaredSentence(client: DeclaredReader, isNamed = false): string {
  const came = counted(client.requests, 'request')
  const day = client.first?.slice(0, 10) ?? 'a day that is not known'
  const treated = isNamed
    ? 'The policy on this page names it: it is treated as a crawler.'
    : 'The policy treats it as a reader until it names it.'
  return `${spelledName(client)} declares a name, and is on no list of crawlers. It made ${came}, the first on ${day}. ${treated}`
}

/** The part of the view Crawlers below its table. */
export function declaredList(props: DeskProps): ComponentChild {
  const clients = undecided(props)
  if (clients.length === 0) return null
  const items = clients.map((client) => {
    const { name, requests, example } = client
    return html`<a href=${crawlerAddress(name)}>${spelledName(client)}</a>${' '}
      <strong>${grouped(requests)}</strong> <small>${example}</small>`
  })
  return titled(
    'declared',
    'Readers that declare a name',
    html`<p>They are not known as crawlers. The policy treats them as readers until it names them.</p>`,
    list(items, 'counts'),
  )
}

/** What its own page says. */
export function declaredPart(client: DeclaredReader, props: DeskProps): ComponentChild {
  const isNamed = !undecided(props).includes(client)
  const { requests, example, networks, statuses, timeline, first, last } = client
  const { hours } = timeline
  const spans = timeline.spans.map((span) => ({ start: span.start, counts: [span.requests] }))
  return html`<p class="lead">${declaredSentence(client, isNamed)}</p>
    <h3>When it came</h3>
    ${timeChart({ label: `Requests of ${spelledName(client)}`, parts: ['requests'], spans, hours })}
    <p>First ${timeMark(first)}, last ${timeMark(last)}.</p>
    <div class="parts">
      ${counts('Answers by status', statusRows(statuses))}
      ${counts('Where it came from', networkRows(networks))}
      ${counts(AGENTS, [[example, requests]])}
    </div>`
}
