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
import { onTestFinished } from 'vitest'

/** A running workerd. */
export interface Running {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  /** What it logged. */
  readonly log: () => string
  stop(): void
}

interface WorkerSetting {
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
    external: ['cloudflare:*'],
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

/** Starts the Worker on a free port. */
export async function startWorker({ policies, vars, entry }: WorkerSetting): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-workerd-'))
  writeFileSync(join(folder, 'worker.js'), await bundleWorker(entry))
  writeFileSync(join(folder, 'policies.bin'), new Uint8Array(policies))
  mkdirSync(join(folder, 'objects'))
  const port = await freePort()
  writeFileSync(join(folder, 'config.capnp'), configOf(port, vars))
  return started(folder, port)
}

/** Starts it for the length of a test. */
export async function workerForTest(setting: WorkerSetting): Promise<Running> {
  const worker = await startWorker(setting)
  onTestFinished(() => worker.stop())
  return worker
}

function configOf(port: number, vars: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(vars).map(([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "edge", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js"), (name = "policies.bin", data = embed "policies.bin")],
      compatibilityDate = "2026-10-01",
      bindings = [${[...bindings, '(name = "PACE", durableObjectNamespace = "Pacer")'].join(', ')}],
      durableObjectNamespaces = [(className = "Pacer", uniqueKey = "pacer", enableSql = true)],
      durableObjectStorage = (localDisk = "objects"),
      globalOutbound = "net",
    )),
    (name = "net", network = (allow = ["public", "private", "local"])),
    (name = "objects", disk = (path = "objects", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "edge")],
);
`
}

async function started(folder: string, port: number): Promise<Running> {
  const child = spawn(WORKERD, ['serve', 'config.capnp', '--experimental'], { cwd: folder })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += text))
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/.well-known/up`, { redirect: 'manual' }).catch(() => null)
    if (answer !== null) {
      await answer.body?.cancel()
      return { url, port, process: child, log: () => log, stop }
    }
    await sleep(25)
  }
  stop()
  throw new Error(`workerd did not start: ${log}`)
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
