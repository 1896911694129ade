/**
 * What Overview shows of a report below the first screen: what changed, what the policy would do,
 * visits, and how far to trust the numbers.
 */
import type { ComponentChild } from 'preact'
import { DAY } from '../../base/calendar.ts'
import { grouped, type TableColumn } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import { isSaved, SAVED_TEXT } from '../../logs/report/known-texts.ts'
import {
  REPLAY_OUTCOMES,
  REPLAY_WORDS,
  replayColumns,
  replayTexts,
  someCounts,
} from '../../logs/report/replay-sentences.ts'
import {
  changeSentences,
  costSentence,
  counted,
  coverageSentence,
  proofSentence,
  whoIs,
} from '../../logs/report/report-sentences.ts'
import { timeChart } from './charts.ts'
import { dataColumns, dataTable } from './data-table.ts'
import type { DeskProps } from './desk-props.ts'
import { codeProse, download, folded, html, list, timeMark, titled } from './html.ts'

/** A name as a policy or its operator writes it. */
export function labelOf(
  name: string,
  { labels, picture }: Pick<DeskProps, 'labels' | 'picture'>,
): string {
  return labels[name] ?? picture?.uses.find((each) => each.name === name)?.label ?? name
}

/** A client is new where the log goes back a day before its first request. */
export function isNew(first: string | null, { period: { from } }: CrawlReport): boolean {
  return first !== null && from !== null && Date.parse(first) - Date.parse(from) >= DAY
}

/** Whether no list of crawlers has the name of a client that is not a person's. */
export function isUnlisted({ name, listed, category }: CrawlerConduct): boolean {
  return !listed && !name.startsWith('(') && category !== 'library'
}

/**
 * What a crawler did although robots.txt closes it; null where it did not. Who was refused did not
 * take the page. `trust` says once where the text of the time is not known.
 */
export function brokenSentence(
  { trust: { texts } }: CrawlReport,
  crawler: CrawlerConduct,
): string | null {
  const { violations } = crawler
  const [broken, read] =
    violations.proven > 0
      ? [violations.proven, 'after it had read robots.txt']
      : [violations.unseen, 'and no fetch of robots.txt was seen in the day before']
  if (broken === 0) return null
  const today = texts.some(isSaved) ? SAVED_TEXT : 'today’s robots.txt'
  const closes = texts.some(({ source }) => source === 'assumed')
    ? `${today} closes to it`
    : 'robots.txt closed to it'
  const pages = broken === 1 ? 'a page' : 'pages'
  return `${whoIs(crawler)} made ${counted(broken, 'request')} for ${pages} that ${closes}, ${read}.`
}

/**
 * Whether it ignores robots.txt is known where it had read a text, and that text is known. It took
 * pages where every answer is known to be one.
 */
export function brokenTitle(
  { trust: { texts } }: CrawlReport,
  { violations, refused, statuses }: CrawlerConduct,
): string {
  const hasRead = violations.proven > 0
  if (hasRead && texts.every(({ source }) => source !== 'assumed')) return 'Ignores robots.txt'
  const isServed = refused === 0 && statuses.every(({ status }) => status >= 200 && status < 400)
  const verb = isServed ? 'Took' : 'Asked for'
  return `${verb} closed pages ${hasRead ? 'after reading robots.txt' : 'without a known fetch of robots.txt'}`
}

/** Says how to add a log. Without one, numbers are unknown, and are never shown as 0. */
export function noLog({ fault, isRead }: Pick<DeskProps, 'fault' | 'isRead'>): ComponentChild {
  if (!isRead) return html`<p class="wide quiet" role="status">Reading the log …</p>`
  const help = html`<p>
    To see who comes, start the page with a log:${' '}<code>acap serve --log access.log</code>
  </p>`
  return html`<section class="wide" aria-label="Traffic">
    <h2>Traffic: not known</h2>
    ${fault === null ? help : html`<p class="alarm" role="alert">${fault}</p>`}
  </section>`
}

/** `words`: what the words of the report mean. */
export function reportParts(report: CrawlReport, words: readonly string[]): ComponentChild {
  return [
    report.replay === null ? null : replayParts(report.replay),
    report.changes === null ? null : changed(report, report.changes),
    html`<div class="folds wide">
      ${visits(report)}
      ${trust(report)}
      ${words.length === 0 ? null : folded('What the words mean', list(words.map(defined)))}
    </div>`,
  ]
}

type Changed = NonNullable<CrawlReport['changes']>['crawlers'][number]

const CHANGES: readonly TableColumn<Changed>[] = [
  ['crawler', ({ name }) => name],
  ...(['requests', 'proven', 'refused'] as const).flatMap((count) =>
    (['before', 'now'] as const).map(
      (when): TableColumn<Changed> => [`${count} ${when}`, (row) => row[count][when], grouped],
    ),
  ),
]

function changed(
  report: CrawlReport,
  { crawlers }: NonNullable<CrawlReport['changes']>,
): ComponentChild {
  const table = dataTable({
    label: 'What changed',
    columns: dataColumns(CHANGES),
    rows: crawlers,
  })
  return titled('changes', 'What changed', list(changeSentences(report)), table)
}

