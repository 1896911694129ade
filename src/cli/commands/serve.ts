/**
 * `acap serve`: runs the explorer on this machine until it is interrupted or another program ends.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DEFAULT_POLICIES } from '../../author/files/load-site.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { explorerServer } from '../../explorer/server/explorer-server.ts'
import { isReadOnce } from '../../logs/read/read-logs.ts'
import { spoolPipe } from '../../logs/read/spool-pipe.ts'
import type { Run } from '../command.ts'
import { NOTHING_ASKED, reportSubject } from '../input/counted-report.ts'
import { deskEvidence } from '../input/desk-evidence.ts'
import { deskReport } from '../input/desk-report.ts'
import { deskTraffic } from '../input/desk-traffic.ts'
import { liveLogs } from '../input/live-logs.ts'
import { readerOptionsOf } from '../input/log-options.ts'
import { portFault } from '../output/taken-port.ts'

const DEFAULT_PORT = 8788
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How often it looks whether the process that started it is still there, in milliseconds. */
const PARENT_EVERY = 500

export const serveCommand: Run<'serve'> = async ([folder = DEFAULT_POLICIES], options, io) => {
  if (folder !== DEFAULT_POLICIES && !existsSync(folder))
    throw new UsageError(`\`${folder}\` does not exist`)
  const built = join(PACKAGE_ROOT, 'dist', 'explorer')
  if (!existsSync(join(built, 'index.html')))
    throw new UsageError('the explorer is not built', 'npm run build')
  const log = options.log.map((path) => (isReadOnce(path) ? spoolPipe(path, io) : path))
  const asked = { ...NOTHING_ASKED, policies: folder, format: options.format, map: options.map }
  const contextsOf = async () => (await reportSubject(asked, io)).contexts
  const live = log.length === 0 ? null : liveLogs(log, contextsOf, readerOptionsOf(options))
  const server = explorerServer(
    built,
    folder,
    deskReport(folder, { ...options, log }, io),
    live,
    deskTraffic(folder, { ...options, log }, io),
    deskEvidence(folder, { ...options, log }, io),
  )
  const port = options.port === null ? DEFAULT_PORT : Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(
      `\`${options.port}\` is not a port`,
      'a number up to 65535; 0 for any free port',
    )
  try {
    io.out(`acap explorer: http://localhost:${await listen(server, port)}\n`)
  } catch (fault) {
    // The other program matters more: it runs even if the page cannot be served.
    if (options.while === null || !(fault instanceof UsageError)) throw fault
    io.err(`acap: no explorer: ${fault.message}\nhelp: ${fault.help}\n`)
  }
  const interruption = () => Promise.race(ENDINGS.map((signal) => once(process, signal)))
  const code =
    options.while === null ? await interruption().then(() => EXIT.ok) : await ended(options.while)
  server.close()
  server.closeAllConnections()
  return code
}

/** Listens on the loopback interface only. Returns the port. */
async function listen(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch (fault) {
    throw portFault(fault, port, 'acap serve --port PORT') ?? fault
  }
}

/**
 * Resolves when the other program has ended. It gets the signals, and ends when the process that
 * started this one has.
 */
async function ended(words: string): Promise<ExitCode> {
  // Without `exec` a signal would end the shell and leave the program behind.
  const child = spawn(process.platform === 'win32' ? words : `exec ${words}`, {
    shell: true,
    stdio: 'inherit',
  })
  // Programs of several processes, as wrangler, pass two signals on to the others and simply die of
  // SIGHUP.
  for (const signal of ENDINGS)
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  onOrphaned(() => child.kill())
  const [code] = await once(child, 'exit')
  return code === 0 ? EXIT.ok : EXIT.findings
}

/**
 * npm passes a signal to the shell that runs its script, and that dies of it without a word to what
 * it runs.
 */
function onOrphaned(act: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, PARENT_EVERY)
  timer.unref()
}
