/**
 * The edge on every platform, as a program of its own before an origin: what a black-box test runs on all of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, onTestFinished } from 'vitest'
import { bundleOf } from '../bundle.ts'
import { saySkipped } from '../debian.ts'
import { startWorker } from '../edge/workerd.ts'
import { startOrigin } from '../node-origin.ts'

/** An edge that runs. */
export interface StartedEdge {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** What it logged so far. */
  lines(): readonly Record<string, unknown>[]
  stop(): void
}

export interface EdgePlatform {
  readonly name: string
  /** Whether the origin is asked over the wire by the edge itself, and not by an app behind it. */
  readonly isProxy: boolean
  /** Targets that its HTTP server answers 400 before the edge sees them. */
  readonly rejects: RegExp
  /** Why it cannot run here; null where it can. */
  readonly lacks: string | null
  /** `seconds`: what the origin has until its header is here; where it is left out, what the platform gives it. */
  start(policies: ArrayBuffer, origin: string, seconds?: number): Promise<StartedEdge>
}

const NONE = /^$/
const DENO = firstFile('node_modules/@deno', (folder) => join(folder, 'deno'))
const BUN = 'node_modules/bun/bin/bun.exe'

/** All of them. */
export const PLATFORMS: readonly EdgePlatform[] = [
  {
    name: 'the Worker in workerd',
    isProxy: true,
    rejects: NONE,
    lacks: null,
    start: startInWorkerd,
  },
  { name: '`acap gate`', isProxy: true, rejects: NONE, lacks: null, start: startGateProgram },
  {
    name: 'the middleware in Node',
    isProxy: false,
    rejects: /\\/,
    lacks: null,
    start: appIn('hono', process.execPath),
  },
  {
    name: 'the middleware for node:http',
    isProxy: false,
    rejects: NONE,
    lacks: null,
    start: appIn('node', process.execPath),
  },
  {
    name: 'the handler in Deno',
    isProxy: false,
    rejects: NONE,
    lacks: DENO === null ? 'the npm package `deno` brings none for this machine' : null,
    start: appIn('web', DENO ?? '', 'run', '--allow-all', '--no-config', '--no-lock'),
  },
  {
    name: 'the middleware in Bun',
    isProxy: false,
    rejects: NONE,
    lacks: existsSync(BUN) ? null : 'the npm package `bun` brings none for this machine',
    start: appIn('hono', BUN),
  },
]

/** Those that ask the origin over the wire. Behind the middleware an app has pages of its own. */
export const PROXIES = PLATFORMS.filter(({ isProxy }) => isProxy)

/** Those that can run here; of the others it says why. */
export function platformsHere(): readonly EdgePlatform[] {
  for (const { name, lacks } of PLATFORMS) if (lacks !== null) saySkipped(`${name}: ${lacks}`)
  return PLATFORMS.filter(({ lacks }) => lacks === null)
}

