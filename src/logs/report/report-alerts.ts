/**
 * A report and the thresholds of report.toml → alerts, on standard error, for a GitHub workflow, and to one address that the
 * environment alone gives: files that others may change send nothing anywhere. Alerts have no line of a log and no address.
 */
import * as v from 'valibot'
import { checkedValue, tomlIn } from '../../author/files/checked-value.ts'
import { EXIT, type ExitCode, StorageError, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { githubCommand } from '../../language/findings/render.ts'
import { type CrawlerConduct, type CrawlReport, REPORT_VERSION } from './crawl-report.ts'
import { counted, FOUND } from './report-sentences.ts'

const WEBHOOK = 'ACAP_REPORT_WEBHOOK'

/** What can be counted, by its key in report.toml: how much of it one crawler has, and what it is called. */
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

export async function tellAlerts(report: CrawlReport, file: string, io: Io): Promise<ExitCode> {
  const thresholds = checkedValue(THRESHOLDS, tomlIn(readNamed(file).toString(), file), file)
  if (thresholds['new-training'] !== undefined && report.changes === null)
    throw new UsageError(
      `\`${file}\`: \`new-training\` needs a report to compare with`,
      '--compare LAST.json',
    )
  const alerts = ALERT_NAMES.flatMap((kind) =>
    alertsOf(report, kind, thresholds[kind] ?? Number.POSITIVE_INFINITY),
  )
  if (alerts.length === 0) return EXIT.ok
  for (const { kind, text } of alerts) {
    io.err(`alert: ${text}\n`)
    if (io.env.GITHUB_ACTIONS === 'true')
      io.out(githubCommand('error', { title: `acap report: ${kind}` }, text))
  }
  const address = io.env[WEBHOOK] ?? ''
  if (address === '') return EXIT.findings
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    throw new UsageError(`\`${WEBHOOK}\` is not an https URL`)
  const text = alerts.map((alert) => alert.text).join('\n')
  const why = await postAlerts(address, {
    version: REPORT_VERSION,
    period: report.period,
    alerts,
    text,
  })
  // The address may hold a secret.
  if (why !== null)
    throw new StorageError(`the alerts did not reach the address in \`${WEBHOOK}\`: ${why}`)
  return EXIT.findings
}

/** The alert of a kind, if there is more than `most` of it, with its crawlers, most first. */
function alertsOf(report: CrawlReport, kind: AlertKind, most: number) {
  const { count: countOf, noun, what } = ALERT_KINDS[kind]
  const found = report.crawlers.map((crawler) => ({
    name: crawler.name,
    count: countOf(crawler, report),
  }))
  const count = found.reduce((sum, each) => sum + each.count, 0)
  if (count <= most) return []
  const sorted = found.filter((each) => each.count > 0).sort((a, b) => b.count - a.count)
  const names = sorted.slice(0, MOST_NAMES).map(({ name }) => name.slice(0, MOST_LETTERS))
  return [{ kind, count, names, text: `${counted(count, noun)} ${what}: ${names.join(', ')}` }]
}

const PATIENCE_MS = 10_000
/** Before each further try. */
const PAUSES_MS = [1000, 5000]

const SENDER = {
  fetch,
  pause: (milliseconds: number): Promise<unknown> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/** Posts alerts, and tries a few times. Returns why they did not arrive, null where they did. */
export async function postAlerts(address: string, body: unknown, { fetch: send, pause } = SENDER) {
  for (let tries = 0; ; tries++) {
    const { why, isFinal } = await tryOnce(send, address, body)
    const wait = PAUSES_MS[tries]
    if (isFinal || wait === undefined) return why
    await pause(wait)
  }
}

/** Follows no redirect, and reads nothing of the answer but its status. */
async function tryOnce(send: typeof fetch, address: string, body: unknown) {
  try {
    const answer = await send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'acap-edge' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    const { ok, status } = answer
    // Another try changes nothing where the request itself was refused.
    return { why: ok ? null : `status ${status}`, isFinal: ok || (status < 500 && status !== 429) }
  } catch (fault) {
    const { message, cause } = fault as Error
    return { why: cause instanceof Error ? cause.message : message, isFinal: false }
  }
}
