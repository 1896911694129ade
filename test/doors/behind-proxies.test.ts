/**
 * Every door behind proxies that write their headers as real ones do: no reader is refused, no policy is out of force, and
 * pages that are bound to their URL are served there.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { nodeMiddleware } from '../../src/doors/node/node-middleware.ts'
import { bundleOf } from '../support/bundle.ts'
import { gate } from '../support/doors/gate.ts'
import { capturedLog } from '../support/edge/edge.ts'
import { raw } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const CRAWLER = 'SearchBot1/1.0'
const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
  'site.toml':
    'hosts = ["www.example.com"]\ncanonical = "https://www.example.com"\n[[route]]\nmatch = "/"\nlocation = true\n',
}
const bundle = await bundleOf({ site: FILES }, { known: { SearchBot1: 'search' } })
const trust = ['loopback', '10.0.0.0/8']

type Sent = Readonly<Record<string, string | string[]>>
type Door = () => Promise<string>

const page = (_: IncomingMessage, response: ServerResponse) => response.end('a page')

async function listening(server: ReturnType<typeof serve>): Promise<string> {
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const DOORS: Readonly<Record<string, Door>> = {
  'acap gate': async () => (await gate({ files: FILES, answer: page, settings: { trust } })).url,
  nodeMiddleware: () => {
    const guard = nodeMiddleware(bundle, { trust })
    const server = createServer((asked, answer) => guard(asked, answer, () => page(asked, answer)))
    return listening(server.listen(0, '127.0.0.1'))
  },
  'hono in Node': () => {
    const app = new Hono()
    app.use(acap({ bundle, trust }))
    app.get('*', (c) => c.text('a page'))
    return listening(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }))
  },
}

const WWW = 'www.example.com'
const NEAR = { 'x-forwarded-for': '192.0.2.1' }
const FAR = { 'x-forwarded-for': '192.0.2.1, 10.0.0.2' }

/** Headers by which a request is one for https://www.example.com. */
const PUBLIC: readonly Sent[] = [
  { host: WWW, 'x-forwarded-proto': 'https' },
  { host: WWW, 'x-forwarded-proto': 'HTTPS' },
  { host: WWW, 'x-forwarded-proto': 'wss' },
  { host: WWW, 'x-forwarded-proto': 'http, https', ...NEAR },
  { host: WWW, 'x-forwarded-proto': ['https', 'http'], ...FAR },
  { host: WWW, 'x-forwarded-proto': 'https,http', ...FAR },
  { host: WWW, 'x-forwarded-proto': 'https', ...FAR },
  { host: WWW, forwarded: 'for=192.0.2.1;proto=https' },
  { host: 'app.internal', 'x-forwarded-proto': 'https', 'x-forwarded-host': WWW },
  { host: 'app.internal', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'WWW.Example.com:443' },
  { host: 'app.internal', 'x-forwarded-proto': 'https', 'x-forwarded-host': `${WWW}, b`, ...FAR },
  { host: 'app.internal', 'x-forwarded-proto': 'https', 'x-forwarded-host': `b, ${WWW}`, ...NEAR },
  { host: 'app.internal', forwarded: `for=192.0.2.1;proto=https;host=${WWW}` },
  { host: WWW, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'other.test' },
  { host: WWW, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a b' },
]

/** Headers by which it is one for the site by http, whose pages are elsewhere. */
const PLAIN: readonly Sent[] = [
  { host: WWW },
  { host: WWW, 'x-forwarded-proto': 'http' },
  { host: WWW, 'x-forwarded-proto': 'https, http', ...NEAR },
  { host: WWW, 'x-forwarded-proto': 'ht tps' },
  { host: WWW, 'x-forwarded-proto': '', forwarded: 'proto=https' },
]

/** Headers by which it is one for another host. */
const OTHER: readonly Sent[] = [
  { host: 'other.test' },
  { host: 'other.test', 'x-forwarded-host': 'another.test' },
  { host: 'other.test', 'x-forwarded-host': 'a b' },
  { host: 'other.test', 'x-forwarded-host': `${WWW}, b.test`, ...NEAR },
]

describe.each(Object.entries(DOORS))('%s behind a trusted proxy', (_, start) => {
  test('serves bound pages, refuses what is closed, and gives readers their pages', async () => {
    capturedLog()
    const url = await start()
    const status = async (sent: Sent, path: string, userAgent: string) =>
      (await raw(url + path, { headers: { ...sent, 'user-agent': userAgent } })).status
    const statuses = async (sent: Sent) => [
      sent,
      await status(sent, '/bound', CRAWLER),
      await status(sent, '/closed/a', CRAWLER),
      await status(sent, '/bound', BROWSER),
    ]
    for (const sent of PUBLIC) expect(await statuses(sent)).toEqual([sent, 200, 403, 200])
    for (const sent of PLAIN) expect(await statuses(sent)).toEqual([sent, 403, 403, 200])
    for (const sent of OTHER) expect(await statuses(sent)).toEqual([sent, 200, 200, 200])
  })
})

test('a gate tells its origin what proxies have told it', async () => {
  let seen: IncomingMessage['headers'] = {}
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    seen = request.headers
    response.end()
  }
  const { url } = await gate({ files: FILES, answer, settings: { trust } })
  const told = async (headers: Sent) => {
    await raw(`${url}/a`, { headers: { ...headers, 'user-agent': BROWSER } })
    return ['host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map(
      (name) => seen[name],
    )
  }
  const forwarded = `for=192.0.2.1;proto=https;host=${WWW}`
  const hops = '192.0.2.1, 127.0.0.1'
  expect(await told({ host: 'app.internal', forwarded })).toEqual([
    'app.internal',
    hops,
    'https',
    WWW,
  ])
  expect(await told({ host: WWW, 'x-forwarded-proto': 'HTTPS, http', ...FAR })).toEqual([
    WWW,
    '192.0.2.1, 10.0.0.2, 127.0.0.1',
    'https',
    WWW,
  ])
})
