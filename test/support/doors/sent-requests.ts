/**
 * An authorization service for a test, and requests as nginx, Caddy, HAProxy and Traefik tell it of them.
 */
import { expect } from 'vitest'
import type { GateSettings } from '../../../src/doors/gate/gate.ts'
import { type Raw, raw } from '../node-origin.ts'
import { gate } from './gate.ts'

export const HOST = 'news.test'
export const CRAWLER = 'ClosedOne/1'
export const ROBOTS = 'User-agent: ClosedOne\nDisallow: /closed/\nDisallow: /é/\nDisallow: /a[b\n'
export const FILES = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}", "*"]\n` }

/** What a server tells of a request. */
interface Sent {
  readonly host?: string
  readonly path?: string
  readonly method?: string
  readonly scheme?: string
  readonly userAgent?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const service = (
  authorize: string,
  settings: Partial<GateSettings> = {},
  files: Record<string, string> = FILES,
) =>
  gate({
    files,
    answer: () => undefined,
    settings: { authorize, trust: ['loopback'], ...settings },
  })

/** How nginx and Caddy (HAProxy, Traefik) tell of a request. */
export function headersOf(
  server: string,
  { host, path, method, scheme, userAgent, headers }: Sent,
): Record<string, string> {
  const names = server === 'nginx' ? ['host', 'x-original-uri', 'x-original-method'] : FORWARDED
  const values = [host ?? HOST, path ?? '/closed/a', method ?? 'GET']
  const sent = Object.fromEntries(names.map((name, i) => [name, values[i]!]))
  return {
    ...sent,
    'x-forwarded-proto': scheme ?? 'http',
    'user-agent': userAgent ?? CRAWLER,
    ...headers,
  }
}
const FORWARDED = ['x-forwarded-host', 'x-forwarded-uri', 'x-forwarded-method']

export function ask(url: string, server: string, sent: Sent = {}): Promise<Raw> {
  const { host, ...others } = headersOf(server, sent)
  return raw(url, {
    setHost: false,
    headers: host === '' || host === undefined ? others : { host, ...others },
  })
}

/** What becomes of a request: the page, or the status and the verdict of another answer. */
export async function outcome(url: string, server: string, sent: Sent = {}): Promise<string> {
  const answer = await ask(url, server, sent)
  if (server !== 'nginx') return verdictIn(answer)
  if (answer.status === 200) return 'page'
  expect(answer.status).toBe(403)
  const headers = { 'x-acap-answer': String(answer.headers['acap-answer']) }
  return String((await ask(url, server, { ...sent, headers })).status)
}

export function verdictIn({ status, headers }: Raw): string {
  const verdict = headers['acap-verdict']
  return verdict === 'permit'
    ? 'page'
    : verdict === undefined
      ? String(status)
      : `${status} ${String(verdict)}`
}
