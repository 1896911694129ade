/** Collects for the desk what crawlers requested in the logs' last seven days. */
import type { Io } from '../../base/io.ts'
import type { TrafficSource } from '../../explorer/server/served-paths.ts'
import { isReadOnce, readLogs } from '../../logs/read/read-logs.ts'
import { LogTally } from '../../logs/report/counting.ts'
import { RecentRequests, type RecentTraffic } from '../../logs/report/recent-requests.ts'
import type { Options } from '../command.ts'
import { NOTHING_ASKED, reportSubject } from './counted-report.ts'

/**
 * How long an answer is good, in milliseconds: a change is tried on a week, and the last minutes
 * matter little.
 */
const GOOD_FOR = 600_000

const NONE: RecentTraffic = {
  ...{ to: 0, agents: [], forged: [], isChecked: false, targets: [], rows: [], leftOut: 0 },
}

/** Null where no log is named, and of a log that can be read only once: the report has read it. */
export function deskTraffic(
  folder: string,
  options: Options<'serve'>,
  io: Io,
  clock = () => performance.now(),
): TrafficSource {
  const { log: paths, format, map } = options
  const asked = { ...NOTHING_ASKED, policies: folder, format, map }
  let read: ReturnType<typeof readAll> | null = null
  let until = 0
  async function readAll() {
    const { contexts, readerOptions } = await reportSubject(asked, io)
    const recent = new RecentRequests(contexts)
    const logs = paths.map((path) => ({ path, name: path }))
    await readLogs(logs, readerOptions, (entry) => recent.add(entry), new LogTally(), io)
    const traffic = recent.traffic()
    return new Map(contexts.map(({ site }, i) => [site.name, traffic[i]!]))
  }
  return async (site) => {
    if (paths.length === 0 || paths.some(isReadOnce)) return null
    if (read === null || clock() > until) {
      until = Infinity
      read = readAll().finally(() => {
        until = clock() + GOOD_FOR
      })
    }
    // Faults of a log are reported by the desk's report, so ignore them here.
    return read.then(
      (sites) => sites.get(site) ?? NONE,
      () => null,
    )
  }
}
