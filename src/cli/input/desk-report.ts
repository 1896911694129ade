/** Logs, a folder of policies and options of `acap serve` → what the logs say, counted again when they have grown. */
import { statSync } from 'node:fs'
import { faultReport } from '../../author/files/report-findings.ts'
import type { Io } from '../../base/io.ts'
import type { ReportSource } from '../../explorer/server/explorer-server.ts'
import { remarkOf } from '../../logs/read/log-remark.ts'
import { isReadOnce } from '../../logs/read/read-logs.ts'
import type { Options } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from './counted-report.ts'

/** A log is counted again at the earliest after so many times what the last count took: most of the time is the author's. */
const PAUSES = 10

type SentReport = Awaited<ReturnType<ReportSource>>

/** Where no log is named, nothing is known. What can be read only once is read once. */
export function deskReport(
  folder: string,
  options: Options<'serve'>,
  io: Io,
  clock = () => performance.now(),
): ReportSource {
  const paths = options.log
  const { format, map, trust, price, sitemap, since } = options
  const asked = { ...NOTHING_ASKED, policies: folder, format, map, trust, price, sitemap, since }
  const isOnce = paths.some(isReadOnce)
  let counted: Promise<SentReport> | null = null
  let state = ''
  let next = 0
  const count = async (): Promise<SentReport> => {
    const begin = clock()
    try {
      const subject = await reportSubject(asked, io)
      return {
        report: await countedReport(subject, paths, null, asked, io),
        fault: null,
        remark: remarkOf(paths),
      }
    } catch (fault) {
      return {
        report: null,
        fault: faultReport(fault as Error)?.message ?? String(fault),
        remark: null,
      }
    } finally {
      next = begin + (clock() - begin) * (PAUSES + 1)
    }
  }
  return async () => {
    if (paths.length === 0) return { report: null, fault: null, remark: null }
    const now = isOnce ? '' : stateOf(paths)
    const isOld = now !== state && clock() >= next
    if (counted === null || isOld) {
      state = now
      next = Number.POSITIVE_INFINITY
      counted = count()
    }
    return counted
  }
}

/** Changes when a log grows, or another takes its place. */
function stateOf(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return `${found?.ino} ${found?.size}`
    })
    .join('\n')
}
