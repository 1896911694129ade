/** `acap summary`: describes who may do what on a site, with the lines that say so. */

import { readMoment } from '../../author/files/checked-value.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import { findSite } from '../../author/files/load-site.ts'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { readSound } from '../../author/files/report-findings.ts'
import { siteReport, siteReportMarkdown, siteReportText } from '../../author/summary/site-report.ts'
import { UsageError } from '../../base/faults.ts'
import { engineOf } from '../../decide/decide.ts'
import { programAt } from '../../program/program.ts'
import type { Run } from '../command.ts'

export const summaryCommand: Run<'summary'> = ([name], options, io) => {
  const { format } = options
  if (format !== null && format !== 'text' && format !== 'markdown')
    throw new UsageError(`\`${format}\` is not a format`, 'text, markdown')
  const site = readSound(findSite(name!), io)
  const at = readMoment(options.at)
  const engine = engineOf(programAt(compileSite(site), at))
  const report = siteReport(
    { engine, draft: site, reading: site.reading },
    crawlersOf(site.folder),
    at,
  )
  return io.answer(
    report,
    format === 'markdown' ? siteReportMarkdown(report) : siteReportText(report),
  )
}
