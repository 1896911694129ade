/**
 * What the servers of Debian tell a gate of a request, beside what they pass on to the origin: host and target are the same
 * octets, no matter how they were written. So the gate judges what the origin serves.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isAuthority } from '../../src/base/ip-address.ts'
import { missing } from '../support/debian.ts'
import { octetsOrigin, sent } from '../support/doors/octets-origin.ts'
import { HOSTS, REQUEST_LINES } from '../support/doors/server-matrix.ts'
import { SERVER_KINDS } from '../support/doors/servers.ts'
import { spellingsOf } from '../support/e2e/spellings.ts'
import { runs } from '../support/runs.ts'

const ASKING = SERVER_KINDS.filter(({ authorize }) => authorize !== null)
const [FIRST_HOST] = HOSTS
const WHOLE_URLS = REQUEST_LINES.filter((line) => line.includes('://'))
const TARGETS = spellingsOf('/closed/news/a.html?b=c', runs(500, 10_000), true, true).filter(
  (each) => !/[\r\n]/.test(each),
)
const REQUESTS: readonly string[] = [
  ...HOSTS.map(({ lines }) => [REQUEST_LINES[0]!, ...lines]),
  ...REQUEST_LINES.map((line) => [line, ...FIRST_HOST!.lines]),
  ...HOSTS.flatMap(({ lines }) => WHOLE_URLS.map((line) => [line, ...lines])).filter(
    (_, i) => i % runs(5, 1) === 0,
  ),
  ...WHOLE_URLS.flatMap((line) => [[line], [line, 'Host:'], [line.replace('1.1', '1.0')]]),
  ...[
    'OPTIONS * HTTP/1.1',
    'OPTIONS * HTTP/1.0',
    'CONNECT news.test:80 HTTP/1.1',
    'CONNECT /a HTTP/1.1',
  ].map((line) => [line, ...FIRST_HOST!.lines]),
  ...TARGETS.map((target) => [`GET ${target} HTTP/1.1`, ...FIRST_HOST!.lines]),
].map((lines) =>
  [...lines, 'User-Agent: x', 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'),
)

/** What a gate received; `chosen` is the host by which nginx has chosen its configuration. */
interface Announced {
  readonly line: string
  readonly host: string
  readonly chosen: string
}

const NGINX = ['x-original-method', 'x-original-uri', 'host', 'x-original-host']
const OTHERS = ['x-forwarded-method', 'x-forwarded-uri', 'x-forwarded-host', 'x-none']

/** Permits everything, and keeps what it received. */
async function permissiveGate() {
  const announced: Announced[] = []
  // It reads what the gate reads.
  const server = createServer(
    { insecureHTTPParser: true, requireHostHeader: false },
    ({ headers }, outgoing) => {
      const isNginx = headers['x-original-uri'] !== undefined
      const [method, target, host, chosen] = isNginx
        ? NGINX.map((name) => headers[name])
        : OTHERS.map((name) => headers[name])
      if (method !== undefined)
        announced.push({
          line: `${method} ${target}`,
          host: String(host ?? ''),
          chosen: String(chosen ?? ''),
        })
      outgoing.writeHead(200, { 'acap-verdict': 'permit' }).end()
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { announced, at: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Whether what the origin received is what the gate received, or would not be permitted, or is for no host at all. */
function isSame(header: string, announced: Announced | undefined): boolean {
  const [, line] = /^(.*) HTTP\/1\.\d\r\n/.exec(header) ?? []
  const host = /\r\nHost: *(.*?) *\r\n/i.exec(header)?.[1] ?? ''
  if (announced === undefined) return false
  if (announced.line.startsWith('CONNECT ')) return true
  const isMalformed =
    announced.host !== '' &&
    (!isAuthority(announced.host) ||
      (announced.chosen !== '' && !announced.host.toLowerCase().startsWith(announced.chosen)))
  return (
    isMalformed ||
    (line === announced.line &&
      (announced.host === host || (announced.host === '' && !host.includes('.test'))))
  )
}

describe.each(ASKING)('$name', ({ name, program, start }) => {
  const lacks = missing(`what ${name} tells a gate`, program)

  test.skipIf(lacks)('asks about the request that it passes on', { timeout: 600_000 }, async () => {
    const gate = await permissiveGate()
    const origin = await octetsOrigin('a page')
    const port = await start({ gate: gate.at, origin: origin.at })
    const wrong: unknown[] = []
    for (const request of REQUESTS) {
      gate.announced.length = 0
      origin.seen.length = 0
      await sent(port, request)
      const [received] = origin.seen
      if (received !== undefined && !isSame(received, gate.announced.at(-1)))
        wrong.push([request, received, ...gate.announced])
    }
    expect(wrong).toEqual([])
  })
})
