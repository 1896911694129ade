/**
 * The real command line in a process of its own, bundled as `npm run build:cli` does but always from these sources, and
 * folders to run it in.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { onTestFinished } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'

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

/** The bundled program. Inside the package, so that it finds its presets; one for each of the processes that run tests side by side. */
export const PROGRAM = join(
  PACKAGE_ROOT,
  'node_modules',
  '.cache',
  'acap-edge',
  `acap-${process.env.VITEST_POOL_ID ?? 0}.js`,
)
buildSync({
  entryPoints: [join(PACKAGE_ROOT, 'src', 'cli', 'main.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: PROGRAM,
})

/** Runs `acap` and waits for its end. */
export function acap(args: readonly string[], { cwd, input = '', env = {} }: Setting = {}): Ran {
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
