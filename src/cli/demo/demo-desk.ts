/** Starts the desk with the example's policy and made-up log, for pictures and the playground. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_POLICIES } from '../../author/files/load-site.ts'
import { DAY } from '../../base/calendar.ts'
import { explorerServer } from '../../explorer/server/explorer-server.ts'
import { MADE_UP, madeUpWeek } from './made-up-week.ts'

const LARGEST_REPORT = 1 << 28

/** Serves the desk on a free port, with the week before an instant. The command has to be built. */
export async function serveDemoDesk(
  now: number,
): Promise<{ readonly home: string; readonly close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-demo-'))
  const log = join(folder, 'access.log')
  writeFileSync(log, madeUpWeek(now, 'localhost:8787'))
  const [from, to] = [now - 7 * DAY, now].map((time) => new Date(time).toISOString())
  const words = ['dist/acap.js', 'report', log, '--from', from!, '--to', to!, '--json']
  const options = { encoding: 'utf8', maxBuffer: LARGEST_REPORT } as const
  const report: unknown = JSON.parse(execFileSync(process.execPath, words, options))
  rmSync(folder, { recursive: true })
  const source = async () => ({ report, labels: {}, fault: null, remark: MADE_UP })
  const server = explorerServer('dist/explorer', DEFAULT_POLICIES, source)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { home: `http://localhost:${port}/`, close: () => void server.close() }
}
