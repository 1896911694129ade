/**
 * Writes the sentences and table columns of a ReplayReport for terminal and page, and its text for
 * a terminal.
 */
import { bytes, grouped, type TableColumn, textTable } from '../../base/text-table.ts'
import { tokenSentence, tokensAmong } from '../../crawlers/policy-tokens.ts'
import type { ReplayAnswer } from './crawl-report.ts'
import type { NameCount, PathCount, ReplayReport } from './replay-report.ts'

type CrawlerReport = ReplayReport['crawlers'][number]

export const REPLAY_OUTCOMES = ['permitted', 'refused', 'deferred'] as const
/** Says `would`, because a replay refuses nothing, and neither does a policy that only observes. */
export const REPLAY_WORDS = {
  permitted: 'would permit',
  refused: 'would refuse',
  deferred: 'would defer',
} as const
const EMPTY_REPLAY = 'the log is empty: there is nothing to replay'

const COLUMNS: readonly TableColumn<CrawlerReport>[] = [
  ['crawler', ({ name }) => name],
  ['for', ({ category }) => category],
  countColumn('requests'),
  ...REPLAY_OUTCOMES.map((outcome) => countColumn(outcome, REPLAY_WORDS[outcome])),
  ['forged', ({ forged, isChecked }) => (isChecked ? forged : null), grouped],
  ['against robots', ({ ignoredRobots }) => ignoredRobots, grouped],
  ['would save', ({ bytesSaved }) => bytesSaved, bytes],
]

function countColumn(
  count: 'requests' | 'opened' | 'closed' | (typeof REPLAY_OUTCOMES)[number],
  name: string = count,
): TableColumn<CrawlerReport> {
  return [name, (crawler) => crawler[count], grouped]
}

export function replayColumns({ compared }: ReplayReport): readonly TableColumn<CrawlerReport>[] {
  return compared
    ? [...COLUMNS, ...(['opened', 'closed'] as const).map((each) => countColumn(each))]
    : COLUMNS
}

function replaySummary(report: ReplayReport): readonly string[] {
  const { lines, unread, unplaced, readers, exempt, total, from, to } = report
  const span = from === null ? '' : `, ${from} to ${to}`
  const notUnderstood = unread > 0 ? `, ${grouped(unread)} not understood` : ''
  const elsewhere = unplaced > 0 ? `, ${grouped(unplaced)} for no host of these sites` : ''
  const [permitted, refused, deferred] = REPLAY_OUTCOMES.map((outcome) => grouped(total[outcome]))
  const outcomes = `${permitted} would have been permitted, ${refused} refused, ${deferred} deferred`
  return [
    `${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}${span}${notUnderstood}${elsewhere}`,
    `${grouped(readers)} by readers, who are never refused; ${grouped(exempt)} for what is served to everybody`,
    `${grouped(total.requests)} by crawlers: ${outcomes}; ${bytes(total.bytesSaved)} would have been saved`,
  ]
}

function replayObserved({ total }: ReplayReport): readonly string[] {
  if (total.observed === 0) return []
  return total.observed === total.refused + total.deferred
    ? [
        'the mode is not `enforce`: nothing is refused or deferred. The numbers say what would be with `mode = "enforce"`',
      ]
    : [
        `${grouped(total.observed)} of those that would be refused or deferred pass today: the mode there is not \`enforce\``,
      ]
}

/**
 * Search engines that would be refused or deferred. They come first, because a site that they
 * cannot read disappears from search. Forged names do not count.
 */
function replayEngines({ crawlers }: ReplayReport): readonly string[] {
  return (['refused', 'deferred'] as const).flatMap((outcome) => {
    const found = crawlers.filter(
      ({ category, notForged }) => category === 'search' && notForged[outcome] > 0,
    )
    const names = found
      .sort((a, b) => b.notForged[outcome] - a.notForged[outcome])
      .map(({ name, notForged }) => `${name} (${grouped(notForged[outcome])})`)
    return names.length === 0 ? [] : [`search engines would be ${outcome}: ${names.join(', ')}`]
  })
}

