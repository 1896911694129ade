/**
 * `acap gate`: runs the edge as the publisher's own server. Loads its bundle, `dist/gate/`, on
 * demand.
 */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadPrograms } from '../../author/files/load-programs.ts'
import { BEGIN_SITE, DEFAULT_POLICIES, LISTS, listsFolder } from '../../author/files/load-site.ts'
import { CRAWLER_MAPS, clientTest } from '../../author/servers/crawler-map.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { inTemporaryFolder } from '../../base/files/temporary-folder.ts'
import type { Io } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import type { ListenAddress } from '../../doors/gate/admin.ts'
import type { Gate, startGate } from '../../doors/gate/gate.ts'
import type { PoliciesAt, Refresh } from '../../doors/gate/policy-source.ts'
import { encode } from '../../program/encode.ts'
import { RELEASE_KEY } from '../../program/release.ts'
import { knownCrawlers } from '../../registry.ts'
import type { Run } from '../command.ts'
import { refuseTakenPort } from '../output/taken-port.ts'

const DEFAULT_LISTEN = '127.0.0.1:8000'
const DEFAULT_GRACE_S = 10
/** How long the last lines of the log may take, in milliseconds. */
const LAST_LINES_MS = 1000
/**
 * Three weeks: lists prove nothing false for a month (I4), and a timer counts no more than 2^31
 * milliseconds.
 */
const MOST_HOURS = 500

export const gateCommand: Run<'gate'> = async ([policies], options, io) => {
  if (policies !== undefined && options.store !== null)
    throw new UsageError(
      'DIR and --store cannot be used together',
      'acap gate --store PLACE, or acap gate DIR',
    )
  if (options['print-map'] !== null)
    return printMap(policies ?? DEFAULT_POLICIES, options['print-map'], io)
  const listen = addressIn(options.listen ?? DEFAULT_LISTEN)
  const admin =
    options.admin === null ? null : addressIn(options.admin.replace(/^(?=\d+$)/, '127.0.0.1:'))
  const origin = options.origin === null ? null : originIn(options.origin)
  if (origin !== null && isAt(origin, listen))
    throw new UsageError(
      `\`${origin}\` is where the gate listens`,
      '--origin is the server behind it',
    )
  await refuseTakenPort(listen.host, listen.port, 'acap gate --listen HOST:PORT')
  if (admin !== null) await refuseTakenPort(admin.host, admin.port, 'acap gate --admin PORT')
  // The policies of a gate whose sites are all in a store: a bundle by which it knows crawlers.
  const noSites = () => encode({ sites: [], registry: knownCrawlers(), networks: [] })
  const at: PoliciesAt =
    options.store === null
      ? policiesAt(policies ?? DEFAULT_POLICIES, io)
      : { kind: 'bytes', bytes: await noSites() }
  const refresh = options.networks === null ? null : refreshOf(at, options.networks)
  const start = await loadGate()
  io.keepRunning()
  const running = await start({
    policies: at,
    refresh,
    store: options.store === null ? null : storeIn(options.store, io),
    listen,
    origin,
    originTimeout: options['origin-timeout'] === null ? null : secondsIn(options['origin-timeout']),
    trust: options.trust,
    redis: options.redis === null ? null : redisIn(options.redis),
    admin,
    authorize: options.authorize,
    grace: options.grace === null ? DEFAULT_GRACE_S : secondsIn(options.grace),
  }).catch((fault: Error) => {
    if (fault instanceof TypeError) throw new UsageError(fault.message, 'acap gate --help')
    io.err(`acap: ${fault.message}\n`)
    return null
  })
  if (running === null) return EXIT.findings
  await untilStopped(running)
  return EXIT.ok
}

function printMap(policies: string, server: string, io: Io): ExitCode {
  const form = CRAWLER_MAPS[server]
  const servers = Object.keys(CRAWLER_MAPS).join(', ')
  if (form === undefined)
    throw new UsageError(`\`${server}\` has no map`, `--print-map takes one of ${servers}`)
  if (!existsSync(policies)) throw new UsageError(`\`${policies}\` does not exist`, BEGIN_SITE)
  io.out(form(clientTest(loadPrograms(policies, io), 'reader')))
  return EXIT.ok
}

