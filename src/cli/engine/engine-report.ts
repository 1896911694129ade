/**
 * `acap report --engine`: files that an engine reads → the counts of a report.
 */
import type { Reporter } from '../../analysis/report/reporter.ts'
import type { RobotsTexts, SeenText } from '../../analysis/report/robots-texts.ts'
import type { SiteContext } from '../../enforce/judge.ts'
import { UsageError } from '../exit-codes.ts'
import type { LogPart } from '../logs/log-parts.ts'
import { DuckDbLog } from './duckdb-log.ts'
import { EngineRows } from './engine-rows.ts'
import { RowFile } from './row-file.ts'
import type { RowPeriod } from './row-queries.ts'

/** What a log is judged by. */
interface EngineReport {
  readonly contexts: readonly SiteContext[]
  readonly period: RowPeriod
  readonly reporter: Reporter
  readonly textsOf: (place: number, served: readonly SeenText[]) => RobotsTexts
  /** What the log calls parts of a request. */
  readonly names: ReadonlyMap<string, LogPart>
  /** Where to write the rows; null: nowhere. */
  readonly rows: string | null
}

/** Counts what an engine finds. @throws UsageError for an engine that is not known */
export async function countByEngine(
  engine: string,
  paths: readonly string[],
  { contexts, period, reporter, textsOf, names, rows: path }: EngineReport,
): Promise<void> {
  if (engine !== 'duckdb') throw new UsageError(`\`${engine}\` is not an engine`, '--engine duckdb')
  const log = await DuckDbLog.open(paths, names)
  const file = path === null ? null : new RowFile(path)
  try {
    const rows = new EngineRows(log, contexts)
    await rows.fetches((entry) => reporter.note(entry))
    reporter.judgeBy(textsOf)
    const { texts } = reporter
    const hasGaps = file !== null || texts.some(({ asksForGaps }) => asksForGaps)
    await rows.all(texts, period, hasGaps, (entry, cells) => {
      reporter.add(entry)
      file?.write(cells)
    })
    const unread = await rows.unread()
    if (unread > 0) reporter.skip({ file: paths.join(' '), line: 1, text: '' }, unread)
  } finally {
    file?.close()
    log.close()
  }
}
