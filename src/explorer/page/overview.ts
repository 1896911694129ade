/**
 * The view Overview, a site on one screen: four figures, requests over time, what to look at, and
 * who may do what.
 */
import type { ComponentChild } from 'preact'
import { grouped, percent } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import { FOUND, refusedSentence, spelledName, whoIs } from '../../logs/report/report-sentences.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { crawlerAddress } from '../address.ts'
import type { PolicyPicture, SiteOutlook } from '../policy-picture.ts'
import { closedEngines, closedSentence } from './closed-engines.ts'
import {
  brokenSentence,
  brokenTitle,
  fromLaterNetworks,
  isNew,
  isUnlisted,
  labelOf,
  laterNetworksSentence,
} from './crawler-words.ts'
import { decidedMark } from './decided.ts'
import { declaredSentence, undecided } from './declared.ts'
import type { DeskProps } from './desk-props.ts'
import { forgedRemedy, mayRefuseForged, whyNotChecked } from './forged-remedy.ts'
import { codeProse, html, list, timeMark, titled } from './html.ts'
import { noLog, reportParts } from './report-parts.ts'
import { requestsOf } from './requests-by-kind.ts'

const MOST_FOUND = 5

/** `replay`: what the policy would have done, drawn; a desk has none. */
export function overviewView(props: DeskProps, replay: ComponentChild = null): ComponentChild {
  const { report, picture, outlook, remark, live } = props
  return html`<div class="overview">
    ${remark === null ? null : html`<p class="wide notice" role="note">${codeProse(remark)}</p>`}
    ${live === null ? null : liveStrip(live, report)}
    ${report === null ? noLog(props) : figures(report)}
    <div class="column">
      ${report === null ? null : requestsOf(report)}
      ${picture === null ? null : pictureOf(picture)}
    </div>
    <div class="column">
      ${report === null ? null : findingsOf({ ...props, report })}
      ${outlook === null ? null : closedTo(outlook)}
    </div>
    ${report === null ? null : reportParts(report, replay)}
  </div>`
}

type ReadProps = DeskProps & { readonly report: CrawlReport }

function findingsOf(props: ReadProps): ComponentChild {
  const said = html`<div role="status" class="said">${codeProse(props.said)}</div>`
  return titled('look', 'To look at', said, lookAt(props))
}

/**
 * The requests of the last minute, hour and day; of a log that does not grow, when it ends. They
 * change each second, so screen readers do not announce them.
 */
function liveStrip(live: LiveReport, report: CrawlReport | null): ComponentChild {
  const { crawlers, readers } = live.hour
  if (crawlers + readers === 0) return report === null ? null : lastRequest(report)
  const spans = (['minute', 'hour', 'day'] as const).map((span) => {
    const { crawlers, readers, refused } = live[span]
    return html`<div><dt>Last ${span}</dt>
      <dd>${grouped(crawlers)} by crawlers, ${grouped(refused)} refused; ${grouped(readers)} by readers</dd></div>`
  })
  return html`<dl class="live wide" aria-label="Requests that come now">${spans}</dl>`
}

function lastRequest({ crawlers }: CrawlReport): ComponentChild {
  const last = crawlers.flatMap((each) => each.last ?? []).sort()
  if (last.length === 0) return null
  return html`<p class="wide quiet">The log has nothing of the last hour. The last request of a crawler:${' '}
    ${timeMark(last.at(-1)!)}</p>`
}

const SINCE = 'To know, give a log that begins earlier, and `--since 7d`.'
/** The last one says what is to be done where the figure is not known. */
const FIGURES = [
  ['Crawlers’ share of requests', 'share', percent, () => 'The log has no readers.'],
  ['Requests of crawlers for closed pages', 'taken', grouped, () => ''],
  ['Requests under forged names', 'forged', grouped, whyNotChecked],
  ['Names never seen before', 'newNames', grouped, () => SINCE],
] as const

function figures(report: CrawlReport): ComponentChild {
  const tiles = FIGURES.map(([name, figure, shown, help]) => {
    const { now, before } = report.overview[figure]
    const note = before === null ? null : html`<dd class="quiet">before: ${shown(before)}</dd>`
    return html`<div>
      <dt>${name}</dt>
      ${now === null ? unknownFigure(help(report)) : html`<dd>${shown(now)}</dd>`}
      ${note}
    </div>`
  })
  return html`<dl class="figures wide">${tiles}</dl>`
}

function unknownFigure(help: string): ComponentChild {
  return [html`<dd class="unknown">not known</dd>`, html`<dd class="quiet">${codeProse(help)}</dd>`]
}

const FORGED = 'Forged name'
const CLOSED = 'Search engine closed out'
const DECIDE = 'Decide about it'
const UNLISTED = 'On no list of crawlers'

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
  title: (crawler: CrawlerConduct, report: CrawlReport) => string,
  count: (crawler: CrawlerConduct) => number,
  sentence: (crawler: CrawlerConduct, report: CrawlReport) => string | null,
  action: string,
])[] = [
  [
    () => 'Search engine refused',
    FOUND['search-refused'],
    refusedSentence,
    'See what it was refused',
  ],
  [
    () => FORGED,
    FOUND.forged,
    (crawler) =>
      `Others used the name ${crawler.name} for ${grouped(FOUND.forged(crawler))} requests: their addresses are not its operator’s.`,
    'See where they came from',
  ],
  [() => 'New networks', fromLaterNetworks, laterNetworksSentence, 'See where they came from'],
  [
    (crawler, report) => brokenTitle(report, crawler),
    askedForClosed,
    (crawler, report) => brokenSentence(report, crawler),
    'See what it did',
  ],
  [
    (crawler, report) => (isNew(crawler.first, report) ? 'New' : UNLISTED),
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
  const ofClosed = closedEngines(props).map((engine, rank): Sighting => {
    const { name, label } = engine
    const text = () => closedSentence(engine)
    return { name, label, title: CLOSED, action: 'See what it did', text, weight: -1, rank }
  })
  const ofCrawlers = SIGHTS.flatMap(([title, count, sentence, action], weight) =>
    report.crawlers
      .filter((crawler) => count(crawler) > 0)
      .sort((a, b) => count(b) - count(a))
      .map((crawler, rank): Sighting => {
        const label = labelOf(crawler.name, props)
        const text = () => sentence({ ...crawler, name: label }, report)
        const named = title(crawler, report)
        return { name: crawler.name, label, title: named, action, text, weight, rank }
      }),
  )
  const ofDeclared = undecided(props).map((client, rank): Sighting => {
    return {
      name: client.name,
      label: spelledName(client),
      title: isNew(client.first, report) ? 'New' : UNLISTED,
      action: DECIDE,
      text: () => declaredSentence(client),
      weight: SIGHTS.length,
      rank,
    }
  })
  return [...ofClosed, ...ofCrawlers, ...ofDeclared]
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
      <p>${codeProse(text() ?? '')}</p>
      ${decidedMark(props, title === FORGED ? null : name)}`
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
  return titled('closed', 'Who may fetch what', list([...ahead, ...closed].map(codeProse)))
}
