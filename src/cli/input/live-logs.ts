/** Counts the last minute, hour and day of growing logs, while someone is watching. */
import type { SiteContext } from '../../decide/judge.ts'
import type { LiveSource } from '../../explorer/server/explorer-server.ts'
import { LogClients } from '../../logs/judge/log-clients.ts'
import { FollowedLog } from '../../logs/read/follow-log.ts'
import { LogReader, type LogReaderOptions } from '../../logs/read/log-reader.ts'
import { LiveCounts } from '../../logs/report/live-counts.ts'

/** How often logs are looked at, in milliseconds. */
const EVERY = 1000
/** Between two parts of what is there already: the page is served meanwhile. */
const PAUSE = 5

/** `contextsOf` and `readerOptions` are asked for when somebody looks first. */
export function liveLogs(
  paths: readonly string[],
  contextsOf: () => Promise<readonly SiteContext[]>,
  readerOptions: LogReaderOptions,
  clock = Date.now,
): LiveSource {
  const viewers = new Set<Parameters<LiveSource>[0]>()
  let counts: LiveCounts | null = null
  let sent = ''
  let timer: NodeJS.Timeout | undefined
  const logs = paths.map((path) => {
    const reader = new LogReader(readerOptions)
    return new FollowedLog(path, (line) => {
      for (const entry of reader.read(line) ?? []) counts!.add(entry, clock())
    })
  })
  const look = async () => {
    counts ??= new LiveCounts(new LogClients(await contextsOf()))
    const isMore = logs.map((log) => log.read()).some(Boolean)
    const report = counts.report(clock())
    const text = JSON.stringify(report)
    if (text !== sent) for (const show of viewers) show(report)
    sent = text
    timer = viewers.size === 0 ? undefined : setTimeout(begin, isMore ? PAUSE : EVERY)
  }
  // A policy with errors, or a log that is gone: there is nothing to show.
  const begin = () => void look().catch(() => undefined)
  return (show) => {
    viewers.add(show)
    sent = ''
    if (viewers.size === 1) begin()
    return () => {
      viewers.delete(show)
      if (viewers.size === 0) clearTimeout(timer)
    }
  }
}
