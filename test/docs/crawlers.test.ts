/**
 * The scripts of docs/crawlers.md, as an operator runs them, against an edge that reads the keys they sign with.
 */
import { execFile, execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import type { Next } from '../../src/doors/app-origin.ts'
import { handlerOf } from '../../src/doors/node/app-edge.ts'
import { localServices } from '../../src/doors/node/exchange.ts'
import { Edge } from '../../src/edge/edge.ts'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import { bundleOf } from '../support/bundle.ts'
import { partsOf, textOf } from '../support/house/markdown.ts'

const AGENT = 'https://bot.test'
const POLICY = {
  'robots.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: TestBot\nAllow: /\n',
  'site.toml': `hosts = ["127.0.0.1"]\n[crawlers.TestBot]\nsignature-agents = ["${AGENT}"]\n`,
}
const bundle = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
const script = (language: string) => {
  const found = partsOf(textOf('docs/crawlers.md')).find(
    (part) => part.kind === 'fence' && part.language === language,
  )
  return found?.kind === 'fence' ? found.lines.join('\n') : ''
}

const folder = mkdtempSync(join(tmpdir(), 'acap-sign-'))
beforeAll(() => {
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', 'key.pem'], { cwd: folder })
  symlinkSync(join(PACKAGE_ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'sign.mjs'), script('js'))
  writeFileSync(join(folder, 'sign.sh'), `set -eu\n${script('sh')}\n`)
  return () => rmSync(folder, { recursive: true })
})

/** The edge's address; its pages say how far the client's name is proven. */
async function edge(): Promise<string> {
  vi.spyOn(console, 'log').mockReturnValue()
  const jwk = createPublicKey(readFileSync(join(folder, 'key.pem'))).export({ format: 'jwk' })
  const type = 'application/http-message-signatures-directory+json'
  const fetchKeys = async () =>
    new Response(JSON.stringify({ keys: [jwk] }), { headers: { 'content-type': type } })
  const services = localServices(() => false)
  const identifier = new Identifier(new KeyDirectories(fetchKeys as typeof fetch))
  const handle = handlerOf(new Edge(services.platform, { bundle }, identifier), services)
  const page: Next = (_, { decision }) => new Response(`${decision!.crawler.assurance}\n`)
  const server = serve({
    fetch: (request: Request) => handle(request, page),
    port: 0,
    hostname: '127.0.0.1',
  })
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`
}

test.each([
  [process.execPath, 'sign.mjs'],
  ['sh', 'sign.sh'],
])('%s %s proves a name', { timeout: 30_000 }, async (program, file) => {
  const env = { ...process.env, URL: await edge(), AGENT, NAME: 'TestBot/1.0' }
  const { stdout } = await promisify(execFile)(program, [file], { cwd: folder, env })
  expect(stdout).toContain('signed')
  expect(stdout).toContain('200')
})
