/**
 * `acap gate` as a command: what it refuses to start with, and a bundle from an https store.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { raw } from '../support/node-origin.ts'
import { runAcap } from '../support/run-acap.ts'

const LISTEN = ['--listen', '127.0.0.1:0']

describe('acap gate', () => {
  it.each([
    [['policies', '--redis', 'localhost:6379'], /`localhost:6379` is not the URL of a Redis/],
    [['policies', '--admin', 'everywhere'], /`everywhere` is not an address to listen at/],
    [['http://store.test/policies.bin'], /`http:\/\/store\.test\/policies\.bin` is not https/],
    [['nowhere'], /`nowhere` does not exist/],
    [['policies', '--authorize', 'iis'], /`iis` is not one of nginx, caddy/],
    [['policies', '--authorize', 'nginx'], /needs --trust/],
  ])('does not start with %j', async (args, says) => {
    const { code, err } = await runAcap(['gate', ...LISTEN, ...args])
    expect([code, err]).toEqual([2, expect.stringMatching(says)])
  })

  it('does not start where no site has an origin', () => {
    const { status, stderr } = spawnSync(process.execPath, ['dist/acap.js', 'gate', 'policies', ...LISTEN], {
      encoding: 'utf8',
    })
    const fault = 'no origin for example-news: add --origin URL, or the key `origin` to site.toml'
    expect([status, stderr]).toEqual([2, `acap: ${fault}\nhelp: acap gate --help\n`])
  })

  it('starts with broken policies, and logs their errors alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acap-broken-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'robots.txt'), 'User-agent: *\nDisallow /x\n')
    writeFileSync(join(folder, 'a', 'site.toml'), 'hosts = ["a.test"]\nfoo = 1\n')
    const args = ['dist/acap.js', 'gate', folder, ...LISTEN, '--origin', 'http://127.0.0.1:9']
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value as string)
    const { fault } = await next()
    expect(fault).toMatch(/^Error: error\[ACAP091\]: `foo` is not a key of the file\n/)
    expect(fault).not.toContain('warning[')
    expect(await next()).toMatchObject({ acap: 'gate', state: 'listening' })
  })

  it('takes a bundle from an https store whose authority Node trusts', async () => {
    const { url, ca } = await store()
    const child = spawn(
      process.execPath,
      ['dist/acap.js', 'gate', url, ...LISTEN, '--origin', 'http://127.0.0.1:9', '--admin', '0'],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: ca }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const listening = JSON.parse((await lines.next()).value as string)
    expect(listening).toMatchObject({ acap: 'gate', state: 'listening' })
    expect((await raw(`${listening.admin}/readyz`)).status).toBe(200)
    const refused = await raw(`${listening.url}/closed/`, { headers: { 'user-agent': 'SearchBot1/1' } })
    expect(refused.status).toBe(403)
    child.kill('SIGTERM')
    const [code] = await new Promise<unknown[]>((resolve) => child.once('exit', (...ended) => resolve(ended)))
    expect(code).toBe(0)
  })
})

/** An https server on this machine that has a bundle, and the file of its certificate. */
async function store() {
  const folder = mkdtempSync(join(tmpdir(), 'acap-store-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const args = ['-nodes', '-days', '2', '-keyout', key, '-out', cert, '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', ...args, '-addext', 'subjectAltName=DNS:localhost'], {
    stdio: 'ignore',
  })
  const site = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n', 'site.toml': 'hosts = ["127.0.0.1"]\n' }
  const bundle = new Uint8Array(await bundleOf({ site }, { known: { SearchBot1: 'search' } }))
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
    response.end(bundle)
  }).listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/policies.bin`, ca: cert }
}
