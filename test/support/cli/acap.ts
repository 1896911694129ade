/**
 * The real command line in another process, bundled as `npm run build:cli` does but always from these sources, and
 * folders to run it in.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { onTestFinished } from 'vitest'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { readLine, writeLine } from '../base/fifo-lines.ts'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Setting {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** A bundle of these sources. Inside the package, so that it finds its presets; one for each of the processes that run tests side by side. */
function bundled(entry: string): string {
  const name = `${basename(entry, '.ts')}-${process.env.VITEST_POOL_ID ?? 0}.js`
  const outfile = join(PACKAGE_ROOT, 'node_modules', '.cache', 'acap-edge', name)
  buildSync({
    entryPoints: [join(PACKAGE_ROOT, entry)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  return outfile
}

/** The program, as `npm run build:cli` bundles it. */
export const PROGRAM = bundled('src/cli/main.ts')

/** Runs `acap` and waits for its end: where it has an environment of its own, in a process of its own. */
export function acap(args: readonly string[], { cwd, input = '', env }: Setting = {}): Ran {
  if (env === undefined) return warmAcap({ args, cwd, input })
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { code: status, out: stdout, err: stderr }
}

/** A new folder with these files, gone when the test is over. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

let warm: readonly [calls: number, answers: number] | null = null

function warmAcap(call: {
  readonly args: readonly string[]
  readonly cwd: string | undefined
  readonly input: string
}): Ran {
  warm ??= startWarm()
  const [calls, answers] = warm
  writeLine(calls, JSON.stringify(call))
  const answer = readLine(answers)
  if (answer === null) throw new Error(`the process of \`acap ${call.args.join(' ')}\` has ended`)
  return JSON.parse(answer)
}

function startWarm(): readonly [calls: number, answers: number] {
  const folder = mkdtempSync(join(tmpdir(), 'acap-fifo-'))
  const fifos = [join(folder, 'calls'), join(folder, 'answers')] as const
  execFileSync('mkfifo', fifos)
  const env = { ...process.env, NO_COLOR: '1' }
  spawn(process.execPath, [bundled('test/support/cli/warm-acap.ts'), ...fifos], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  }).unref()
  const ends = [openSync(fifos[0], 'w'), openSync(fifos[1], 'r')] as const
  rmSync(folder, { recursive: true })
  return ends
}