function policiesAt(policies: string, io: Io): PoliciesAt {
  if (/^https?:\/\//i.test(policies)) return { kind: 'url', url: policies }
  if (!existsSync(policies)) throw new UsageError(`\`${policies}\` does not exist`, BEGIN_SITE)
  const path = pathThroughLinks(policies, io)
  if (statSync(path).isFile()) return { kind: 'file', path }
  const beside = LISTS.map((name) => listsFolder(path, name))
  return { kind: 'folder', path, beside, build: () => builtFrom(path) }
}

/**
 * A path that says by which links this process came to its folder, as the shell does: after a
 * deployment, a link such as
 * `current` leads elsewhere, and the folder of this process may be gone.
 */
function pathThroughLinks(path: string, { env }: Io): string {
  const { PWD: shown = '' } = env
  const isHere = isAbsolute(shown) && existsSync(shown) && realpathSync(shown) === realpathSync('.')
  return resolve(isHere ? shown : '.', path)
}

/** Lists that are fetched join a bundle where it is built. */
function refreshOf(at: PoliciesAt, hours: string): Refresh {
  if (at.kind !== 'folder')
    throw new UsageError('--networks needs a folder of policies', 'acap gate DIR --networks 24')
  if (!(Number(hours) >= 1 && Number(hours) <= MOST_HOURS))
    throw new UsageError(`\`${hours}\` is not a number of hours`, `1 to ${MOST_HOURS}, such as 24`)
  return { every: Number(hours) * 3_600_000, run: () => runOwn(['networks', at.path]) }
}

/** Requires that the folder exists. A missing one is misspelt or not mounted. */
function storeIn(place: string, io: Io): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(place)) return place
  const fill = `acap publish --to ${shellWord(place)}`
  if (!existsSync(place))
    throw new UsageError(`the store \`${place}\` does not exist`, `mount it, or fill it: ${fill}`)
  if (!statSync(place).isDirectory())
    throw new UsageError(`\`${place}\` is not a folder`, `a store is a folder that ${fill} fills`)
  if (!existsSync(join(place, RELEASE_KEY)))
    io.err(`acap: nothing is published in \`${place}\` yet: ${fill}\n`)
  return pathThroughLinks(place, io)
}

async function loadGate(): Promise<typeof startGate> {
  const file = join(PACKAGE_ROOT, 'dist', 'gate', 'gate.js')
  if (!existsSync(file)) throw new UsageError('the gate is not built', 'npm run build')
  const loaded = (await import(pathToFileURL(file).href)) as {
    readonly startGate: typeof startGate
  }
  return loaded.startGate
}

/** SIGHUP reloads, SIGTERM and SIGINT end it. */
async function untilStopped(running: Gate): Promise<void> {
  process.on('SIGHUP', () => void running.reload())
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await running.stop()
  // Output that nobody reads would keep the process alive.
  setTimeout(() => process.exit(EXIT.ok), LAST_LINES_MS).unref()
}

function addressIn(text: string): ListenAddress {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]]+):(\d{1,5})$/i.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) {
    throw new UsageError(
      `\`${text}\` is not an address to listen at`,
      `HOST:PORT, such as ${DEFAULT_LISTEN}`,
    )
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function redisIn(text: string): string {
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(
    `\`${text}\` is not the URL of a Redis`,
    'redis://127.0.0.1:6379, or rediss:// for TLS',
  )
}

function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin
  throw new UsageError(
    `\`${text}\` is not an origin`,
    'scheme, host and port, such as http://127.0.0.1:8080',
  )
}

const OWN_NAMES = ['localhost', '127.0.0.1', '::1']
const ALL_ADDRESSES = ['0.0.0.0', '::']

/** Whether requests to the origin would come back to the gate's own address. */
function isAt(origin: string, listen: ListenAddress): boolean {
  const { hostname, port, protocol } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (Number(port || (protocol === 'https:' ? 443 : 80)) !== listen.port) return false
  const hasOwnName = OWN_NAMES.includes(host) || ALL_ADDRESSES.includes(host)
  return (
    host === listen.host || (hasOwnName && [...ALL_ADDRESSES, 'localhost'].includes(listen.host))
  )
}

function secondsIn(text: string): number {
  const seconds = Number(text)
  if (text !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds
  throw new UsageError(`\`${text}\` is not a number of seconds`)
}

const MOST_MS = 600_000

function builtFrom(policies: string): Promise<Uint8Array> {
  return inTemporaryFolder('gate', async (folder) => {
    const out = join(folder, 'policies.bin')
    await runOwn(['build', policies, '--out', out])
    return readFileSync(out)
  })
}

/**
 * Runs this program in a process of its own: no request waits for what it does. @throws Error with
 * what it says
 */
function runOwn(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [process.argv[1]!, ...args],
      { timeout: MOST_MS, cwd: existsSync(process.cwd()) ? process.cwd() : tmpdir() },
      (fault, out, err) => {
        if (fault === null) resolve()
        else reject(new Error(`${err}${out}`.trim() || fault.message))
      },
    )
  })
}
