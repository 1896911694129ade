/**
 * Compares a report with the thresholds in report.toml, and prints alerts on standard error and for
 * GitHub workflows. They quote no log lines.
 */
import * as v from 'valibot'
import { checkedValue, tomlIn } from '../../author/files/checked-value.ts'
import { sumOf } from '../../base/counts.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { githubCommand } from '../../language/findings/render.ts'
import type { CrawlerConduct, CrawlReport } from './crawl-report.ts'
import { counted, FOUND } from './report-sentences.ts'

/**
 * The kinds of alerts, by their key in report.toml: how to count one for a crawler, and its words.
 */
const ALERT_KINDS = {
  'search-refused': {
    count: FOUND['search-refused'],
    noun: 'refused request',
    what: 'of search engines',
  },
  'new-training': {
    count: ({ category, name }: CrawlerConduct, { changes }: CrawlReport) =>
      category === 'training' && changes?.appeared.includes(name) ? 1 : 0,
    noun: 'crawler',
    what: 'for training that the last report has not',
  },
  forged: { count: FOUND.forged, noun: 'request', what: 'under a forged name' },
  proven: {
    count: FOUND.proven,
    noun: 'request',
    what: 'for closed pages after the robots.txt was read',
  },
  faults: {
    count: ({ failed }: CrawlerConduct) => failed ?? 0,
    noun: 'request',
    what: 'of crawlers failed here',
  },
} as const
type AlertKind = keyof typeof ALERT_KINDS
const ALERT_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[]

const COUNT = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(0, 'a whole number, 0 or more')),
)
/** Alerts come where there is more than this of a kind. */
const THRESHOLDS = v.strictObject(
  Object.fromEntries(ALERT_NAMES.map((name) => [name, COUNT])) as Record<AlertKind, typeof COUNT>,
)

const MOST_NAMES = 20
const MOST_LETTERS = 100

export function tellAlerts(report: CrawlReport, file: string, io: Io): ExitCode {
  const thresholds = checkedValue(THRESHOLDS, tomlIn(readNamed(file).toString(), file), file)
  if (thresholds['new-training'] !== undefined && report.changes === null)
    throw new UsageError(
      `\`${file}\`: \`new-training\` needs a report to compare with`,
      '--compare LAST.json',
    )
  const alerts = ALERT_NAMES.flatMap((kind) => alertsOf(report, kind, thresholds[kind] ?? Infinity))
  if (alerts.length === 0) return EXIT.ok
  for (const { kind, text } of alerts) {
    io.err(`alert: ${text}\n`)
    if (io.env.GITHUB_ACTIONS === 'true')
      io.out(githubCommand('error', { title: `acap report: ${kind}` }, text))
  }
  return EXIT.findings
}

/** The alert of a kind, if there is more than `most` of it, with its crawlers, most first. */
function alertsOf(report: CrawlReport, kind: AlertKind, most: number) {
  const { count: countOf } = ALERT_KINDS[kind]
  const found = report.crawlers.map((crawler) => ({
    name: crawler.name,
    count: countOf(crawler, report),
  }))
  const count = sumOf(found, (each) => each.count)
  if (count <= most) return []
  const sorted = found.filter((each) => each.count > 0).sort((a, b) => b.count - a.count)
  const names = sorted.slice(0, MOST_NAMES).map(({ name }) => name.slice(0, MOST_LETTERS))
  return [{ kind, text: `${subjectOf(kind, count, report)}: ${names.join(', ')}` }]
}

/**
 * The subject of an alert. It says `would` or `as if` where nothing was refused or the text is only
 * assumed.
 */
function subjectOf(kind: AlertKind, count: number, { crawlers, trust }: CrawlReport): string {
  const { noun, what } = ALERT_KINDS[kind]
  const plain = `${counted(count, noun)} ${what}`
  if (kind === 'proven' && trust.texts.some(({ source }) => source === 'assumed'))
    return `${plain}, as if this text had been in force`
  if (kind !== 'search-refused') return plain
  const observed = sumOf(crawlers, (each) => (each.category === 'search' ? each.observed : 0))
  if (observed === 0) return plain
  const would = 'would have been refused, if the policy did not only observe'
  return observed === count
    ? `${counted(count, 'request')} of search engines ${would}`
    : `${counted(count - observed, noun)} ${what}, and ${counted(observed)} that ${would}`
}
