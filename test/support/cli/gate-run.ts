/** Runs `acap gate` as a program, and an https server that has a bundle for it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { bundleOf } from '../bundle.ts'
import { folderWith } from './acap.ts'

export const GATE = ['dist/acap.js', 'gate']

/** Runs a gate that does not start. */
export const gateRun = (args: readonly string[]) =>
  spawnSync(process.execPath, [...GATE, ...args], { encoding: 'utf8', timeout: 20_000 })

/** Starts a gate; the function gives its log, line by line. */
export function linesOf(args: readonly string[]): () => Promise<Record<string, string>> {
  const child = spawn(process.execPath, [...GATE, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return async () => JSON.parse((await lines.next()).value as string)
}

/** A folder of policies with an error, and with a warning that is none. */
export function brokenPolicies(): string {
  return folderWith({
    'a/robots.txt': 'User-agent: *\nDisallow /x\n',
    'a/site.toml': 'hosts = ["a.test"]\norigin = "http://127.0.0.1:9"\nfoo = 1\n',
  })
}

/** An https server on this machine that has a bundle, the file of its certificate, and the names it was called by. */
export async function store() {
  const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const args = ['-nodes', '-days', '2', '-keyout', key, '-out', cert, '-subj', '/CN=localhost']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      ...args,
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
    ],
    {
      stdio: 'ignore',
    },
  )
  const site = {
    'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
    'site.toml': 'hosts = ["127.0.0.1"]\n',
  }
  const bundle = new Uint8Array(await bundleOf({ site }, { known: { SearchBot1: 'search' } }))
  const names: (string | false | null)[] = []
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    ({ socket }, response) => {
      names.push((socket as TLSSocket).servername)
      response.end(bundle)
    },
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/policies.bin`,
    addressUrl: `https://127.0.0.1:${port}`,
    ca: cert,
    names,
  }
}
