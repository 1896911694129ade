/**
 * The shape of an evidence folder: `evidence.json` names all other files with their hashes and says what they are; each line
 * of `rows.ndjson` is a request; each `robots-HASH.txt` is a text. The hash of `evidence.json` is the hash of the folder; it
 * is in `letter.md`, which follows from the rest.
 */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { CONDUCTS } from '../../analysis/report/conduct.ts'
import { TEXT_SOURCES } from '../../analysis/report/robots-texts.ts'
import { CATEGORIES } from '../../vocabulary/decision-words.ts'

export const EVIDENCE_FILE = 'evidence.json'
export const ROWS_FILE = 'rows.ndjson'
export const LETTER_FILE = 'letter.md'
export const EVIDENCE_VERSION = 1

/** What one file may have, in octets. */
export const MOST_ROWS_BYTES = 512 << 20
export const MOST_TEXT_BYTES = 16 << 20
export const MOST_TEXTS = 1000

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

export const EVIDENCE = v.strictObject({
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
      source: v.picklist(TEXT_SOURCES),
      versions: v.array(
        v.strictObject({ name: v.string(), hash: v.union([HASH, v.literal('')]), from: LIMIT, until: LIMIT }),
      ),
    }),
  ),
  /** The counts, which follow from the rows and the texts. */
  crawlers: v.array(
    v.looseObject({ name: v.string(), category: v.nullable(v.picklist(CATEGORIES)), listed: v.boolean() }),
  ),
  files: v.record(v.string(), HASH),
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
  /** Path and query, resolved. */
  target: v.pipe(v.string(), v.startsWith('/')),
  /** 0 where the log does not say. */
  status: AMOUNT,
  bytes: v.nullable(AMOUNT),
  /** Of the robots.txt that was served. */
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

export function textFile(hash: string): string {
  return `robots-${hash}.txt`
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
