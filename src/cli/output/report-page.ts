/** Writes the page of `acap report --html` from a report and its policies. */
import { statSync } from 'node:fs'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { labelsOf } from '../../explorer/policy-picture.ts'
import { frozenPage, frozenSites } from '../../explorer/server/frozen-page.ts'
import { sentSites } from '../../explorer/server/sent-sites.ts'
import { remarkOf } from '../../logs/read/log-remark.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import { LABEL } from '../../program/format.ts'
import { knownCrawlers } from '../../registry.ts'
import type { ReportSubject } from '../input/counted-report.ts'

/** `logs` are looked into for a remark. */
export function writeReportPage(
  file: string,
  report: CrawlReport,
  { policies, programs }: Pick<ReportSubject, 'policies' | 'programs'>,
  logs: readonly string[],
): void {
  const content = frozenPage(report, {
    sites: sitesIn(policies, report),
    labels: labelsOf(report, programs.shown),
    remark: remarkOf(logs),
  })
  writeFiles([{ path: file, content }])
}

/** The sites of the policies; none for a bundle, which does not contain their texts. */
function sitesIn(policies: string, report: CrawlReport) {
  if (statSync(policies).isDirectory())
    return frozenSites(sentSites(policies), crawlersOf(policies), report)
  const text = readNamed(policies).toString()
  if (text.startsWith(LABEL)) return []
  return frozenSites([{ site: '', files: { 'robots.txt': text } }], knownCrawlers(), report)
}
