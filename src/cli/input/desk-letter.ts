/** Writes the letter to an operator for the desk, as `acap report --for` does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultReport } from '../../author/files/report-findings.ts'
import { inTemporaryFolder } from '../../base/files/temporary-folder.ts'
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
    const asked = { ...NOTHING_ASKED, policies, format, map, trust, since, for: operator }
    const quiet = { ...io, err: () => undefined }
    return inTemporaryFolder('letter', async (folder) => {
      await countedReport(await reportSubject(asked, io), log, folder, asked, quiet)
      return { letter: readFileSync(join(folder, LETTER_FILE), 'utf8'), fault: null }
    }).catch((fault: Error) => {
      const { message } = faultReport(fault) ?? fault
      return { letter: null, fault: message }
    })
  }
}
