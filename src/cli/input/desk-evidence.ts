/**
 * Writes the letter to an operator for the desk, as `acap report --for` does, and keeps the folder
 * that proves it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultReport } from '../../author/files/report-findings.ts'
import { tarArchive } from '../../base/files/tar-archive.ts'
import type { Io } from '../../base/io.ts'
import type { SentLetter } from '../../explorer/sent-letter.ts'
import type { EvidenceSource } from '../../explorer/server/served-paths.ts'
import { LETTER_FILE, readEvidence } from '../../logs/letter/evidence-folder.ts'
import type { Options } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from './counted-report.ts'

interface Kept {
  readonly parent: string
  readonly hash: string
}

/**
 * The log grows: the folder of the last letter is kept, until the process ends, so that its hash is
 * the letter's.
 */
export function deskEvidence(policies: string, options: Options<'serve'>, io: Io): EvidenceSource {
  const { log, format, map, trust, since } = options
  let kept: Kept | null = null
  const drop = () => kept !== null && rmSync(kept.parent, { recursive: true, force: true })
  const keep = (next: Kept) => {
    if (kept === null) process.once('exit', drop)
    drop()
    kept = next
  }
  const letter = async (operator: string): Promise<SentLetter> => {
    if (log.length === 0) return { letter: null, hash: null, fault: 'there is no log' }
    const parent = mkdtempSync(join(tmpdir(), 'acap-letter-'))
    const folder = join(parent, FOLDER)
    const asked = { ...NOTHING_ASKED, policies, format, map, trust, since, for: operator }
    try {
      const quiet = { ...io, err: () => undefined }
      await countedReport(await reportSubject(asked, io), log, folder, asked, quiet)
      const { hash } = readEvidence(folder)
      const text = readFileSync(join(folder, LETTER_FILE), 'utf8')
      keep({ parent, hash })
      return { letter: text, hash, fault: null }
    } catch (fault) {
      rmSync(parent, { recursive: true, force: true })
      const { message } = faultReport(fault as Error) ?? (fault as Error)
      return { letter: null, hash: null, fault: message }
    }
  }
  const archive = (hash: string) =>
    kept?.hash === hash ? tarArchive(join(kept.parent, FOLDER), FOLDER) : null
  return { letter, archive }
}

const FOLDER = 'evidence'
