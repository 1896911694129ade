/**
 * A report, the thresholds of report.toml and the environment → alerts, told on standard error, to a GitHub workflow and to
 * one address of the web. The address comes from the environment alone: a file that others may change sends nothing anywhere.
 */
import * as v from 'valibot'
import { ALERT_NAMES, type AlertKind, alertsOf, type ReportAlert } from '../../analysis/report/alerts.ts'
import { type CrawlReport, REPORT_VERSION } from '../../analysis/report/crawl-report.ts'
import { githubCommand } from '../../language/findings/render.ts'
import { EXIT, type ExitCode, StorageError, UsageError } from '../exit-codes.ts'
import { checkedValue, tomlIn } from '../input/checked-value.ts'
import { readNamed } from '../input/read-file.ts'
import type { Io } from '../io.ts'
import { postAlerts } from './post-alerts.ts'

/** The variable with the address. */
const WEBHOOK = 'ACAP_REPORT_WEBHOOK'

const COUNT = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0, 'a whole number, 0 or more')))
const THRESHOLDS = v.strictObject(
  Object.fromEntries(ALERT_NAMES.map((name) => [name, COUNT])) as Record<AlertKind, typeof COUNT>,
)

/** Tells the alerts of a report. */
export async function tellAlerts(report: CrawlReport, file: string, io: Io): Promise<ExitCode> {
  const thresholds = checkedValue(THRESHOLDS, tomlIn(readNamed(file).toString(), file), file)
  if (thresholds['new-training'] !== undefined && report.changes === null)
    throw new UsageError(`\`${file}\`: \`new-training\` needs a report to compare with`, '--compare LAST.json')
  const alerts = alertsOf(report, thresholds)
  if (alerts.length === 0) return EXIT.ok
  for (const { kind, text } of alerts) {
    io.err(`alert: ${text}\n`)
    if (io.env.GITHUB_ACTIONS === 'true') io.out(githubCommand('error', { title: `acap report: ${kind}` }, text))
  }
  await send(report, alerts, io)
  return EXIT.findings
}

async function send({ period }: CrawlReport, alerts: readonly ReportAlert[], io: Io): Promise<void> {
  const address = io.env[WEBHOOK]
  if (address === undefined || address === '') return
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    throw new UsageError(`\`${WEBHOOK}\` is not an https URL`)
  const text = alerts.map((alert) => alert.text).join('\n')
  const why = await postAlerts(address, { version: REPORT_VERSION, period, alerts, text })
  // The address may hold a secret.
  if (why !== null) throw new StorageError(`the alerts did not reach the address in \`${WEBHOOK}\`: ${why}`)
}
