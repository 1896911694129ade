/**
 * The image of the Dockerfile where there is no registry: buildah builds it on a base of this machine's files and the Node of
 * package.json, and runs its entry point in a chroot.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { raw } from '../node-origin.ts'

/** Copies a shell, its tools, Node and npm with their libraries to `$1`. */
const BASE = `set -e
mkdir -p "$1" && cd "$1"
mkdir -p usr/bin usr/lib usr/lib64 usr/local/bin usr/local/lib/node_modules etc tmp proc sys dev root
chmod 1777 tmp
ln -s usr/bin bin; ln -s usr/lib lib; ln -s usr/lib64 lib64
for tool in sh env mkdir ls cat cp rm chmod tar gzip; do cp -L "$(command -v $tool)" usr/bin/; done
cp -L "$2" usr/local/bin/node
for file in usr/bin/* usr/local/bin/node; do ldd "$file" 2>/dev/null | grep -o '/lib[^ ]*' || true; done | sort -u |
  while read -r library; do mkdir -p "./$(dirname "$library")"; cp -L "$library" "./$library"; done
cp -L /lib/*/libnss_dns* /lib/*/libnss_files* /lib/*/libresolv* "$(dirname "$(ls -d usr/lib/*/libc.so.6)")"
cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" usr/local/lib/node_modules/npm
ln -s ../lib/node_modules/npm/bin/npm-cli.js usr/local/bin/npm
cp /etc/passwd /etc/group etc/; cp -rL /etc/ssl etc/`

/** Runs buildah with images of its own below `storage`. */
function buildah(storage: string, ...args: readonly string[]): string {
  return execFileSync('buildah', [...places(storage), ...args], {
    cwd: PACKAGE_ROOT,
    encoding: 'utf8',
    env: ENV,
  }).trim()
}

const ENV = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
const places = (storage: string) => [
  '--root',
  join(storage, 'images'),
  '--runroot',
  join(storage, 'run'),
]

/** Makes the image `acap-gate`. */
export function makeImage(storage: string): void {
  const root = join(storage, 'base')
  const node = join(PACKAGE_ROOT, 'node_modules', 'node', 'bin', 'node')
  execFileSync('sh', ['-c', BASE, 'sh', root, node])
  const base = buildah(storage, 'from', 'scratch')
  buildah(storage, 'add', '--quiet', base, root, '/')
  // A machine whose traffic is inspected has certificates of its own.
  const { NODE_EXTRA_CA_CERTS: own } = process.env
  if (own !== undefined) buildah(storage, 'config', '--env', `NODE_EXTRA_CA_CERTS=${own}`, base)
  buildah(storage, 'commit', '--quiet', base, 'localhost/base')
  const bases = ['BUILD', 'RUN'].flatMap((name) => ['--build-arg', `${name}=localhost/base`])
  buildah(storage, 'bud', '--quiet', '--format', 'docker', ...bases, '--tag', 'acap-gate', '.')
}

interface Ran {
  /** What a refused crawler gets. */
  readonly status: number
  /** How the gate ends after SIGTERM. */
  readonly ended: number
}

/** Runs the entry point of the image, with a folder at `/policies`. */
export async function runImage(
  storage: string,
  policies: string,
  [port, admin]: readonly [number, number],
): Promise<Ran> {
  const container = buildah(storage, 'from', 'localhost/acap-gate')
  const { Docker } = JSON.parse(buildah(storage, 'inspect', container))
  const { Entrypoint: entry, Healthcheck: check } = Docker.config
  const own = (word: string) =>
    word.replace('0.0.0.0:8000', `127.0.0.1:${port}`).replaceAll('9090', `${admin}`)
  const words = [...entry.map(own), '--origin', 'http://127.0.0.1:9']
  const mounted = ['run', '--volume', `${policies}:/policies:ro`, container, '--']
  // In a chroot a process has the number that it has outside.
  const args = [...places(storage), ...mounted, 'sh', '-c', 'echo $$ && exec "$@"', 'sh', ...words]
  const running = spawn('buildah', args, { env: ENV, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void running.kill('SIGKILL'))
  const said: string[] = []
  for await (const line of createInterface(running.stdout)) {
    said.push(line)
    if (line.includes('"listening"')) break
  }
  const pid = Number(said[0])
  if (!said.at(-1)?.includes('"listening"'))
    throw new Error(`the gate has ended:\n${said.join('\n')}`)
  const { status } = await raw(`http://127.0.0.1:${port}/private/a`, {
    headers: { 'user-agent': 'GPTBot/1.0' },
  })
  // It throws where the check fails.
  buildah(storage, 'run', container, '--', ...check.Test.slice(1).map(own))
  const ended = once(running, 'exit')
  process.kill(pid, 'SIGTERM')
  return { status, ended: (await ended)[0] }
}