function replayCompared(against: string): string {
  return `opened, closed: compared with \`${against}\`. Opened would be permitted here, and refused or deferred there; closed is the reverse`
}

function replayNotes({ unreadLines, otherHosts }: ReplayReport): readonly string[] {
  const unread = unreadLines.map(({ file, line, text }) => `  ${file}:${line}: ${text}`)
  const hosts = otherHosts.hosts
    .map(({ name, requests }) => `${name} (${grouped(requests)})`)
    .join(', ')
  return [
    ...(unread.length === 0 ? [] : ['', 'the first lines that were not understood:', ...unread]),
    ...(otherHosts.lines === 0
      ? []
      : [
          '',
          `${grouped(otherHosts.lines)} ${otherHosts.lines === 1 ? 'line names another host and is judged as a request' : 'lines name other hosts and are judged as requests'} to this site: ${hosts}`,
        ]),
  ]
}

/** What the page says before and behind its table. */
export function replayTexts(replay: ReplayAnswer): {
  readonly texts: readonly string[]
  /** Of unknown clients that look like bots. */
  readonly names: readonly string[]
} {
  const { against, declared } = replay
  const texts = [
    ...(replay.lines === 0 ? [EMPTY_REPLAY] : replaySummary(replay)),
    ...replayEngines(replay),
    ...replayObserved(replay),
    ...replayNotes(replay),
    ...(against === null ? [] : [`${replayCompared(against)}.`]),
  ]
  const names =
    declared.length === 0 ? [] : [`By the names that they give: ${someCounts(declared)}`]
  return { texts: texts.filter(Boolean), names }
}

export function someCounts(found: readonly (NameCount | PathCount)[]): string {
  return found
    .map((each) => `${'name' in each ? each.name : each.path} ${grouped(each.requests)}`)
    .join(', ')
}

const TEXT_RULES = 5
const TEXT_NAMES = 4
/**
 * The report as a terminal shows it. `against` is what other policies were compared, if any were.
 */
export function replayText(report: ReplayReport, against: string | null = null): string {
  if (report.lines === 0) return `${EMPTY_REPLAY}\n`
  return [
    ...replaySummary(report),
    ...replayEngines(report),
    ...replayObserved(report),
    ...(against === null ? [] : [replayCompared(against)]),
    '',
    ...textTable(replayColumns(report), report.crawlers, '-'),
    ...rulesText(report),
    ...declaredText(report),
    ...tokens(report),
    ...replayNotes(report),
  ]
    .join('\n')
    .concat('\n')
}

function rulesText({ rules }: ReplayReport): readonly string[] {
  const most = rules.slice(0, TEXT_RULES).map(({ source, line, text, requests, crawlers }) => {
    const place = `${source}${line === null ? '' : `:${line}`}`
    const rule = source === null ? `: ${text}` : ` by ${place} \`${text}\``
    const names = crawlers.slice(0, TEXT_NAMES).map(({ name }) => name)
    return `  ${grouped(requests)}${rule}: ${names.join(', ')}`
  })
  return most.length === 0 ? [] : ['', 'what would refuse or defer most:', ...most]
}

function declaredText({ declared }: ReplayReport): readonly string[] {
  if (declared.length === 0) return []
  return [
    '',
    `unknown clients that look like bots, by the names they give: ${someCounts(declared)}`,
  ]
}

/** Names in the log that no client of their operators sends. */
function tokens({ crawlers, declared }: ReplayReport): readonly string[] {
  const found = tokensAmong([
    ...crawlers.map(({ name }) => name),
    ...declared.map(({ name }) => name),
  ])
  return found.length === 0
    ? []
    : ['', ...found.map((token) => `${tokenSentence(token)} Its sender is somebody else`)]
}
