/**
 * wrangler as package.json's scripts call it, in a copy of the project whose policies a test may spoil.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { copyPolicies } from '../example-policies.ts'

const WRANGLER = join(
  createRequire(import.meta.url).resolve('wrangler/package.json'),
  '..',
  'bin',
  'wrangler.js',
)

/** The environment of every process of wrangler. */
export const wranglerArguments = (args: readonly string[]): readonly string[] => [WRANGLER, ...args]
export const WRANGLER_ENV = { ...process.env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' }

/** Runs it to its end. */
export function wrangler(folder: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, wranglerArguments(args), {
    cwd: folder,
    encoding: 'utf8',
    env: WRANGLER_ENV,
  })
  return { code: status, text: stdout + stderr }
}

const COPIED = ['wrangler.toml', 'dist', 'src', '.github/release']
const SHARED = ['node_modules', 'package.json', 'tsconfig.json', 'docs']

/** A copy of the project, with its packages linked, and how to be rid of it. */
export function copyOfProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'acap-project-'))
  for (const path of COPIED) {
    cpSync(join(PACKAGE_ROOT, path), join(folder, path), {
      recursive: true,
      preserveTimestamps: true,
    })
  }
  copyPolicies(join(folder, 'policies'))
  for (const path of SHARED) symlinkSync(join(PACKAGE_ROOT, path), join(folder, path))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A development server builds, bundles and starts workerd: on a loaded machine that takes minutes. */
export const TO_START = 300_000

/** A development server. */
export interface Served {
  readonly port: number
  /** What it has said so far. */
  readonly log: () => string
  stop(): void
}

/** Starts what the `start` script of package.json starts last, on ports that are free. */
export async function startDevelopment(
  folder: string,
  ...args: readonly string[]
): Promise<Served> {
  return startServer(folder, ['src/cli/demo/start.ts', '--port', '0', ...args])
}

/** Starts wrangler's development server alone, of the demo, which was built before. */
export async function startDemo(folder: string): Promise<Served> {
  const configurations = ['wrangler.toml', 'src/cli/demo/demo-origin/wrangler.toml']
  const named = configurations.flatMap((path) => ['-c', path])
  const ports = ['--port', '0', '--inspector-port', '0']
  return startServer(folder, wranglerArguments(['dev', '--env', 'demo', ...named, ...ports]))
}

async function startServer(folder: string, words: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: {
      ...WRANGLER_ENV,
      PATH: [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
    // A group of its own, so that workerd ends with it.
    detached: true,
  })
  const { port, log } = await ready(child)
  const stop = () => void process.kill(-child.pid!, 'SIGKILL')
  return { port, log, stop }
}

/** The port of a development server once it answers there, and what it has said so far. */
async function ready(child: ChildProcess): Promise<Omit<Served, 'stop'>> {
  let log = ''
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text) => {
        log += text
        const address = /ready on http:\/\/[^:\s]+:(\d+)/i.exec(log)
        if (address) resolve(Number(address[1]))
      })
    }
    child.once('exit', () => reject(new Error(`wrangler dev ended: ${log}`)))
  })
  return { port, log: () => log }
}

/** What `npm start` is, with everything that it started. */
export interface Started extends Served {
  /** Tells npm alone to end, as `kill` does, or everybody, as a terminal does. */
  end(signal: NodeJS.Signals, whom: 'npm' | 'everybody'): void
  /** When the last process that has its output has ended. */
  readonly closed: Promise<unknown>
}

/** Runs `npm start` itself, on ports that are free. */
export async function npmStart(folder: string): Promise<Started> {
  const child = spawn('npm', ['start', '--', '--port', '0'], {
    cwd: folder,
    env: WRANGLER_ENV,
    detached: true,
  })
  let isOpen = true
  const closed = once(child, 'close').then(() => {
    isOpen = false
  })
  const end: Started['end'] = (signal, whom) =>
    void process.kill(whom === 'npm' ? child.pid! : -child.pid!, signal)
  const stop = () => void (isOpen && end('SIGKILL', 'everybody'))
  const { port, log } = await ready(child)
  return { port, log, stop, end, closed }
}
