/**
 * The configurations of docs/servers.md, as they are printed there, in the servers that Debian has.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/gate.ts'
import { type Raw, raw } from '../support/node-origin.ts'
import { BROWSER } from '../support/telling-policy.ts'
import { freePort } from '../support/workerd.ts'

const CRAWLER = 'SearchBot1/1.0'
const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /closed/\nDisallow: /paid/\n\nUser-agent: SlowBot\nCrawl-delay: 60\nAllow: /\n\nACAP-crawler: *\nACAP-disallow-index: /told/\n',
  'site.toml':
    'hosts = ["127.0.0.1"]\n[[route]]\nmatch = "/paid/"\n[route.refuse]\nstatus = 402\nheaders = { "crawler-price" = "USD 1" }\n',
}

/** The blocks of one language in docs/servers.md. */
function printed(language: string): readonly string[] {
  const text = readFileSync('docs/servers.md', 'utf8')
  return [...text.matchAll(/^```(\S+)[^\n]*\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , body]) => body!)
}

interface Ports {
  readonly server: number
  readonly gate: string
  readonly origin: string
}

/** A configuration with the ports of a test. */
function withPorts(text: string, { server, gate, origin }: Ports): string {
  return text
    .replaceAll(/127\.0\.0\.1:(?:8000|8001)/g, gate)
    .replaceAll('127.0.0.1:8090', origin)
    .replaceAll(':8080', `:${server}`)
}

/** Runs a server until the test is over. */
async function started(program: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const env = { ...process.env, PATH: `${process.env.PATH}${delimiter}/usr/sbin` }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.on('data', (text) => (said += text))
  onTestFinished(() => void child.kill('SIGKILL'))
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    const isUp = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isUp) return child
    await sleep(25)
  }
  throw new Error(`${program} did not start: ${said}`)
}

/** A folder that is gone after the test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'acap-servers-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

type Start = (ports: Ports, path: string) => Promise<unknown>

/** Starts origin, gate and server; gives what asks the server. */
async function setting(authorize: string | null, start: Start) {
  const asked: string[] = []
  const tested = await gate({
    files: FILES,
    known: { SearchBot1: 'search', SlowBot: 'search' },
    answer: (request, response) => {
      asked.push(request.url!)
      response.setHeader('content-type', 'text/plain')
      response.end(`a page for ${request.headers.host}`)
    },
    settings: { authorize, trust: ['loopback'] },
  })
  const server = await freePort()
  await start({ server, gate: new URL(tested.url).host, origin: new URL(tested.origin.url).host }, folder())
  const ask = (path: string, userAgent: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    raw(`http://127.0.0.1:${server}${path}`, { method, headers: { ...headers, 'user-agent': userAgent } })
  return { ...tested, ask, asked, server }
}

const startNginx: Start = async (ports, path) => {
  const [block] = printed('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path};`)
    .join(' ')
  const http = `http { access_log off; ${temporary}\n${withPorts(block!, ports)}\n}`
  writeFileSync(
    join(path, 'nginx.conf'),
    `daemon off; master_process off; pid ${path}/pid; error_log stderr crit;\nevents {}\n${http}\n`,
  )
  await started('nginx', ['-c', join(path, 'nginx.conf'), '-e', 'stderr'], ports.server)
}

const startCaddy: Start = async (ports, path) => {
  const [block] = printed('caddyfile')
  writeFileSync(join(path, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${withPorts(block!, ports)}`)
  await started('caddy', ['run', '--config', join(path, 'Caddyfile'), '--adapter', 'caddyfile'], ports.server)
}

const startHaproxy: Start = async (ports, path) => {
  const [block] = printed('haproxy')
  const defaults = 'defaults\n  mode http\n  timeout connect 1s\n  timeout client 10s\n  timeout server 2s\n'
  writeFileSync(join(path, 'haproxy.cfg'), defaults + withPorts(block!, ports))
  await started('haproxy', ['-f', join(path, 'haproxy.cfg')], ports.server)
}

const SETTINGS = [
  { name: 'nginx', program: 'nginx-light', authorize: 'nginx', start: startNginx },
  { name: 'caddy', program: 'caddy', authorize: 'caddy', start: startCaddy },
  { name: 'haproxy', program: 'haproxy', authorize: null, start: startHaproxy },
] as const

describe.each(SETTINGS)('$name', ({ name, program, authorize, start }) => {
  test.skipIf(missing(`the configuration of ${name}`, program))(
    'refuses crawlers as the policy says, and no reader',
    async () => {
      const { ask, asked, server } = await setting(authorize, start)
      const refused = await ask('/closed/a?b=c', CRAWLER)
      expect([refused.status, asked.filter((path) => path !== '/robots.txt')]).toEqual([403, []])
      expect(String(refused.body)).toContain('searchbot1 may not crawl this resource')
      expect(String(refused.body)).toContain(`http://127.0.0.1:${server}/robots.txt`)
      for (const spelling of ['//closed/a', '/open/..%2fclosed/a', '/%63losed/a']) {
        expect([spelling, (await ask(spelling, CRAWLER)).status]).toEqual([spelling, 403])
      }
      const paid = await ask('/paid/a', CRAWLER)
      expect([paid.status, paid.headers['crawler-price']]).toEqual([402, 'USD 1'])
      for (const [path, userAgent] of [
        ['/closed/a', BROWSER],
        ['/paid/a', BROWSER],
        ['/open', BROWSER],
        ['/open', CRAWLER],
      ] as const) {
        const page = await ask(path, userAgent)
        expect([path, page.status, String(page.body)]).toEqual([path, 200, `a page for 127.0.0.1:${server}`])
      }
      const robots = await ask('/robots.txt', CRAWLER)
      expect([robots.status, String(robots.body).includes('Disallow: /closed/')]).toEqual([200, true])
      expect((await ask('/open', 'SlowBot/1')).status).toBe(200)
      const late = await ask('/open', 'SlowBot/1')
      expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
      const told = await ask('/told/a', BROWSER)
      expect([told.status, told.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    },
  )

  test.skipIf(missing(`the configuration of ${name}`, program))(
    'lets no client write what only the server may',
    async () => {
      const { ask } = await setting(authorize, start)
      const forged = {
        'x-original-uri': '/open',
        'x-forwarded-uri': '/open',
        'x-original-method': 'OPTIONS',
        'x-forwarded-method': 'OPTIONS',
        'x-forwarded-host': 'elsewhere.test',
        'x-forwarded-for': '192.0.2.1',
        'x-acap-answer': '1',
      }
      expect((await ask('/closed/a', CRAWLER, forged)).status).toBe(403)
      expect((await ask('/closed/a', BROWSER, forged)).status).toBe(200)
    },
  )

  test.skipIf(missing(`the configuration of ${name}`, program))(
    'without the gate, serves readers, and likely crawlers 503',
    async () => {
      const { ask, stop, url } = await setting(authorize, start)
      await stop()
      await servedWithoutGate(ask)
      // It takes connections again, and answers nothing.
      const silent = createServer(() => undefined).listen(Number(new URL(url).port), '127.0.0.1')
      onTestFinished(() => void silent.close())
      await servedWithoutGate(ask)
    },
  )
})

/** HAProxy learns from its next health check that the gate is gone; the others find it out with each request. */
async function servedWithoutGate(ask: (path: string, userAgent: string) => Promise<Raw>): Promise<void> {
  let reader = await ask('/closed/a', BROWSER)
  for (let tries = 0; tries < 200 && reader.status !== 200; tries++) {
    await sleep(50)
    reader = await ask('/closed/a', BROWSER)
  }
  expect([reader.status, String(reader.body).startsWith('a page')]).toEqual([200, true])
  expect((await ask('/closed/a', CRAWLER)).status).toBe(503)
}
