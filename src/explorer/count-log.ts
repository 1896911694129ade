/**
 * Makes the report of a log in the browser, for the playground, with the numbers of `acap report`.
 * The log is read twice, in pieces, so that it need not fit into memory.
 */
import { UsageError } from '../base/faults.ts'
import { siteContextOf } from '../decide/judge.ts'
import { readText } from '../language/site/read-site.ts'
import type { LogEntry } from '../logs/judge/log-entry.ts'
import { ANY_FORMAT, LogReader } from '../logs/read/log-reader.ts'
import { LogTally } from '../logs/report/counting.ts'
import type { CrawlReport } from '../logs/report/crawl-report.ts'
import { Reporter } from '../logs/report/reporter.ts'
import { RobotsTexts } from '../logs/report/robots-texts.ts'
import { compileAsWritten } from '../program/compile/compile.ts'
import { type Registry, robotsFile, type SiteProgram } from '../program/program.ts'
import { type Draft, readDraft } from './draft.ts'

export interface CountedLog {
  readonly log: Blob
  readonly name: string
  readonly draft: Draft
}

const ALWAYS = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
/** How long a crawler may have kept a copy, in milliseconds, as `acap report` takes it. */
const MAX_AGE = 3_600_000

export async function countLog(
  { log, name, draft }: CountedLog,
  registry: Registry,
): Promise<CrawlReport> {
  const { program, shown } = readDraft(draft, registry, Date.now())
  const reporter = new Reporter({
    contexts: [siteContextOf(program, registry, [])],
    ...{ from: ALWAYS.from, to: ALWAYS.until, maxAge: MAX_AGE },
    ...{ price: null, sitemap: null, replay: null, observe: null },
    textsOf: () => assumed(program),
    shown,
  })
  await eachEntry(log, name, new LogTally(), (entry) => reporter.note(entry))
  reporter.findTexts()
  await eachEntry(log, name, reporter, (entry) => reporter.add(entry))
  const report = reporter.report()
  const { read, undated, unread } = report.lines
  if (read + undated === 0 && unread > 0)
    throw new UsageError('no line is a request that is understood')
  return { ...report, cards: [] }
}

/** Nobody knows what was served when: today's text counts for all times. */
function assumed(site: SiteProgram): RobotsTexts {
  const { policy, trees } = readText(new TextDecoder().decode(robotsFile(site).text))
  const program = compileAsWritten(policy, trees)
  const version = { name: 'robots.txt', hash: '', program, octets: null, ...ALWAYS }
  return new RobotsTexts('assumed', [version])
}

async function eachEntry(
  log: Blob,
  name: string,
  tally: Pick<LogTally, 'skip'>,
  visit: (entry: LogEntry) => void,
): Promise<void> {
  const reader = new LogReader(ANY_FORMAT)
  let number = 0
  const read = (line: string) => {
    number++
    const found = line === '' ? [] : reader.read(line)
    if (found === null) tally.skip({ file: name, line: number, text: line })
    else for (const entry of found) visit(entry)
  }
  let rest = ''
  for await (const text of textOf(log)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) read(line.replace(/\r$/, ''))
  }
  if (rest !== '') read(rest)
}

/**
 * Its octets as characters, as logs are read everywhere here; decompressed where it begins like
 * gzip.
 */
async function* textOf(log: Blob): AsyncGenerator<string> {
  const [first, second] = new Uint8Array(await log.slice(0, 2).arrayBuffer())
  const isZipped = first === 0x1f && second === 0x8b
  const plain = isZipped ? log.stream().pipeThrough(new DecompressionStream('gzip')) : log.stream()
  const chunks = plain.getReader()
  for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
    let text = ''
    for (let at = 0; at < chunk.value.length; at += SLICE)
      text += String.fromCharCode(...chunk.value.subarray(at, at + SLICE))
    yield text
  }
}

/** So many arguments a call takes. */
const SLICE = 8192
