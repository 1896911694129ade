/**
 * nginx, Caddy and HAProxy from Debian with the configurations of docs/servers/, in front of a gate and an
 * origin of a test.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type ClientTest, CRAWLER_MAPS } from '../../../src/author/servers/crawler-map.ts'
import { nginxFolders } from '../debian.ts'
import { freePort } from '../edge/workerd.ts'

/** Where the parts are: host and port. */
export interface Places {
  readonly gate: string
  readonly origin: string
  /** What tells crawlers from readers while there is no gate; by default, everybody is a reader. */
  readonly clients?: ClientTest
}

/** A server of Debian before a gate. */
export interface ServerKind {
  readonly name: string
  /** Its package. */
  readonly program: string
  /** What the gate is for it; null: a reverse proxy. */
  readonly authorize: string | null
  /** Paths that the server itself answers 400, as docs/servers.md says. */
  readonly rejects: RegExp
  /** Starts it for the length of a test; gives its port. */
  start(places: Places): Promise<number>
}

/** All of them. */
export const SERVER_KINDS: readonly ServerKind[] = [
  {
    name: 'nginx',
    program: 'nginx-light',
    authorize: 'nginx',
    rejects: /^\/\.\.\//,
    start: (places) => startNginx(places),
  },
  { name: 'Caddy', program: 'caddy', authorize: 'caddy', rejects: /^$/, start: startCaddy },
  {
    name: 'HAProxy with Lua',
    program: 'haproxy',
    authorize: 'haproxy',
    rejects: /#/,
    start: (places) => startHaproxy(places),
  },
  {
    name: 'HAProxy before the gate',
    program: 'haproxy',
    authorize: null,
    rejects: /#/,
    start: startHaproxyAsProxy,
  },
]

/** nginx, its configuration altered for a test. */
export async function startNginx(
  places: Places,
  altered = (text: string) => text,
): Promise<number> {
  const [port, folder] = [await freePort(), scratch()]
  for (const part of ['acap-server.conf', 'acap-location.conf'])
    writeFileSync(join(folder, part), placed(documented(part), port, places))
  const text = altered(placed(documented('nginx.conf'), port, places))
  const own = withMap(text, 'nginx', folder, places).replaceAll('/etc/nginx/', `${folder}/`)
  const http = `http { access_log off; ${nginxFolders(folder)}\n${own}\n}`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;\nevents {}\n${http}\n`,
  )
  await started('nginx', ['-c', file, '-e', 'stderr'], port)
  return port
}

async function startCaddy(places: Places): Promise<number> {
  const [port, folder] = [await freePort(), scratch()]
  const file = join(folder, 'Caddyfile')
  const own = withMap(placed(documented('Caddyfile'), port, places), 'caddy', folder, places)
  writeFileSync(file, own.replace('{', '{\n\tadmin off\n\tauto_https off'))
  await started('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port)
  return port
}

/** Debian's own file has timeouts for all parts; ours have none. */
const HAPROXY_DEFAULTS =
  'defaults\n  mode http\n  timeout connect 1s\n  timeout client 10s\n  timeout server 10s\n'

/** HAProxy with Lua, its configuration altered for a test. */
export async function startHaproxy(
  places: Places,
  altered = (text: string) => text,
): Promise<number> {
  const [port, inner, folder] = [await freePort(), await freePort(), scratch()]
  const [lua, file] = [join(folder, 'acap.lua'), join(folder, 'haproxy.cfg')]
  const own = (text: string) =>
    placed(text, port, places).replaceAll('127.0.0.1:8002', `127.0.0.1:${inner}`)
  writeFileSync(lua, own(documented('acap.lua')))
  const text = altered(own(documented('haproxy.cfg'))).replace('/etc/haproxy/acap.lua', lua)
  writeFileSync(file, HAPROXY_DEFAULTS + withMap(text, 'haproxy', folder, places))
  await started('haproxy', ['-f', file], port)
  return port
}

async function startHaproxyAsProxy(places: Places): Promise<number> {
  const [port, folder] = [await freePort(), scratch()]
  const file = join(folder, 'haproxy.cfg')
  const text = placed(documented('haproxy-proxy.cfg'), port, places)
  writeFileSync(file, HAPROXY_DEFAULTS + withMap(text, 'haproxy', folder, places))
  await started('haproxy', ['-f', file], port)
  return port
}

/** A configuration that docs/servers.md shows. */
export function documented(file: string): string {
  return readFileSync(join('docs/servers', file), 'utf8')
}

/** A configuration with the ports of a test. */
function placed(text: string, port: number, { gate, origin }: Places): string {
  return text
    .replaceAll(/127\.0\.0\.1:(?:8000|8001)/g, gate)
    .replaceAll('127.0.0.1:8090', origin)
    .replaceAll(':8080', `:${port}`)
}

/** The configuration with the map of the test in a folder of its own, as `acap gate --print-map` writes it. */
function withMap(config: string, server: string, folder: string, { clients }: Places): string {
  const file = join(folder, 'acap-crawlers.map')
  const text = clients === undefined ? '' : CRAWLER_MAPS[server]!(clients)
  writeFileSync(file, `# the map of a test\n${text}`)
  return config.replaceAll(`/etc/${server}/acap-crawlers.map`, file)
}

/** A folder that is gone after the test. */
export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'acap-servers-'))
  chmodSync(path, 0o755)
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Runs a server until the test is over. */
export async function started(
  program: string,
  args: readonly string[],
  port: number,
): Promise<ChildProcess> {
  const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.on('data', (text) => (said += text))
  // A master that gets SIGKILL leaves its workers behind.
  onTestFinished(() => void child.kill('SIGTERM'))
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    if (await isListening(port)) return child
    await sleep(25)
  }
  throw new Error(`${program} did not start: ${said}`)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
