/** `acap summary`: a site → who may do what, in sentences with the lines that say so. */
import { siteReport, siteReportMarkdown, siteReportText } from '../../analysis/summary/site-report.ts'
import { programAt } from '../../bundle/program.ts'
import { engineOf } from '../../engine/decide.ts'
import type { Run } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { readMoment } from '../input/checked-value.ts'
import { compileSite } from '../input/load-programs.ts'
import { findSite } from '../input/load-site.ts'
import { crawlersOf } from '../input/policy-lists.ts'
import { readFiles } from '../input/read-policies.ts'
import { isStoppedByErrors } from '../output/report-findings.ts'

export const summaryCommand: Run<'summary'> = ([name], options, io) => {
  const { format } = options
  if (format !== null && format !== 'text' && format !== 'markdown')
    throw new UsageError(`\`${format}\` is not a format`, 'text, markdown')
  const site = readFiles(findSite(name!))
  if (isStoppedByErrors([site], site.folder, io)) return EXIT.findings
  const at = readMoment(options.at)
  const engine = engineOf(programAt(compileSite(site), at))
  const report = siteReport({ engine, draft: site, reading: site.reading }, crawlersOf(site.folder), at)
  if (options.json) io.json(report)
  else io.out(format === 'markdown' ? siteReportMarkdown(report) : siteReportText(report))
  return EXIT.ok
}
