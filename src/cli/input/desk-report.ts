/**
 * Keeps the desk's report up to date: counts the logs again when they have grown, or when the
 * policies or their lists have changed.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { faultReport } from '../../author/files/report-findings.ts'
import type { Io } from '../../base/io.ts'
import { labelsOf } from '../../explorer/policy-picture.ts'
import type { ReportSource } from '../../explorer/server/served-paths.ts'
import { remarkOf } from '../../logs/read/log-remark.ts'
import type { Options } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from './counted-report.ts'

/**
 * A log is counted again at the earliest after so many times what the last count took: most of the
 * time is the author's.
 */
const PAUSES = 10

type SentReport = Awaited<ReturnType<ReportSource>>

/**
 * Where no log is named, nothing is known. Of a log that is rotated, the file before counts, too.
 */
export function deskReport(
  folder: string,
  options: Options<'serve'>,
  io: Io,
  clock = () => performance.now(),
): ReportSource {
  const logs = options.log.map((path) => new RotatedLog(path))
  const { format, map, trust, price, sitemap, since } = options
  const asked = { ...NOTHING_ASKED, policies: folder, format, map, trust, price, sitemap, since }
  let counted: Promise<SentReport> | null = null
  let state = ''
  let next = 0
  const count = async (): Promise<SentReport> => {
    const begin = clock()
    const paths = logs.flatMap((log) => log.paths)
    try {
      const subject = await reportSubject(asked, io)
      const report = await countedReport(subject, paths, null, asked, io)
      const labels = labelsOf(report, subject.programs.shown)
      return { report, labels, fault: null, remark: remarkOf(paths) }
    } catch (fault) {
      return {
        report: null,
        labels: {},
        fault: faultReport(fault as Error)?.message ?? String(fault),
        remark: null,
      }
    } finally {
      next = begin + (clock() - begin) * (PAUSES + 1)
    }
  }
  return async () => {
    if (logs.length === 0) return { report: null, labels: {}, fault: null, remark: null }
    const now = [...logs.map((log) => log.look()), ...filesIn(folder)].join('\n')
    const isOld = now !== state && clock() >= next
    if (counted === null || isOld) {
      state = now
      next = Infinity
      counted = count()
    }
    return counted
  }
}

/** Every file below the folder, with what changes when it is written. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => {
      const found = statSync(join(folder, path), { throwIfNoEntry: false })
      return `${path} ${found?.size} ${found?.mtimeMs}`
    })
  } catch {
    // Counting says what is wrong with the folder.
    return []
  }
}

class RotatedLog {
  readonly #path: string
  #file: number | undefined
  #before = ''

  constructor(path: string) {
    this.#path = path
    this.look()
  }

  /** Changes when the log grows, or another takes its place. */
  look(): string {
    const found = statSync(this.#path, { throwIfNoEntry: false })
    const before = `${this.#path}.1`
    const isRotated = this.#file !== undefined && found?.ino !== this.#file
    if (isRotated && statSync(before, { throwIfNoEntry: false })?.ino === this.#file)
      this.#before = before
    this.#file = found?.ino
    return `${found?.ino} ${found?.size}`
  }

  get paths(): readonly string[] {
    return this.#before === '' ? [this.#path] : [this.#before, this.#path]
  }
}
