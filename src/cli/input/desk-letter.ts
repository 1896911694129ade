/** Writes the letter to an operator for the desk, as `acap report --for` does. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultReport } from '../../author/files/report-findings.ts'
import type { Io } from '../../base/io.ts'
import type { LetterSource } from '../../explorer/server/served-paths.ts'
import { LETTER_FILE } from '../../logs/letter/evidence-folder.ts'
import type { Options } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from './counted-report.ts'

/** Its evidence is counted into a folder that is removed again: the command writes one to keep, with the same hash. */
export function deskLetter(policies: string, options: Options<'serve'>, io: Io): LetterSource {
  const { log, format, map, trust, since } = options
  return async (operator) => {
    if (log.length === 0) return { letter: null, fault: 'there is no log' }
    const parent = mkdtempSync(join(tmpdir(), 'acap-letter-'))
    const folder = join(parent, 'evidence')
    const asked = { ...NOTHING_ASKED, policies, format, map, trust, since, for: operator }
    try {
      const quiet = { ...io, err: () => undefined }
      await countedReport(await reportSubject(asked, io), log, folder, asked, quiet)
      return { letter: readFileSync(join(folder, LETTER_FILE), 'utf8'), fault: null }
    } catch (fault) {
      const { message } = faultReport(fault as Error) ?? (fault as Error)
      return { letter: null, fault: message }
    } finally {
      rmSync(parent, { recursive: true, force: true })
    }
  }
}
