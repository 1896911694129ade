/**
 * The view Overview, a site on one screen: four figures, requests over time, what to look at, and
 * who may do what.
 */
import type { ComponentChild } from 'preact'
import { addTo } from '../../base/counts.ts'
import { grouped, percent } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import { FOUND, refusedSentence, spelledName, whoIs } from '../../logs/report/report-sentences.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { crawlerAddress } from '../address.ts'
import type { PolicyPicture, SiteOutlook } from '../policy-picture.ts'
import { type TimeSpan, timeChart } from './charts.ts'
import { declaredSentence, undecided } from './declared.ts'
import type { DeskProps } from './desk-props.ts'
import { forgedRemedy, mayRefuseForged } from './forged-remedy.ts'
import { codeProse, html, list, titled } from './html.ts'
import { brokenSentence, isUnlisted, labelOf, noLog, reportParts } from './report-parts.ts'

const MOST_FOUND = 5

export function overviewView(props: DeskProps): ComponentChild {
  const { report, picture, outlook, remark, live } = props
  const traffic = report === null ? noLog(props) : trafficOf({ ...props, report })
  return html`<div class="overview">
    ${remark === null ? null : html`<p class="wide notice" role="note">${codeProse(remark)}</p>`}
    ${live === null ? null : liveStrip(live)}
    ${traffic}
    ${picture === null ? null : pictureOf(picture)}
    ${outlook === null ? null : closedTo(outlook)}
    ${report === null ? null : reportParts(report, props.words)}
  </div>`
}

type ReadProps = DeskProps & { readonly report: CrawlReport }

function trafficOf(props: ReadProps): ComponentChild {
  const { report, said } = props
  const chart = timeChart({ label: 'Requests of crawlers', ...byKind(report) })
  return [
    figures(report),
    titled('when', 'Requests of crawlers, by what they are for', chart),
    titled(
      'look',
      'To look at',
      html`<div role="status" class="said">${codeProse(said)}</div>`,
      lookAt(props),
    ),
  ]
}

/**
 * The requests of the last minute, hour and day. They change each second, so screen readers do not
 * announce them.
 */
function liveStrip(live: LiveReport): ComponentChild {
  const spans = (['minute', 'hour', 'day'] as const).map((span) => {
    const { crawlers, readers, refused } = live[span]
    return html`<div><dt>Last ${span}</dt>
      <dd>${grouped(crawlers)} by crawlers, ${grouped(refused)} refused; ${grouped(readers)} by readers</dd></div>`
  })
  return html`<dl class="live wide" aria-label="Requests that come now">${spans}</dl>`
}

const FIGURES = [
  ['Crawlers’ share of requests', 'share', percent],
  ['Closed pages that crawlers asked for', 'taken', grouped],
  ['Requests under forged names', 'forged', grouped],
  ['Names never seen before', 'newNames', grouped],
] as const

function figures({ overview }: CrawlReport): ComponentChild {
  const tiles = FIGURES.map(([name, figure, shown]) => {
    const { now, before } = overview[figure]
    const words = (count: number | null) => (count === null ? 'not known' : shown(count))
    return html`<div>
      <dt>${name}</dt>
      <dd class=${now === null ? 'unknown' : ''}>${words(now)}</dd>
      <dd class="quiet">before: ${words(before)}</dd>
    </div>`
  })
  return html`<dl class="figures wide">${tiles}</dl>`
}

/** Requests by kind, most frequent kinds first. */
function byKind({ crawlers }: CrawlReport) {
  const kindOf = ({ category }: CrawlerConduct) => category ?? 'other'
  const sums = new Map<string, number>()
  for (const crawler of crawlers) addTo(sums, kindOf(crawler), crawler.requests)
  const parts = [...sums].sort(([, a], [, b]) => b - a).map(([kind]) => kind)
  const spans = crawlers.flatMap((crawler) =>
    crawler.timeline.spans.map(({ start, requests }): TimeSpan => {
      return { start, counts: parts.map((part) => (part === kindOf(crawler) ? requests : 0)) }
    }),
  )
  return { parts, spans, hours: Math.max(1, ...crawlers.map(({ timeline }) => timeline.hours)) }
}

const FORGED = 'Forged name'
const DECIDE = 'Decide about it'

