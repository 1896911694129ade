/** `acap replay`: the question of `acap report --replay` alone. Its JSON is what it was before there was a report. */
import { EXIT } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { crawlPage } from '../../logs/page/crawl-page.ts'
import { replayText } from '../../logs/report/replay-forms.ts'
import type { Options, Run } from '../command.ts'
import { countedReport, reportSubject } from '../input/counted-report.ts'

export const replayCommand: Run<'replay'> = async (paths, options, io) => {
  const asked = {
    ...NOT_ASKED,
    ...options,
    robots: options.robots === null ? [] : [options.robots],
  }
  const report = await countedReport(await reportSubject(asked, io), paths, null, asked, io)
  for (const { log, why } of report.lines.cut)
    io.err(`acap: \`${log}\` is cut: ${why}; what comes before is counted\n`)
  const { against, ...answer } = report.replay!
  if (options.html !== null) writeFiles([{ path: options.html, content: crawlPage(report) }])
  if (options.json) io.json(answer)
  else io.out(replayText(answer, against))
  return EXIT.ok
}

/** What `acap report` may be asked beside. */
const NOT_ASKED: Omit<Options<'report'>, keyof Options<'replay'>> = {
  replay: true,
  store: null,
  'max-age': null,
  from: null,
  to: null,
  since: null,
  sitemap: [],
  engine: null,
  rows: null,
  'print-sql': null,
  price: null,
  for: null,
  csv: false,
  compare: null,
  alerts: null,
}
