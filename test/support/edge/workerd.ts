/**
 * The Worker itself, bundled from source, in workerd as it is in production: no development server in between.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'

/** A running workerd. */
export interface Running {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  /** What it logged. */
  readonly log: () => string
  stop(): void
}

export interface WorkerSetting {
  readonly policies: ArrayBuffer
  /** Variables of the Worker: `ORIGIN_URL` and the like. */
  readonly vars: Readonly<Record<string, string>>
  readonly entry?: string
}

/** workerd's own file, which the npm package names. */
const WORKERD: string = (createRequire(import.meta.url)('workerd') as { default: string }).default

/** The Worker as one file; its policies are a module beside it. */
export async function bundleWorker(entry = 'src/worker.ts'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['workerd', 'worker'],
    external: ['cloudflare:*', 'node:*'],
    // Workers of documents import the package by its name.
    alias: { 'acap-edge/worker': './src/doors/workers/index.ts' },
    plugins: [
      {
        name: 'policies',
        setup: ({ onResolve }) => {
          onResolve({ filter: /\.bin$/ }, () => ({ path: './policies.bin', external: true }))
        },
      },
    ],
  })
  return outputFiles[0]!.text
}

/** One Worker of several in a workerd. */
export interface Service {
  readonly script: string
  readonly port: number
  /** The Worker of the project has policies, and the Durable Object. */
  readonly policies?: ArrayBuffer
  /** Whether `fetch` asks the origin, as in a Worker on a route of Cloudflare. */
  readonly fetchesOrigin?: boolean
}

/** Starts the Worker on a free port. */
export async function startWorker({ policies, vars, entry }: WorkerSetting): Promise<Running> {
  const port = await freePort()
  return startServices({ edge: { script: await bundleWorker(entry), policies, port } }, { vars })
}

interface Around {
  readonly vars?: Readonly<Record<string, string>>
  /** Host and port behind the service binding `ORIGIN`. */
  readonly origin?: string
  /** Whether nobody reads what is logged: a pipe that is not read would hold the Workers up. */
  readonly quiet?: boolean
  /** Whether a Worker is up; by default, whether it answers a request. */
  readonly isUp?: (port: number) => Promise<boolean>
  /** What the heap of the Workers may hold; a Worker at Cloudflare has 128. */
  readonly heapMegabytes?: number
}

/** Starts several Workers in one workerd; `url` and `port` are the first one's. */
export async function startServices(
  services: Readonly<Record<string, Service>>,
  around: Around,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-workerd-'))
  mkdirSync(join(folder, 'objects'))
  for (const [name, { script, policies }] of Object.entries(services)) {
    writeFileSync(join(folder, `${name}.js`), script)
    if (policies !== undefined)
      writeFileSync(join(folder, 'policies.bin'), new Uint8Array(policies))
  }
  writeFileSync(join(folder, 'config.capnp'), configOf(services, around))
  return started(folder, Object.values(services)[0]!.port, around)
}

function configOf(
  services: Readonly<Record<string, Service>>,
  { vars = {}, origin, heapMegabytes }: Around,
): string {
  const list = Object.entries(services)
  const bindings = Object.entries(vars).map(
    ([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`,
  )
  if (origin !== undefined) bindings.push('(name = "ORIGIN", service = "origin")')
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  ${heapMegabytes === undefined ? '' : `v8Flags = ["--max-heap-size=${heapMegabytes}"],`}
  services = [
    ${list.map(([name, service]) => workerOf(name, service, bindings)).join('\n    ')}
    ${origin === undefined ? '' : `(name = "origin", external = (address = "${origin}", http = ())),`}
    (name = "net", network = (allow = ["public", "private", "local"])),
    (name = "objects", disk = (path = "objects", writable = true)),
  ],
  sockets = [
    ${list.map(([name, { port }]) => `(name = "${name}", address = "127.0.0.1:${port}", http = (), service = "${name}"),`).join('\n    ')}
  ],
);
`
}

function workerOf(
  name: string,
  { policies, fetchesOrigin }: Service,
  bindings: readonly string[],
): string {
  const own = `(name = "${name}.js", esModule = embed "${name}.js")`
  const outbound = fetchesOrigin ? 'origin' : 'net'
  const common = `compatibilityDate = "2026-10-01", globalOutbound = "${outbound}"`
  if (policies === undefined) {
    return `(name = "${name}", worker = (modules = [${own}], bindings = [${bindings.join(', ')}], ${common})),`
  }
  const modules = `${own}, (name = "policies.bin", data = embed "policies.bin")`
  const all = [...bindings, '(name = "PACE", durableObjectNamespace = "Pacer")'].join(', ')
  const objects =
    'durableObjectNamespaces = [(className = "Pacer", uniqueKey = "pacer", enableSql = true)], durableObjectStorage = (localDisk = "objects")'
  return `(name = "${name}", worker = (modules = [${modules}], bindings = [${all}], ${objects}, ${common})),`
}

async function started(
  folder: string,
  port: number,
  { quiet = false, isUp = answers }: Around,
): Promise<Running> {
  const stdio = quiet ? 'ignore' : 'pipe'
  const child = spawn(WORKERD, ['serve', 'config.capnp', '--experimental'], { cwd: folder, stdio })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (log += text))
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) break
    if (await isUp(port)) return { url, port, process: child, log: () => log, stop }
    await sleep(25)
  }
  stop()
  throw new Error(`workerd did not start: ${log}`)
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/.well-known/up`, {
    redirect: 'manual',
  }).catch(() => null)
  await answer?.body?.cancel()
  return answer !== null
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
