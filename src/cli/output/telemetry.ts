/**
 * Writes our log lines as batches of telemetry events, one JSON line each: `acap report LOG
 * --events spur`. The events are of SPUR Content Telemetry 0.1 (SPUR-Coalition/telemetry, sections
 * 6.2 and 7.1), with which publishers and operators compare what was retrieved. Provisional,
 * because 1.0 was not available. Contains no addresses and no readers.
 */
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { jsonObject } from '../../base/kept-line.ts'
import { openLog } from '../../logs/read/open-log.ts'
import type { Category } from '../../words/decision-words.ts'
import type { LogLine } from '../../words/log-line.ts'

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

/** The recommended categories of 6.2; an event of another crawler has none. */
const BOT_CATEGORIES: Partial<Readonly<Record<Category, string>>> = {
  training: 'training',
  assistant: 'inference',
  agent: 'inference',
  'ai-search': 'search',
}

/** What an edge reports of a page that a crawler got. */
interface RetrievalEvent {
  readonly type: 'content_retrieved'
  readonly timestamp: string
  readonly source_role: 'edge'
  readonly content_url: string
  readonly data: {
    readonly user_agent: string
    readonly bot_name?: string
    readonly bot_category?: string
    readonly verified: boolean
    readonly response_status: number
    readonly response_bytes?: number
  }
}

/** Events that are delivered together: a batch has no session, which an edge does not know. */
function eventBatch(events: readonly RetrievalEvent[]) {
  return { document_type: 'event_batch', schema_version: '0.1', events } as const
}

/** The line of a log that is one of ours; null for any other. */
function ownLine(text: string): LogLine | null {
  const line = text.startsWith('{') ? jsonObject(text) : null
  return line?.acap === 'request' ? (line as unknown as LogLine) : null
}

/** The event of a line; null where a crawler got no page, and for a name that is forged. */
function retrievalOf(line: LogLine): RetrievalEvent | null {
  const { time, host, target, userAgent, crawler, assurance, outcome, status, bytes } = line
  const isRetrieved = status !== null && status >= 200 && status < 300
  const isTold = crawler !== null && outcome !== 'reader' && assurance.level !== 'forged'
  if (!isRetrieved || !isTold) return null
  const category = BOT_CATEGORIES[crawler.category ?? 'other']
  return {
    type: 'content_retrieved',
    timestamp: time,
    source_role: 'edge',
    content_url: `https://${host}${target}`,
    data: {
      user_agent: userAgent,
      ...(crawler.name !== null && { bot_name: crawler.name }),
      ...(category !== undefined && { bot_category: category }),
      verified: assurance.level === 'verified',
      response_status: status,
      ...(bytes !== null && { response_bytes: bytes }),
    },
  }
}
