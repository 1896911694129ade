/**
 * The page of one crawler: what it did and when, the lines that it broke, what it read, and where
 * it came from.
 */
import { type ComponentChild, h } from 'preact'
import { useState } from 'preact/hooks'
import { cellText, grouped } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport, DeclaredReader } from '../../logs/report/crawl-report.ts'
import { CRAWLER_NUMBERS, VIOLATION_WORDS } from '../../logs/report/crawler-numbers.ts'
import {
  counted,
  FOUND,
  ON_BEHALF,
  spelledName,
  whoIs,
} from '../../logs/report/report-sentences.ts'
import type { SentLetter } from '../sent-letter.ts'
import { timeChart } from './charts.ts'
import {
  AGENTS,
  type CountRow,
  copied,
  copyButton,
  counts,
  networkRows,
  statusRows,
} from './count-lists.ts'
import { brokenSentence, labelOf } from './crawler-words.ts'
import { controlOf, isOpenTo } from './crawlers.ts'
import { declaredPart } from './declared.ts'
import type { DeskProps } from './desk-props.ts'
import { isAlone } from './element.ts'
import { forgedRemedy } from './forged-remedy.ts'
import { codeProse, folded, html, timeMark } from './html.ts'
import { SIGHTS } from './overview.ts'

const NOT_CHECKED = 'not checked'
const NO_GAP = 'no gap was asked for'
/** Values that say nothing; they are folded away. */
const NOTHING: readonly string[] = ['0', NOT_CHECKED, NO_GAP]
const PARTS = [
  'other requests',
  `for closed pages, ${VIOLATION_WORDS.unseen}`,
  `for closed pages ${VIOLATION_WORDS.proven}`,
  'fetches of robots.txt',
] as const

/** `name` is in lower case. */
export function crawlerView(name: string, props: DeskProps): ComponentChild {
  const { report, control, picture } = props
  const client = report?.declared?.find((each) => each.name === name) ?? null
  const label = client === null ? labelOf(name, props) : spelledName(client)
  const conduct = report?.crawlers.find((each) => each.name === name)
  const uses = picture?.uses.find((each) => each.name === name) ?? null
  // A reader gets everything.
  const isOpen = isOpenTo(uses) ?? (client === null ? null : true)
  return html`<article class="crawler">
    <div class="title-line">
      <h2>${label}</h2>
      ${control === null ? null : controlOf(label, isOpen, control)}
      <a href="#/crawlers">All crawlers</a>
    </div>
    <div role="status" class="said">${codeProse(props.said)}</div>
    ${conduct === undefined ? withoutConduct(client, props) : conductOf({ ...props, report: report! }, conduct, label)}
  </article>`
}

function withoutConduct(client: DeclaredReader | null, props: DeskProps): ComponentChild {
  return client === null ? html`<p>No request of it is known.</p>` : declaredPart(client, props)
}

function conductOf(
  props: DeskProps & { readonly report: CrawlReport },
  conduct: CrawlerConduct,
  label: string,
): ComponentChild {
  const { report, control } = props
  const mayWrite = control !== null && !isAlone()
  const { timeline, robots } = conduct
  const named = { ...conduct, name: label }
  const spans = timeline.spans.map(({ start, requests, proven, unseen, fetches }) => {
    return { start, counts: [requests - proven - unseen - fetches, unseen, proven, fetches] }
  })
  const requests = counted(conduct.requests, 'request')
  const came = `${whoIs(named)} made ${requests}. None is known to be for a page that is closed to it.`
  const sights = SIGHTS.filter(([, count]) => count(conduct) > 0)
  const sentences = sights.map(([, , sentence]) => sentence(named, report))
  const leads = new Set([...sentences, brokenSentence(report, named) ?? came])
  return html`${[...leads].map((lead) => html`<p class="lead">${codeProse(lead ?? '')}</p>`)}
    ${conduct.onBehalf ? html`<p>${ON_BEHALF}</p>` : null}
    ${FOUND.forged(conduct) > 0 ? forgedRemedy(props) : null}
    ${facts(conduct)}
    <h3>When it came</h3>
    ${timeChart({ label: `Requests of ${label}`, parts: PARTS, spans, hours: timeline.hours })}
    <p>
      First ${timeMark(conduct.first)}, last ${timeMark(conduct.last)}. It fetched robots.txt
      ${' '}${counted(robots.fetches, 'time')}, last: ${timeMark(robots.last, 'never seen')}.
    </p>
    <div class="parts">${countsOf(conduct).map(([title, rows]) => counts(title, rows))}</div>
    ${conduct.operator === null ? null : h(Letter, { operator: conduct.operator, mayWrite })}`
}

