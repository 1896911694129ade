/** `acap replay`: an alias of `acap report --replay` that keeps its older JSON format. */
import type { CrawlReport, FindingKind } from '../../logs/report/crawl-report.ts'
import { replayText } from '../../logs/report/replay-sentences.ts'
import type { Run } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from '../input/counted-report.ts'
import { writeReportPage } from '../output/report-page.ts'

export const replayCommand: Run<'replay'> = async (paths, options, io) => {
  const asked = {
    ...NOTHING_ASKED,
    ...options,
    replay: true,
    robots: options.robots === null ? [] : [options.robots],
  }
  const subject = await reportSubject(asked, io)
  const report = await countedReport(subject, paths, null, asked, io)
  for (const { log, why } of report.lines.cut)
    io.err(`acap: \`${log}\` is cut: ${why}; what comes before is counted\n`)
  const { against, ...answer } = report.replay!
  if (options.html !== null) writeReportPage(options.html, report, subject, paths)
  return io.answer(answer, replayText(answer, against) + notesText(report))
}

const NOTES: ReadonlySet<string> = new Set<FindingKind>([
  'proxy',
  'shortened',
  'no-agents',
  'zoneless',
  'overlap',
])

/** Notes on the log that make the numbers doubtful. */
function notesText({ findings }: CrawlReport): string {
  const notes = findings.filter(({ kind }) => NOTES.has(kind)).map(({ text }) => `${text}\n`)
  return notes.length === 0 ? '' : `\n${notes.join('')}`
}
