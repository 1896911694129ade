/**
 * What Overview shows of a report below the first screen: what changed, visits, and how far to
 * trust the numbers.
 */
import type { ComponentChild } from 'preact'
import { grouped, type TableColumn } from '../../base/text-table.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import { VIOLATION_WORDS } from '../../logs/report/crawler-numbers.ts'
import { isSaved } from '../../logs/report/known-texts.ts'
import {
  changeSentences,
  costSentence,
  counted,
  coverageSentence,
  proofSentence,
} from '../../logs/report/report-sentences.ts'
import { dataColumns, dataTable } from './data-table.ts'
import type { DeskProps } from './desk-props.ts'
import { codeProse, download, folded, html, list, timeMark, titled } from './html.ts'

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

/** `replay`: what the policy would have done, drawn. */
export function reportParts(report: CrawlReport, replay: ComponentChild): ComponentChild {
  return [
    replay,
    report.changes === null ? null : changed(report, report.changes),
    html`<div class="folds wide">
      ${visits(report)}
      ${trust(report)}
      ${folded('What the words mean', list(WORDS.map(defined)))}
    </div>`,
  ]
}

type Changed = NonNullable<CrawlReport['changes']>['crawlers'][number]

const CHANGED_WORDS = {
  requests: 'requests',
  proven: 'for closed pages after reading robots.txt',
  refused: 'refused',
}

const CHANGES: readonly TableColumn<Changed>[] = [
  ['crawler', ({ name }) => name],
  ...(['requests', 'proven', 'refused'] as const).flatMap((count) =>
    (['before', 'now'] as const).map(
      (when): TableColumn<Changed> => [
        `${CHANGED_WORDS[count]} ${when}`,
        (row) => row[count][when],
        grouped,
      ],
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

/** docs/report.md defines all words exactly. */
const WORDS = [
  [
    VIOLATION_WORDS.proven,
    'it had fetched robots.txt in the day before, and each text that it could still hold closes the page to it',
  ],
  [
    VIOLATION_WORDS.unseen,
    'no fetch of robots.txt was seen in the day before; a cache or another address may hide one',
  ],
  ['perhaps open in its copy', 'only some of the texts that it could still hold close the page'],
  ['forged', 'the address is not its operator’s: others used the name'],
  ['not checked', 'there is no list of addresses, or no address, to check the name with'],
] as const

function defined([word, meaning]: (typeof WORDS)[number]): ComponentChild {
  return html`<strong>${word}</strong>: ${meaning}`
}
