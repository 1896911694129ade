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

const FORMATS: ReadonlyMap<string, typeof siteReportText> = new Map([
  ['text', siteReportText],
  ['markdown', siteReportMarkdown],
])

export const summaryCommand: Run<'summary'> = ([name], options, io) => {
  const render = FORMATS.get(options.format ?? 'text')
  if (render === undefined)
    throw new UsageError(`\`${options.format}\` is not a format`, [...FORMATS.keys()].join(', '))
  const site = readFiles(findSite(name!))
  if (isStoppedByErrors([site], site.folder, io)) return EXIT.findings
  const at = readMoment(options.at)
  const decoder = new TextDecoder()
  const files = new Map([...site.files].map(([path, bytes]) => [path, decoder.decode(bytes)]))
  const engine = engineOf(programAt(compileSite(site), at))
  const report = siteReport({ engine, draft: { files }, reading: site.reading }, crawlersOf(site.folder), at)
  if (options.json) io.json(report)
  else io.out(render(report))
  return EXIT.ok
}
