/**
 * `acap verify`: checks a stranger's evidence folder: whether its numbers are right, and whether it
 * was altered.
 */
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { cached } from '../../base/cached.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { jsonObject } from '../../base/kept-line.ts'
import { grouped } from '../../base/text-table.ts'
import {
  EVIDENCE_FILE,
  EVIDENCE_ROW,
  type EvidenceManifest,
  type EvidenceRow,
  evidenceCrawlers,
  LETTER_FILE,
  ROWS_FILE,
  readEvidence,
  readLetter,
  rowBlocks,
  textFile,
  textsByHash,
} from '../../logs/letter/evidence-folder.ts'
import { evidenceLetter } from '../../logs/letter/evidence-letter.ts'
import { entryFrom } from '../../logs/read/cells-entry.ts'
import { actorOf, type CrawlerRequest, isRobots, RobotsFetches } from '../../logs/report/conduct.ts'
import { CrawlerCounts } from '../../logs/report/crawler-counts.ts'
import { RobotsTexts } from '../../logs/report/robots-texts.ts'
import type { Run } from '../command.ts'

const MOST_FAULTS = 20

export const verifyCommand: Run<'verify'> = async ([folder], { expect }, io) => {
  if (expect !== null && !/^[\da-f]{64}$/i.test(expect))
    throw new UsageError(`\`${expect}\` is not a SHA-256 in hexadecimal`)
  const { evidence, hash } = readEvidence(folder!)
  const faults = new Set<string>()
  if (expect !== null && expect.toLowerCase() !== hash)
    faults.add(`the folder is not the one that was sent: its hash is ${hash}`)
  for (const name of readdirSync(folder!))
    if (![EVIDENCE_FILE, LETTER_FILE, ...Object.keys(evidence.files)].includes(name))
      faults.add(`\`${name}\` is no part of the evidence`)
  const { rows, crawlers } = await recount(folder!, evidence, faults)
  if (!isDeepStrictEqual(crawlers, evidence.crawlers))
    faults.add(`\`${EVIDENCE_FILE}\`: the counts do not follow from the rows and texts`)
  if (readLetter(folder!) !== evidenceLetter(evidence, crawlers, hash))
    faults.add(`\`${LETTER_FILE}\` does not follow from the rest`)
  const agrees = faults.size === 0
  const expected = expect === null ? null : agrees
  return io.answer(
    { agrees, expected, hash, rows, crawlers, faults: [...faults] },
    agrees
      ? agreement(evidence, rows, expect !== null)
      : [...faults].map((fault) => `${fault}\n`).join(''),
    agrees ? EXIT.ok : EXIT.findings,
  )
}

/** Counts all rows again: first their fetches of robots.txt, by which the others are judged. */
async function recount(folder: string, evidence: EvidenceManifest, faults: Set<string>) {
  const sites = evidence.sites.map(({ site }) => site)
  const clients = new Map(
    evidence.crawlers.map(({ name, category, listed }) => {
      return [name, { name, agent: { name: listed ? name : null, operator: null, category } }]
    }),
  )
  const fetches = new RobotsFetches()
  const texts = textsOf(folder, evidence, faults)
  const from = timeAt(evidence.period.from, -Infinity)
  const to = timeAt(evidence.period.to, Infinity)
  const context = { texts, fetches, maxAge: evidence.maxAge }
  const crawlers = new Map<string, CrawlerCounts>()
  const clientOf = ({ site, crawler, time }: EvidenceRow) =>
    sites.includes(site) && Date.parse(time) < to ? clients.get(crawler) : undefined
  const hash = createHash('sha256')
  let rows = 0
  for await (const [row] of rowsOf(folder, (octets) => hash.update(octets), faults)) {
    rows++
    const request = requestIn(row, sites)
    if (clientOf(row) !== undefined && request.isRobots && row.method === 'GET')
      fetches.add(request)
  }
  if (hash.digest('hex') !== evidence.files[ROWS_FILE]) faults.add(`\`${ROWS_FILE}\` is changed`)
  for await (const [row, line] of rowsOf(folder, () => undefined, faults)) {
    const client = clientOf(row)
    if (client === undefined) {
      report(faults, line, 'is of no site, crawler or time of the evidence')
      continue
    }
    const request = requestIn(row, sites)
    const newCounts = () => new CrawlerCounts(client)
    // What comes before the period counts for nobody, but later requests are judged by it.
    const counts =
      request.entry.time < from ? newCounts() : cached(crawlers, client.name, newCounts)
    if (counts.add(request, context) !== row.conduct)
      report(faults, line, `says ${row.conduct}, which does not follow`)
  }
  return {
    rows,
    crawlers: evidenceCrawlers([...crawlers.values()].map((counts) => counts.report())),
  }
}

const NOTHING_KNOWN = entryFrom({})

/** The request of a row; `sites` in the order of their texts. */
function requestIn(row: EvidenceRow, sites: readonly string[]): CrawlerRequest {
  const {
    time: written,
    last,
    count,
    site,
    host,
    method,
    target,
    status,
    bytes,
    userAgent,
    crawler,
    network,
  } = row
  const time = Date.parse(written)
  const entry = {
    ...NOTHING_KNOWN,
    host,
    method,
    target,
    status,
    bytes,
    userAgent,
    count,
    time,
    last: last === null ? time : Date.parse(last),
    served: row.robotsHash,
  }
  const place = sites.indexOf(site)
  const actor = actorOf(place, host, crawler, network)
  return {
    entry,
    target,
    place,
    site,
    actor,
    proof: row.proof,
    network,
    isRobots: isRobots(target),
  }
}

async function* rowsOf(folder: string, see: (octets: Uint8Array) => void, faults: Set<string>) {
  let line = 0
  for await (const block of rowBlocks(folder, see)) {
    for (const text of block) {
      line++
      const read = v.safeParse(EVIDENCE_ROW, jsonObject(text))
      if (read.success) yield [read.output, line] as const
      else report(faults, line, 'is not a row')
    }
  }
}

function report(faults: Set<string>, line: number, what: string): void {
  if (faults.size < MOST_FAULTS) faults.add(`${ROWS_FILE}:${line} ${what}`)
}

function textsOf(
  folder: string,
  { sites, files }: EvidenceManifest,
  faults: Set<string>,
): readonly RobotsTexts[] {
  const hashes = Object.values(files).filter((hash) => Object.hasOwn(files, textFile(hash)))
  const programs = textsByHash(folder, hashes)
  for (const [hash, program] of programs)
    if (program === null) faults.add(`\`${textFile(hash)}\` is changed`)
  return sites.map(({ source, versions }) => {
    const known = versions.map(({ name, hash, from, until }) => {
      const text = { name, hash, program: programs.get(hash) ?? null, octets: null }
      return {
        ...text,
        from: timeAt(from, -Infinity),
        until: timeAt(until, Infinity),
      }
    })
    return new RobotsTexts(source, known)
  })
}

function timeAt(written: string | null, otherwise: number): number {
  return written === null ? otherwise : Date.parse(written)
}

function agreement(
  { operator, crawlers }: EvidenceManifest,
  rows: number,
  isExpected: boolean,
): string {
  const origin = isExpected
    ? 'The folder is the one with the hash that you expect, and agrees with itself'
    : 'The folder agrees with itself. That proves no origin: `--expect HASH` compares it with the letter as you got it. It has'
  return `${origin}${isExpected ? ':' : ''} ${grouped(rows)} requests of ${crawlers.length} crawlers of ${operator}.\n`
}