/** None where refusals of a search engine account for all of them: one cause is one line. */
function askedForClosed(crawler: CrawlerConduct): number {
  const { onBehalf, violations, refusedOpen } = crawler
  const asked = violations.proven + violations.unseen
  return onBehalf || asked <= FOUND['search-refused'](crawler) - refusedOpen ? 0 : asked
}

/**
 * The kinds of things to look at, the most important first: a title, how many requests of a crawler
 * are of this kind, a sentence about them, and the name of the link to the crawler.
 */
export const SIGHTS: readonly (readonly [
  title: string,
  count: (crawler: CrawlerConduct) => number,
  sentence: (crawler: CrawlerConduct, report: CrawlReport) => string | null,
  action: string,
])[] = [
  ['Search engine refused', FOUND['search-refused'], refusedSentence, 'See what it was refused'],
  [
    FORGED,
    FOUND.forged,
    (crawler) =>
      `Others used the name ${crawler.name} for ${grouped(FOUND.forged(crawler))} requests: their addresses are not its operator’s.`,
    'See where they came from',
  ],
  [
    'Asked for closed pages',
    askedForClosed,
    (crawler, report) => brokenSentence(report, crawler),
    'See what it did',
  ],
  [
    'Unknown name',
    (crawler) => (isUnlisted(crawler) ? crawler.requests : 0),
    (crawler) =>
      `${whoIs(crawler)} is on no list of crawlers. It made ${grouped(crawler.requests)} requests.`,
    DECIDE,
  ],
]

interface Sighting {
  /** In lower case. */
  readonly name: string
  readonly label: string
  readonly title: string
  readonly action: string
  readonly text: () => string | null
  readonly weight: number
  readonly rank: number
}

function sightings(props: ReadProps): readonly Sighting[] {
  const { report } = props
  const ofCrawlers = SIGHTS.flatMap(([title, count, sentence, action], weight) =>
    report.crawlers
      .filter((crawler) => count(crawler) > 0)
      .sort((a, b) => count(b) - count(a))
      .map((crawler, rank): Sighting => {
        const label = labelOf(crawler.name, props)
        const text = () => sentence({ ...crawler, name: label }, report)
        return { name: crawler.name, label, title, action, text, weight, rank }
      }),
  )
  const ofDeclared = undecided(props).map((client, rank): Sighting => {
    return {
      name: client.name,
      label: spelledName(client),
      title: 'Unknown client that declares itself',
      action: DECIDE,
      text: () => declaredSentence(client),
      weight: SIGHTS.length,
      rank,
    }
  })
  return [...ofCrawlers, ...ofDeclared]
}

/** Lists at most five: first the largest of each kind, then the second ones. */
function lookAt(props: ReadProps): ComponentChild {
  const remedy = mayRefuseForged(props) ? forgedRemedy(props) : null
  const first = sightings(props)
    .toSorted((a, b) => a.rank - b.rank || a.weight - b.weight)
    .slice(0, MOST_FOUND)
  const items = first.map(({ name, label, title, action, text }) => {
    const does = `${action}: ${label}`
    const link = html`<a href=${crawlerAddress(name)} aria-label=${does}>${action}</a>`
    return html`<div class="title-line">
        <strong>${title}: ${label}</strong>
        ${title === FORGED && remedy !== null ? remedy : link}
      </div>
      <p>${text()}</p>`
  })
  return items.length === 0 ? html`<p>Nothing.</p>` : list(items)
}

/**
 * On a narrow screen, CSS makes a row a grid, and browsers no longer treat it as a row of a table:
 * the roles are given explicitly.
 */
function pictureOf({ kinds }: PolicyPicture): ComponentChild {
  const heads = PEOPLES_USES.map(
    ({ title }) => html`<th role="columnheader" scope="col">${title}</th>`,
  )
  const rows = kinds.map(({ kind, states }) => {
    const cells = states.map((state) => html`<td role="cell" data-state=${state}>${state}</td>`)
    return html`<tr role="row"><th role="rowheader" scope="row">${kind}</th>${cells}</tr>`
  })
  const table = html`<table role="table" aria-labelledby="desk-picture">
    <thead role="rowgroup"><tr role="row"><td role="cell"></td>${heads}</tr></thead>
    <tbody role="rowgroup">${rows}</tbody>
  </table>`
  return titled('picture', 'Who may do what with the site', table)
}

function closedTo({ ahead, closed }: SiteOutlook): ComponentChild {
  return titled('closed', 'What is closed to some', list([...ahead, ...closed].map(codeProse)))
}
