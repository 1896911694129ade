/**
 * Defines the evidence folder, and reads one from a stranger. `evidence.json` lists rows and texts
 * with their hashes; its own hash identifies the folder and is in `letter.md`, which is generated
 * from the rest.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, createReadStream, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { checkedJson } from '../../author/files/checked-value.ts'
import { textProgram } from '../../author/files/load-programs.ts'
import { sourceText } from '../../author/files/source-text.ts'
import { mostFirst } from '../../base/counts.ts'
import { UsageError } from '../../base/faults.ts'
import { readLines } from '../../base/files/lines-of.ts'
import { notRegular, readOpened } from '../../base/files/read-file.ts'
import { PolicyLimitError } from '../../program/compile/compile.ts'
import { CATEGORIES } from '../../words/decision-words.ts'
import { CONDUCTS } from '../report/conduct.ts'
import { type CrawlerConduct, TEXT_SOURCES } from '../report/crawl-report.ts'
import type { RobotsVersion } from '../report/robots-texts.ts'

export const EVIDENCE_FILE = 'evidence.json'
export const ROWS_FILE = 'rows.ndjson'
export const LETTER_FILE = 'letter.md'
export const EVIDENCE_VERSION = 1

export const MOST_ROWS_BYTES = 512 << 20
const MOST_TEXT_BYTES = 16 << 20
const MOST_TEXTS = 1000

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const AMOUNT = v.pipe(v.number(), v.minValue(0))
const HASH = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/, 'not a SHA-256 in hexadecimal'))
const TIME = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'not a time in UTC'),
  v.check((time) => !Number.isNaN(Date.parse(time)), 'a time that does not exist'),
)
/** Null: without limit. */
const LIMIT = v.nullable(TIME)

const EVIDENCE = v.strictObject({
  evidence: v.literal('acap'),
  version: v.literal(EVIDENCE_VERSION),
  operator: v.string(),
  /** The first instant, and the first that is left out. */
  period: v.strictObject({ from: LIMIT, to: LIMIT }),
  /** How long a crawler may keep a robots.txt, in milliseconds. */
  maxAge: COUNT,
  contact: v.nullable(v.string()),
  sites: v.array(
    v.strictObject({
      site: v.string(),
      hosts: v.array(v.string()),
      source: v.picklist(TEXT_SOURCES),
      versions: v.array(
        v.strictObject({
          name: v.string(),
          hash: v.union([HASH, v.literal('')]),
          from: LIMIT,
          until: LIMIT,
        }),
      ),
    }),
  ),
  /** The counts, which follow from the rows and the texts. */
  crawlers: v.array(
    v.looseObject({
      name: v.string(),
      category: v.nullable(v.picklist(CATEGORIES)),
      listed: v.boolean(),
    }),
  ),
  files: v.record(v.string(), HASH),
  /** Requests under these names that failed a check, which the folder does not hold. */
  leftOut: v.optional(COUNT, 0),
})
export type EvidenceManifest = v.InferOutput<typeof EVIDENCE>

/** A line of rows.ndjson: one request, or several equal ones. */
export const EVIDENCE_ROW = v.strictObject({
  time: TIME,
  /** Of the last, where the row is for several requests. */
  last: v.nullable(TIME),
  count: v.pipe(COUNT, v.minValue(1)),
  site: v.string(),
  host: v.nullable(v.string()),
  method: v.string(),
  target: v.pipe(v.string(), v.startsWith('/')),
  /** 0 where the log does not say. */
  status: AMOUNT,
  bytes: v.nullable(AMOUNT),
  robotsHash: v.nullable(HASH),
  userAgent: v.string(),
  crawler: v.string(),
  proof: v.picklist(['verified', 'claimed', 'unchecked']),
  network: v.string(),
  /** Only where the name is verified. */
  address: v.nullable(v.string()),
  conduct: v.nullable(v.picklist(CONDUCTS)),
})
export type EvidenceRow = v.InferOutput<typeof EVIDENCE_ROW>

const MEMBERS = [
  'name',
  'category',
  'listed',
  'onBehalf',
  'requests',
  'bytes',
  'robots',
  'violations',
  'proof',
  'networks',
  'rules',
  'first',
  'last',
] as const satisfies readonly (keyof CrawlerConduct)[]

