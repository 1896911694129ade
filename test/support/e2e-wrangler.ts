/**
 * wrangler as package.json's scripts call it, in a copy of the project whose policies a test may spoil.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'

const WRANGLER = join(createRequire(import.meta.url).resolve('wrangler/package.json'), '..', 'bin', 'wrangler.js')

/** What a process of wrangler's is given, whoever starts it. */
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

const COPIED = ['wrangler.toml', 'policies', 'dist', 'src', 'test/support/demo-origin']
const SHARED = ['node_modules', 'package.json', 'tsconfig.json', 'docs']

/** A copy of the project, with its packages linked, and how to be rid of it. */
export function copyOfProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'acap-project-'))
  for (const path of COPIED) {
    cpSync(join(PACKAGE_ROOT, path), join(folder, path), { recursive: true, preserveTimestamps: true })
  }
  for (const path of SHARED) symlinkSync(join(PACKAGE_ROOT, path), join(folder, path))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A development server. */
export interface Served {
  readonly port: number
  /** What it has said so far. */
  readonly log: () => string
  stop(): void
}

/** Starts what the `start` script of package.json starts last, on a port that is free. */
export async function startDevelopment(folder: string): Promise<Served> {
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  const words = /wrangler (dev .*?)--port 8787/.exec(scripts.start)?.[1]?.trim().split(' ')
  if (words === undefined) throw new Error(`npm start runs no wrangler dev on port 8787: ${scripts.start}`)
  const child = spawn(process.execPath, wranglerArguments([...words, '--port', '0', '--inspector-port', '0']), {
    cwd: folder,
    env: WRANGLER_ENV,
    // A group of its own, so that workerd ends with it.
    detached: true,
  })
  let log = ''
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        log += text
        const ready = /Ready on http:\/\/[^:\s]+:(\d+)/.exec(log)
        if (ready) resolve(Number(ready[1]))
      })
    }
    child.once('exit', () => reject(new Error(`wrangler dev ended: ${log}`)))
  })
  const stop = () => void process.kill(-child.pid!, 'SIGKILL')
  return { port, log: () => log, stop }
}
