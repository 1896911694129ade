/**
 * Reads from a site's logs what real crawlers got, counted as in `acap report`, to complete an
 * audit.
 */
import type { LoggedCrawler } from '../../author/audit/audit.ts'
import type { Io } from '../../base/io.ts'
import type { Options } from '../command.ts'
import { countedReport, NOTHING_ASKED, reportSubject } from '../input/counted-report.ts'

export async function loggedCrawlers(
  folder: string,
  { log, trust }: Pick<Options<'audit'>, 'log' | 'trust'>,
  io: Io,
): Promise<readonly LoggedCrawler[]> {
  const options = { ...NOTHING_ASKED, policies: folder, trust }
  const subject = await reportSubject(options, io)
  const { crawlers } = await countedReport(subject, log, null, options, io)
  return crawlers.map(({ name, requests, proof, refused, violations }) => {
    const verified = proof.unchecked === requests ? null : proof.verified
    return { name, requests, verified, refused, violations: violations.proven }
  })
}