export type EvidenceCrawler = Pick<CrawlerConduct, (typeof MEMBERS)[number]>

/** The counts that follow from rows and texts, most requests first. */
export function evidenceCrawlers(crawlers: readonly EvidenceCrawler[]): readonly EvidenceCrawler[] {
  return crawlers
    .map(
      (all) =>
        Object.fromEntries(
          MEMBERS.map((member) => [member, all[member]]),
        ) as unknown as EvidenceCrawler,
    )
    .sort(mostFirst('requests', 'name'))
}

export function textFile(hash: string): string {
  return `robots-${hash}.txt`
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Reads `evidence.json`, and computes the hash of that file. @throws UsageError for another shape
 */
export function readEvidence(folder: string): {
  readonly evidence: EvidenceManifest
  readonly hash: string
} {
  const bytes = read(folder, EVIDENCE_FILE)
  const evidence = checkedJson(EVIDENCE, bytes.toString(), EVIDENCE_FILE)
  const { [ROWS_FILE]: rows, ...texts } = evidence.files
  const wrong = Object.entries(texts).find(([name, hash]) => name !== textFile(hash))
  if (wrong !== undefined) throw new UsageError(`\`${EVIDENCE_FILE}\` names a file \`${wrong[0]}\``)
  if (rows === undefined)
    throw new UsageError(`\`${EVIDENCE_FILE}\` does not name \`${ROWS_FILE}\``)
  if (Object.keys(texts).length > MOST_TEXTS)
    throw new UsageError(`\`${EVIDENCE_FILE}\` names more than ${MOST_TEXTS} texts`)
  return { evidence, hash: sha256(bytes) }
}

export function readLetter(folder: string): string {
  return read(folder, LETTER_FILE).toString()
}

/**
 * The most rules in all texts of an evidence folder, which may come from a stranger. Enough for ten
 * of the largest sites; some 300 MB of memory.
 */
const MOST_TEXT_RULES = 5_000_000

/** The program of each text by its hash; null where the file is another. */
export function textsByHash(
  folder: string,
  hashes: readonly string[],
): ReadonlyMap<string, RobotsVersion['program']> {
  let rules = 0
  const programs = new Map<string, RobotsVersion['program']>()
  for (const hash of hashes) {
    const program = textOfHash(folder, hash)
    rules += program?.rules.flags.length ?? 0
    if (rules > MOST_TEXT_RULES) {
      const most = MOST_TEXT_RULES.toLocaleString('en')
      throw new UsageError(`the texts in \`${folder}\` make more than ${most} rules`)
    }
    programs.set(hash, program)
  }
  return programs
}

function textOfHash(folder: string, hash: string): RobotsVersion['program'] {
  const bytes = read(folder, textFile(hash))
  if (sha256(bytes) !== hash) return null
  try {
    return textProgram(sourceText(bytes, null).text)
  } catch (fault) {
    if (!(fault instanceof PolicyLimitError)) throw fault
    throw new UsageError(`\`${textFile(hash)}\`: ${fault.message}`)
  }
}

/** The lines of the rows, a block at a time; `see` gets the octets. */
export async function* rowBlocks(
  folder: string,
  see: (octets: Uint8Array) => void,
): AsyncGenerator<readonly string[]> {
  const file = open(folder, ROWS_FILE, MOST_ROWS_BYTES)
  try {
    yield* readLines(seen(createReadStream('', { fd: file, autoClose: false }), see))
  } finally {
    closeSync(file)
  }
}

function read(folder: string, name: string): Buffer {
  const file = open(folder, name, MOST_TEXT_BYTES)
  try {
    return readOpened(file, name, MOST_TEXT_BYTES)
  } finally {
    closeSync(file)
  }
}

/**
 * Only regular files of bounded size; no link is followed. Without O_NONBLOCK, opening a pipe waits
 * for a writer.
 */
function open(folder: string, name: string, most: number): number {
  const path = join(folder, name)
  const stats = lstatSync(path)
  if (!stats.isFile()) throw notRegular(path)
  if (stats.size > most) throw new UsageError(`\`${path}\` is larger than ${most >> 20} MiB`)
  return openSync(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
}

async function* seen(chunks: AsyncIterable<Uint8Array>, see: (octets: Uint8Array) => void) {
  for await (const chunk of chunks) {
    see(chunk)
    yield chunk
  }
}