/** What it did, counted: each with a title. */
function countsOf(
  conduct: CrawlerConduct,
): readonly (readonly [title: string, rows: readonly CountRow[]])[] {
  const { refusedSections, rules, coverage, networks, forged } = conduct
  const about = coverage.estimated ? 'about ' : ''
  const read = `${about}${grouped(coverage.pages)} of ${about}${grouped(coverage.of)} pages`
  return [
    [
      'Lines of robots.txt that it broke',
      rules.map(({ site, line, text, requests }) => [
        text === '' ? 'no line: everything is closed' : text,
        requests,
        line === null ? '' : `line ${line} of the robots.txt of ${site}`,
      ]),
    ],
    [
      'Refused, although robots.txt permits it',
      refusedSections.map(({ path, requests }) => [path, requests]),
    ],
    [
      `Sections that it read: ${read}`,
      coverage.sections.map(({ section, pages, of }) => [
        section,
        `${grouped(pages)} of ${grouped(of)}`,
      ]),
    ],
    ['Answers by status', statusRows(conduct.statuses)],
    ['Where it came from', networkRows(networks)],
    [
      'Forged: others under its name',
      (forged?.networks ?? []).map(({ network, requests }) => [network, requests]),
    ],
    [AGENTS, conduct.userAgents.map(({ userAgent, requests }) => [userAgent, requests])],
  ]
}

/** A server writes it here; a frozen page names the command. */
function Letter({ operator, mayWrite }: { operator: string; mayWrite: boolean }): ComponentChild {
  const [sent, setSent] = useState<SentLetter | 'asked' | null>(null)
  const ask = async () => {
    setSent('asked')
    const answer = await fetch(`letter.json?${new URLSearchParams({ for: operator })}`)
      .then((response) => response.json() as Promise<SentLetter>)
      .catch(() => ({ letter: null, hash: null, fault: 'The server has ended.' }))
    setSent(answer)
  }
  const { letter = null, hash = null, fault = null } = sent === 'asked' || sent === null ? {} : sent
  const write = html`<p>
    <button type="button" class="button" disabled=${sent === 'asked'} onClick=${ask}>
      Write a letter to ${operator}
    </button>${' '}<span role="status">${sent === 'asked' ? 'Reading the log …' : fault}</span>
  </p>`
  return html`<h3>For its operator</h3>
    ${mayWrite ? write : null}
    ${letter === null || hash === null ? null : written(operator, letter, hash)}
    <p>By command, a folder with the letter, and the lines and texts that prove it:${' '}
      ${copied(`acap report LOG… --for '${operator.replaceAll("'", '')}' FOLDER`)}</p>`
}

function written(operator: string, letter: string, hash: string): ComponentChild {
  const archive = `evidence.tar.gz?${new URLSearchParams({ hash })}`
  return html`<pre tabindex="0" aria-label="Letter">${letter}</pre>
    ${copyButton('the letter', letter)}${' '}
    <a href=${archive} download=${`evidence-${operator}.tar.gz`}>Download the evidence</a>
    <small> The letter, and the lines and texts that prove it. <code>acap verify</code> checks the unpacked folder.</small>`
}

function facts(conduct: CrawlerConduct): ComponentChild {
  const { pace, cost } = conduct
  const known = (count: number | null, words: (count: number) => string = grouped) =>
    count === null ? NOT_CHECKED : words(count)
  const rows: readonly (readonly [string, string])[] = [
    ['operator', conduct.operator ?? 'not known'],
    ['for', conduct.category ?? 'not known'],
    ['on a list of crawlers', conduct.listed ? 'yes' : 'no'],
    ...CRAWLER_NUMBERS.map(
      (column) => [column[0], cellText(column, conduct, NOT_CHECKED)] as const,
    ),
    ['of all bytes', known(cost.share, (share) => `${(100 * share).toFixed(1)}%`)],
    [
      'of the origin’s time',
      known(cost.milliseconds, (time) => `${grouped(Math.round(time / 1000))} s`),
    ],
    ['cache misses', known(cost.misses)],
    ...(cost.money === null ? [] : [['cost at the price given', cost.money.toFixed(2)] as const]),
    [
      'gaps shorter than asked',
      pace === null ? NO_GAP : `${grouped(pace.short)} of ${grouped(pace.gaps)}`,
    ],
  ]
  const [told, untold] = [false, true].map((isEmpty) => {
    const cells = rows
      .filter(([, value]) => NOTHING.includes(value) === isEmpty)
      .map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)
    return html`<dl class="facts">${cells}</dl>`
  })
  return [told, folded('What is 0, or not checked', untold)]
}
