/**
 * `acap gate` as a command: what it refuses to start with, and a bundle from an https store.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { brokenPolicies, GATE, gateRun, linesOf, store } from '../support/cli/gate-run.ts'
import { runAcap } from '../support/cli/run-acap.ts'
import { freePort } from '../support/edge/workerd.ts'
import { raw, startOrigin } from '../support/node-origin.ts'

const LONG = `/closed/${'a'.repeat(6000)}`
const LISTEN = ['--listen', '127.0.0.1:0']

describe('acap gate', () => {
  it.each([
    [['policies', '--redis', 'localhost:6379'], /`localhost:6379` is not the URL of a Redis/],
    [['policies', '--admin', 'everywhere'], /`everywhere` is not an address to listen at/],
    [['http://store.test/policies.bin'], /`http:\/\/store\.test\/policies\.bin` is not https/],
    [['nowhere'], /`nowhere` does not exist/],
    [['policies', '--authorize', 'iis'], /`iis` is not one of nginx, caddy/],
    [['policies', '--authorize', 'nginx'], /needs --trust/],
    [
      ['--store', 'nowhere'],
      /the store `nowhere` does not exist\nhelp: mount it, or fill it: acap publish --to nowhere/,
    ],
    [['policies', '--store', 'nowhere'], /DIR and --store cannot be used together/],
    [
      ['--print-map', 'iis'],
      /`iis` has no map\nhelp: --print-map takes one of nginx, caddy, haproxy/,
    ],
    [['nowhere', '--print-map', 'nginx'], /`nowhere` does not exist/],
    [
      ['--store', 'package.json'],
      /`package\.json` is not a folder\nhelp: .*acap publish --to package\.json/,
    ],
  ])('does not start with %j', async (args, says) => {
    const { code, err } = await runAcap(['gate', ...LISTEN, ...args])
    expect([code, err]).toEqual([2, expect.stringMatching(says)])
  })

  it.each([
    ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['0.0.0.0:8123', 'http://localhost:8123'],
    ['localhost:80', 'http://127.0.0.1'],
  ])('does not start at %s as its own origin', async (listen, origin) => {
    const { code, err } = await runAcap([
      'gate',
      'policies',
      '--listen',
      listen,
      '--origin',
      origin,
    ])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`\`${origin}\` is where the gate listens`),
    ])
  })

  it.each([
    ['nginx', /^"" crawler;\n(?:"~\*[^"]+" (?:crawler|reader);\n)+$/],
    ['caddy', /^(?:map \{[^}]+\} \{\w+\} \{\n(?:\t.+\n)+\}\n)+$/],
    ['haproxy', /^(?:[^ ]+ (?:crawler|reader)\n)+$/],
  ])('prints the map of %s, and ends', async (server, form) => {
    const { code, out } = await runAcap(['gate', 'policies', '--print-map', server])
    expect([code, out]).toEqual([0, expect.stringMatching(form)])
    expect(out).toContain('ptbot')
  })

  it('does not start where no site has an origin', () => {
    const policies = folderWith({ 'a/robots.txt': '', 'a/site.toml': 'hosts = ["a.test"]\n' })
    const { status, stderr } = gateRun([policies, ...LISTEN])
    const fault = 'no origin for a: add --origin URL, or the key `origin` to site.toml'
    expect([status, stderr]).toEqual([2, `acap: ${fault}\nhelp: acap gate --help\n`])
  })

  it('starts with broken policies where it knows the origin: logs their errors alone, and serves readers', async () => {
    const origin = await startOrigin((_, answer) => void answer.end('a page'))
    onTestFinished(() => origin.stop())
    const next = linesOf([brokenPolicies(), ...LISTEN, '--origin', origin.url])
    const { message } = (await next()).fault as unknown as { readonly message: string }
    expect(message).toMatch(/^error\[ACAP091\]: `foo` is not a key of the file\n/)
    expect(message).not.toContain('warning[')
    const { url, state } = await next()
    expect(state).toBe('listening')
    expect(
      (await raw(url!, { headers: { host: 'a.test', 'user-agent': 'Mozilla/5.0' } })).status,
    ).toBe(200)
    expect(
      (await raw(url!, { headers: { host: 'a.test', 'user-agent': 'GPTBot/1.0' } })).status,
    ).toBe(503)
  })

  it('does not start with broken policies that alone would say what the origin is', () => {
    const { status, stdout, stderr } = gateRun([brokenPolicies(), ...LISTEN])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^acap: the gate does not start: it cannot read its policies, and without them it knows no origin\n/,
    )
    expect(stderr).toContain('error[ACAP091]: `foo` is not a key of the file\n')
    expect(stderr).toMatch(/\nhelp: with --origin URL it starts without them: .*\n$/)
  })

  it('finds a taken port before it builds', async () => {
    const { url, stop } = await startOrigin((_, answer) => void answer.end())
    onTestFinished(() => stop())
    const { port } = new URL(url)
    const broken = brokenPolicies()
    const taken = (...args: readonly string[]) => gateRun([broken, ...args])
    expect(taken('--listen', `127.0.0.1:${port}`)).toMatchObject({
      status: 2,
      stderr: `acap: port ${port} is taken\nhelp: acap gate --listen HOST:PORT\n`,
    })
    expect(taken(...LISTEN, '--admin', port)).toMatchObject({
      status: 2,
      stderr: `acap: port ${port} is taken\nhelp: acap gate --admin PORT\n`,
    })
  })

  it('says where nothing is published in its store, and serves what it has when the store goes away', async () => {
    const folder = folderWith({ 'policies/a/robots.txt': 'User-agent: *\nDisallow: /closed/\n' })
    writeFileSync(join(folder, 'policies/a/site.toml'), 'hosts = ["a.test"]\n')
    const store = join(folder, 'store')
    mkdirSync(store)
    const origin = await startOrigin((_, answer) => void answer.end('a page'))
    onTestFinished(() => origin.stop())
    const args = ['--store', store, ...LISTEN, '--origin', origin.url]
    const empty = spawn(process.execPath, [...GATE, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void empty.kill('SIGKILL'))
    const hint = await createInterface(empty.stderr)[Symbol.asyncIterator]().next()
    expect(hint.value).toBe(
      `acap: nothing is published in \`${store}\` yet: acap publish --to ${store}`,
    )
    await runAcap(['publish', join(folder, 'policies'), '--to', store])
    const { url } = await linesOf(args)()
    const ask = async (userAgent: string) =>
      (await raw(`${url}/closed/`, { headers: { host: 'a.test', 'user-agent': userAgent } })).status
    expect([await ask('GPTBot/1.0'), await ask('Mozilla/5.0')]).toEqual([403, 200])
    rmSync(store, { recursive: true })
    expect([await ask('GPTBot/1.0'), await ask('Mozilla/5.0')]).toEqual([403, 200])
  })

  it.each<[string, (log: Readable) => void]>([
    ['holds back', (log) => void log.pause()],
    ['is gone', (log) => void log.destroy()],
  ])(
    'serves readers where the reader of its log %s, and ends',
    async (_, leave) => {
      const folder = folderWith({ 'policies/a/robots.txt': 'User-agent: *\nDisallow: /closed/\n' })
      writeFileSync(join(folder, 'policies/a/site.toml'), 'hosts = ["a.test"]\n')
      const origin = await startOrigin((_, answer) => void answer.end('a page'))
      onTestFinished(() => origin.stop())
      const args = [...GATE, join(folder, 'policies'), ...LISTEN, '--origin', origin.url]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [line] = await once(child.stdout, 'data')
      leave(child.stdout)
      const { url } = JSON.parse(String(line))
      const ask = async (userAgent: string) =>
        (await raw(url + LONG, { headers: { host: 'a.test', 'user-agent': userAgent } })).status
      for (let i = 0; i < 100; i++) expect(await ask('GPTBot/1.0')).toBe(403)
      expect(await ask('Mozilla/5.0')).toBe(200)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    },
    60_000,
  )

  it('serves readers where its log has no space', async () => {
    const folder = folderWith({ 'policies/a/robots.txt': 'User-agent: *\nDisallow: /closed/\n' })
    writeFileSync(join(folder, 'policies/a/site.toml'), 'hosts = ["a.test"]\n')
    const origin = await startOrigin((_, answer) => void answer.end('a page'))
    onTestFinished(() => origin.stop())
    const url = `http://127.0.0.1:${await freePort()}`
    const args = [
      ...GATE,
      join(folder, 'policies'),
      '--listen',
      new URL(url).host,
      '--origin',
      origin.url,
    ]
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, args, { stdio: ['ignore', full, full] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ask = (userAgent: string) =>
      raw(url + LONG, { headers: { host: 'a.test', 'user-agent': userAgent } })
    await expect
      .poll(() => ask('GPTBot/1.0').then(({ status }) => status, String), { timeout: 20_000 })
      .toBe(403)
    for (let i = 0; i < 20; i++) expect((await ask('GPTBot/1.0')).status).toBe(403)
    expect((await ask('Mozilla/5.0')).status).toBe(200)
  }, 60_000)

  it('takes a bundle and pages over https from servers whose authority Node trusts', async () => {
    const { url, addressUrl, ca, names } = await store()
    const child = spawn(
      process.execPath,
      ['dist/acap.js', 'gate', url, ...LISTEN, '--origin', addressUrl, '--admin', '0'],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: ca }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const listening = JSON.parse((await lines.next()).value as string)
    expect(listening).toMatchObject({ acap: 'gate', state: 'listening' })
    expect((await raw(`${listening.admin}/readyz`)).status).toBe(200)
    const refused = await raw(`${listening.url}/closed/`, {
      headers: { 'user-agent': 'SearchBot1/1' },
    })
    expect(refused.status).toBe(403)
    expect((await raw(`${listening.url}/`)).status).toBe(200)
    // An address is no name of a server (RFC 6066 3).
    expect(names).toEqual(['localhost', false])
    child.kill('SIGTERM')
    const [code] = await new Promise<unknown[]>((resolve) =>
      child.once('exit', (...ended) => resolve(ended)),
    )
    expect(code).toBe(0)
  })
})
