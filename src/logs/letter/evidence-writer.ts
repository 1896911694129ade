/** Writes one operator's requests to an evidence folder, row by row, so that any number fits. */
import { createHash } from 'node:crypto'
import { mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, UsageError, withFaultPath } from '../../base/faults.ts'
import { LineFile } from '../../base/files/line-file.ts'
import { operatorName } from '../../crawlers/operators.ts'
import type { SiteContext } from '../../decide/judge.ts'
import type { Conduct, ObservedRequest } from '../report/conduct.ts'
import type { CrawlReport } from '../report/crawl-report.ts'
import type { RobotsTexts } from '../report/robots-texts.ts'
import {
  EVIDENCE_FILE,
  EVIDENCE_VERSION,
  type EvidenceCrawler,
  type EvidenceManifest,
  type EvidenceRow,
  evidenceCrawlers,
  LETTER_FILE,
  MOST_ROWS_BYTES,
  ROWS_FILE,
  sha256,
  textFile,
} from './evidence-folder.ts'
import { evidenceLetter } from './evidence-letter.ts'

interface EvidenceSubject {
  readonly folder: string
  readonly operator: string
  readonly contexts: readonly SiteContext[]
  readonly from: number
  readonly to: number
  readonly maxAge: number
}

export class EvidenceWriter {
  readonly #subject: EvidenceSubject
  readonly #operators = new Set<string>()
  readonly #hash = createHash('sha256')
  readonly #rows: LineFile
  #size = 0
  #leftOut = 0

  /** @throws UsageError where something is in the folder already */
  constructor(subject: EvidenceSubject) {
    this.#subject = subject
    const { folder } = subject
    const there = statSync(folder, { throwIfNoEntry: false })
    if (there !== undefined && !(there.isDirectory() && readdirSync(folder).length === 0))
      throw new UsageError(
        `\`${folder}\` is there already`,
        'acap report LOG… --for OPERATOR FOLDER makes a new folder',
      )
    this.#rows = new LineFile(
      () => {
        mkdirSync(folder, { recursive: true })
        return openSync(join(folder, ROWS_FILE), 'wx')
      },
      (block) => this.#see(block),
    )
  }

  #see(block: Uint8Array): void {
    this.#hash.update(block)
    this.#size += block.length
    if (this.#size > MOST_ROWS_BYTES)
      throw new StorageError(
        `the rows have more than ${MOST_ROWS_BYTES >> 20} MiB`,
        'give a shorter period',
      )
  }

  /** Takes a request, if it is one of the operator's and not forged. */
  observe(request: ObservedRequest, conduct: Conduct | null): void {
    const operator = operatorName(request.client.agent.operator)
    if (operator !== null) this.#operators.add(operator)
    if (!this.#isWanted(operator)) return
    if (request.proof === 'forged') {
      this.#leftOut += request.entry.count
      return
    }
    withFaultPath(this.#subject.folder, () => this.#rows.write(rowOf(request, conduct)))
  }

  #isWanted(operator: string | null): boolean {
    return operator?.toLowerCase() === this.#subject.operator.toLowerCase()
  }

  /**
   * Writes what is left; returns the hash of the folder. @throws UsageError where there is no
   * request
   */
  finish(report: CrawlReport, texts: readonly RobotsTexts[]): string {
    const { folder, operator } = this.#subject
    const own = report.crawlers.filter((each) => each.requests > 0 && this.#isWanted(each.operator))
    if (own.length === 0) {
      const seen = [...this.#operators].sort().join(', ')
      throw new UsageError(
        `no request is from a crawler of \`${operator}\``,
        `operators in this log: ${seen || 'none'}`,
      )
    }
    withFaultPath(folder, () => this.#rows.close())
    const versions = texts.flatMap((each) => each.versions)
    const octetsOf = new Map(
      versions.flatMap(({ hash, octets }) => (octets === null ? [] : [[hash, octets]])),
    )
    const files = Object.fromEntries([...octetsOf.keys()].map((hash) => [textFile(hash), hash]))
    const crawlers = evidenceCrawlers(own)
    const evidence = this.#evidence(crawlers, texts, {
      [ROWS_FILE]: this.#hash.digest('hex'),
      ...files,
    })
    const written = `${JSON.stringify(evidence, null, 2)}\n`
    const hash = sha256(written)
    withFaultPath(folder, () => {
      for (const [text, octets] of octetsOf) writeFileSync(join(folder, textFile(text)), octets)
      writeFileSync(join(folder, EVIDENCE_FILE), written)
      writeFileSync(join(folder, LETTER_FILE), evidenceLetter(evidence, crawlers, hash))
    })
    return hash
  }

  #evidence(
    crawlers: readonly EvidenceCrawler[],
    texts: readonly RobotsTexts[],
    files: EvidenceManifest['files'],
  ): EvidenceManifest {
    const { from, to, maxAge, contexts } = this.#subject
    return {
      evidence: 'acap',
      version: EVIDENCE_VERSION,
      operator: [...this.#operators].find((name) => this.#isWanted(name))!,
      period: { from: limit(from), to: limit(to) },
      maxAge,
      contact:
        contexts
          .map(({ site }) => site.config.refuse.contact)
          .find((contact) => contact !== null) ?? null,
      sites: texts.map(({ source, versions }, place) => ({
        site: contexts[place]!.site.name,
        hosts: [...contexts[place]!.site.config.hosts],
        source,
        versions: versions.map(({ name, hash, from: start, until }) => {
          return { name, hash, from: limit(start), until: limit(until) }
        }),
      })),
      crawlers: crawlers.map((crawler) => ({ ...crawler })),
      files,
      leftOut: this.#leftOut,
    }
  }
}

function limit(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null
}

function rowOf(
  { entry, client, site, target, network, proof }: ObservedRequest,
  conduct: Conduct | null,
) {
  return {
    time: new Date(entry.time).toISOString(),
    last: entry.count === 1 ? null : new Date(entry.last).toISOString(),
    count: entry.count,
    site,
    host: entry.host,
    method: entry.method,
    target,
    status: entry.status,
    bytes: entry.bytes,
    robotsHash: entry.served,
    userAgent: entry.userAgent,
    crawler: client.name,
    proof: proof as EvidenceRow['proof'],
    network,
    address: proof === 'verified' && entry.ip !== '' ? entry.ip : null,
    conduct,
  } satisfies EvidenceRow
}