function replayParts(replay: NonNullable<CrawlReport['replay']>): ComponentChild {
  const { texts, names } = replayTexts(replay)
  const spans = replay.hours.map((hour) => {
    return { start: hour.start, counts: REPLAY_OUTCOMES.map((outcome) => hour[outcome]) }
  })
  const label = 'Requests of crawlers under the policy'
  const table = dataTable({
    label: 'Crawlers under the policy',
    columns: dataColumns(replayColumns(replay)),
    rows: replay.crawlers,
  })
  const rules = replay.rules.slice(0, MOST_RULES).map((rule) => {
    const place = rule.line === null ? rule.source : `${rule.source}:${rule.line}`
    const times = html`<strong>${grouped(rule.requests)}</strong>`
    return html`<code>${rule.text}</code> <small>${place}</small> ${times}
      <br />${someCounts(rule.crawlers)}
      <details><summary>Paths requested most</summary><p>${someCounts(rule.paths)}</p></details>`
  })
  return [
    titled(
      'replay',
      'What the policy would have done',
      list(texts.map(codeProse)),
      table,
      timeChart({
        label,
        parts: REPLAY_OUTCOMES.map((outcome) => REPLAY_WORDS[outcome]),
        spans,
        hours: 1,
      }),
    ),
    rules.length === 0 ? null : titled('rules', 'What would refuse or defer most', list(rules)),
    names.length === 0
      ? null
      : titled('unknown', 'Unknown clients that look like bots', list(names.map(codeProse))),
  ]
}

const MOST_RULES = 25

function visits({ referrals }: CrawlReport): ComponentChild {
  const items = (referrals ?? []).map(
    ({ operator, visits: sent, pages }) =>
      `${operator}: ${counted(sent, 'visit')} sent, ${counted(pages, 'request')} answered with a page`,
  )
  const none = referrals === null ? 'Not checked: the log has no referrers.' : 'None.'
  const content = items.length === 0 ? html`<p>${none}</p>` : list(items)
  return folded('Visits sent, and pages given', content)
}

const LINES = {
  read: 'lines read',
  unread: 'not understood',
  undated: 'without a time',
  outside: 'outside the period',
  otherHosts: 'for other hosts',
} as const

const SOURCES = {
  given: 'The times of these texts were given.',
  log: 'The log says which text was served when.',
  assumed: '',
  store: 'The store says which text was published when.',
}

const ASSUMED =
  'No text of robots.txt with a time is known, so every request was judged by today’s robots.txt. ' +
  '`--robots FILE@TIME` names others.'
const SAVED =
  'No text of robots.txt with a time is known, so every request was judged by the robots.txt that ' +
  'the desk had saved last at that time. `--robots FILE@TIME` names others.'

/** What the sentences above rest on, said once. */
function trust(report: CrawlReport): ComponentChild {
  const {
    lines,
    trust: { texts },
  } = report
  const counts = Object.entries(LINES).map(
    ([name, what]) => `${grouped(lines[name as keyof typeof LINES])} ${what}`,
  )
  const unread = lines.unreadLines.map(
    ({ file, line, text }) => html`${file}:${line} <code>${text}</code>`,
  )
  const cut = lines.cut.map(({ log, why }) => `${log} ends early: ${why}`)
  // What was found about the log itself, and not about a crawler.
  const notes = report.findings.filter(
    ({ crawler, kind }) => crawler === null && !SHOWN_ABOVE.has(kind),
  )
  const isAssumed = texts.some(({ source }) => source === 'assumed')
  const save = () => download('report.json', JSON.stringify(report), 'application/json')
  return folded(
    'How far to trust this',
    list([
      ...(isAssumed ? [codeProse(texts.some(isSaved) ? SAVED : ASSUMED)] : []),
      codeProse(coverageSentence(report)),
      codeProse(costSentence(report)),
      codeProse(proofSentence(report)),
      ...notes.map(({ text }) => codeProse(text)),
      `${counts.join(', ')}.`,
      ...unread,
      ...cut,
    ]),
    texts.map(textsOf),
    html`<button type="button" class="button" onClick=${save}>
      Save these numbers as JSON
    </button>`,
  )
}

const SHOWN_ABOVE: ReadonlySet<string> = new Set(['assumed-text', 'unread', 'cut'])

function textsOf({
  site,
  source,
  versions,
}: CrawlReport['trust']['texts'][number]): ComponentChild {
  const items = versions.map(({ name, hash, from, known }) => {
    const since = from === null ? '' : html`, from ${timeMark(from)}`
    const digest = html`<small>SHA-256 <code>${hash}</code></small>`
    return html`${name}${since}${known ? '' : ', text unknown'} ${digest}`
  })
  return html`<h3>robots.txt of ${site}</h3><p>${SOURCES[source]}</p>${list(items)}`
}

/** `*word*` and `**word**` of a definition. */
function defined(text: string): ComponentChild {
  const parts = text.split(/\*+([^*]+)\*+/)
  return parts.map((part, i) => (i % 2 === 0 ? codeProse(part) : html`<strong>${part}</strong>`))
}