/** Starts one for the length of a test. */
export async function edgeForTest(
  { start }: EdgePlatform,
  policies: ArrayBuffer,
  origin: string,
): Promise<StartedEdge> {
  const edge = await start(policies, origin)
  onTestFinished(() => edge.stop())
  return edge
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

interface Played {
  readonly edge: StartedEdge
  /** What the origin behind it answers from now on. */
  play(answer: Answering): void
  stop(): void
}

/** The edges of a test file that stand before an origin which its tests play: to start one takes longer than a test. */
const played = new Map<string, Promise<Played>>()
afterAll(async () => {
  for (const each of await Promise.allSettled(played.values()))
    if (each.status === 'fulfilled') each.value.stop()
})

/** One before an origin that this test plays; the site answers for 127.0.0.1, and SearchBot1 is a known crawler. */
export async function edgeBefore(
  platform: EdgePlatform,
  robots: string,
  answer: Answering,
): Promise<StartedEdge> {
  const key = `${platform.name}\n${robots}`
  const started = played.get(key) ?? startPlayed(platform, robots)
  played.set(key, started)
  const { edge, play } = await started
  play(answer)
  return edge
}

async function startPlayed(platform: EdgePlatform, robots: string): Promise<Played> {
  let answerNow: Answering = (_, response) => void response.writeHead(404).end()
  const origin = await startOrigin((request, response) => answerNow(request, response))
  const site = { 'robots.txt': robots, 'site.toml': 'hosts = ["127.0.0.1"]\n' }
  const policies = await bundleOf({ site }, { known: { SearchBot1: 'search' } })
  const edge = await platform.start(policies, origin.url)
  return {
    edge,
    play: (answer) => {
      answerNow = answer
    },
    stop: () => {
      edge.stop()
      origin.stop()
    },
  }
}

async function startInWorkerd(
  policies: ArrayBuffer,
  origin: string,
  seconds?: number,
): Promise<StartedEdge> {
  const vars = {
    ORIGIN_URL: origin,
    ...(seconds !== undefined && { ORIGIN_TIMEOUT: String(seconds) }),
  }
  const { url, port, log, stop, process } = await startWorker({ policies, vars })
  return { url, port, pid: process.pid!, stop, lines: () => log().split('\n').flatMap(objectIn) }
}

/** What a line says, where it is one of JSON. */
function objectIn(line: string): readonly Record<string, unknown>[] {
  return line.startsWith('{') ? [JSON.parse(line)] : []
}

/** The command as it is built: `npm test` builds it first. */
async function startGateProgram(
  policies: ArrayBuffer,
  origin: string,
  seconds?: number,
): Promise<StartedEdge> {
  const folder = folderWith(policies)
  const args = [
    'dist/acap.js',
    'gate',
    join(folder, 'policies.bin'),
    '--origin',
    origin,
    '--listen',
    '127.0.0.1:0',
  ]
  const timeout = seconds === undefined ? [] : ['--origin-timeout', String(seconds)]
  return started(process.execPath, [...args, ...timeout], folder, (line) => {
    const { state, url } = JSON.parse(line) as { readonly state?: string; readonly url?: string }
    return state === 'listening' ? new URL(url!).port : null
  })
}

let portableApp: Promise<string> | null = null

/** The text of the portable app, bundled once. */
async function bundledApp(): Promise<string> {
  const entryPoints = ['test/support/e2e/portable-app.ts']
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  })
  return outputFiles[0]!.text
}

/** The portable app under a runtime, in one of its shapes. */
function appIn(
  shape: 'hono' | 'web' | 'node',
  runtime: string,
  ...options: readonly string[]
): EdgePlatform['start'] {
  return async (policies, origin) => {
    const folder = folderWith(policies)
    const app = join(folder, 'app.mjs')
    portableApp ??= bundledApp()
    writeFileSync(app, await portableApp)
    const args = [...options, app, join(folder, 'policies.bin'), origin, shape]
    return started(runtime, args, folder, (line) => /^listening (\d+)$/.exec(line)?.[1] ?? null)
  }
}

function folderWith(policies: ArrayBuffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-platform-'))
  writeFileSync(join(folder, 'policies.bin'), new Uint8Array(policies))
  return folder
}

/** Runs a program until it says its port. Its folder is removed when it stops. */
export async function started(
  program: string,
  args: readonly string[],
  folder: string,
  portIn: (line: string) => string | null,
): Promise<StartedEdge> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const log: string[] = []
  const port = Number(await portOf(child, portIn, log))
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    lines: () => log.flatMap(objectIn),
    stop,
  }
}

/** Reads all that is logged, later too: a pipe that is full would hold the program up. */
function portOf(
  child: ChildProcess,
  portIn: (line: string) => string | null,
  log: string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`it ended with ${code} before it listened`)))
    createInterface(child.stderr!).on('line', (line) => log.push(line))
    createInterface(child.stdout!).on('line', (line) => {
      log.push(line)
      const port = portIn(line)
      if (port !== null) resolve(port)
    })
  })
}

/** The first of a folder's folders that has a file; null where none has. */
function firstFile(path: string, fileIn: (folder: string) => string): string | null {
  const folders = existsSync(path) ? readdirSync(path) : []
  return folders.map((name) => fileIn(join(path, name))).find((file) => existsSync(file)) ?? null
}
