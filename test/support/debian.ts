/**
 * Programs and pages that Debian has and nobody here wrote. Where they are missing a test says so and is skipped.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import packages from './debian-packages.json' with { type: 'json' }
import { freePort } from './edge/workerd.ts'

/** Package → what of it a test needs: a program, or a folder of pages. `.ci/run` installs them. */
const NEEDED: Readonly<Record<string, string>> = packages

/** False where all packages are here; else says why the test is skipped. */
export function missing(test: string, ...packages: readonly string[]): boolean {
  const absent = packages.filter((name) => !isHere(NEEDED[name] ?? name))
  if (absent.length > 0)
    saySkipped(`${test} needs ${absent.join(', ')} (apt install ${absent.join(' ')})`)
  return absent.length > 0
}

/** Says what is skipped, also where the logs of green tests are not shown. */
export function saySkipped(what: string): void {
  process.stderr.write(`skipped: ${what}\n`)
}

function isHere(needed: string): boolean {
  if (needed.startsWith('/')) return existsSync(needed)
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, needed)),
  )
}

/** The folder of a package's pages. */
export function folderOf(name: string): string {
  return realpathSync(NEEDED[name]!)
}

/** The HTML files below a folder, by their path inside it. */
export function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** What nginx writes goes into this folder; the places of its package are root's. */
export function nginxFolders(folder: string): string {
  return ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder};`)
    .join(' ')
}

/** nginx, serving a folder on a free port. `more` goes into its server block. */
export async function startNginx(
  root: string,
  more = '',
): Promise<{ readonly url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-nginx-'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off; default_type application/octet-stream; include /etc/nginx/mime.types;
  ${nginxFolders(folder)}
  server { listen 127.0.0.1:${port}; root ${root}; ${more} }
}
`,
  )
  // A folder of packages is readable for everybody; nginx's workers run as nobody.
  execFileSync('chmod', ['755', folder])
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    // Its own last act is to remove its pid file.
    child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    child.kill('SIGTERM')
  }
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/`).catch(() => null)
    await answer?.body?.cancel()
    if (answer !== null) return { url, stop }
    await sleep(25)
  }
  stop()
  throw new Error('nginx did not start')
}
