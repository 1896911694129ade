/**
 * Writes our log lines as batches of telemetry events, one JSON line each: `acap report LOG
 * --events spur`.
 */
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { openLog } from '../../logs/read/open-log.ts'
import {
  eventBatch,
  ownLine,
  type RetrievalEvent,
  retrievalOf,
} from '../../logs/report/telemetry-events.ts'

const MOST_EVENTS = 1000

export async function writeEvents(paths: readonly string[], io: Io): Promise<ExitCode> {
  let events: RetrievalEvent[] = []
  let lines = 0
  const flush = () => {
    if (events.length > 0) io.out(`${JSON.stringify(eventBatch(events))}\n`)
    events = []
  }
  for (const path of paths) {
    for await (const block of openLog(path, io.stdin).blocks) {
      for (const text of block) {
        const line = ownLine(text)
        if (line === null) continue
        lines++
        const event = retrievalOf(line)
        if (event !== null) events.push(event)
        if (events.length === MOST_EVENTS) flush()
      }
    }
  }
  flush()
  if (lines === 0)
    throw new UsageError(
      'no line is one of ours: the lines of other servers say too little of who came',
      'the log of `acap gate` or of the Worker (docs/schema/log-line.schema.json)',
    )
  return EXIT.ok
}
