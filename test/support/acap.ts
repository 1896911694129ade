/**
 * The real command line in a process of its own, from source, and folders to run it in.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** Runs `acap` and waits for its end. */
export function acap(args: readonly string[], { cwd, input = '', env = {} }: Setting = {}): Ran {
  const main = join(PACKAGE_ROOT, 'src', 'cli', 'main.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const staleness = /^acap: dist\/acap\.js is older .*\nhelp: .*\n/
  return { code: status, out: stdout, err: stderr.replace(staleness, '') }
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
