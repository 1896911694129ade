/** `acap replay`: the question of `acap report --replay` alone. Its JSON is what it was before there was a report. */
import { EXIT } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { crawlPage } from '../../logs/page/crawl-page.ts'
import { replayText } from '../../logs/report/replay-forms.ts'
import type { Run } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from '../input/counted-report.ts'

export const replayCommand: Run<'replay'> = async (paths, options, io) => {
  const asked = {
    ...NOTHING_ASKED,
    ...options,
    replay: true,
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
