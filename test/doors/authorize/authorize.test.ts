/**
 * Authorization requests as the documentation of Traefik and Envoy describes them, which are not here to send them. The
 * other servers send their own (test/e2e/servers.test.ts).
 */
import { describe, expect, test } from 'vitest'
import {
  BEHIND_FRAGMENT,
  CRAWLER,
  FILES,
  HOST,
  KNOWN,
  type Row,
  STATUS,
  TABLE,
} from '../../support/author/server-table.ts'
import { gate } from '../../support/doors/gate.ts'
import { documented } from '../../support/doors/servers.ts'
import { type Raw, raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const service = async (authorize: string, trust: readonly string[] = ['loopback']) => {
  const { url } = await gate({
    files: FILES,
    known: KNOWN,
    answer: () => undefined,
    settings: { authorize, trust },
  })
  return url
}

const CLIENT = '192.0.2.9'
const withAgent = ({ userAgent }: Row) => (userAgent === '' ? {} : { 'user-agent': userAgent })

/**
 * What a server asks of a request, where it lets the client's own header through and where it writes one of its own.
 */
interface Asking {
  readonly name: string
  readonly configuration: string
  ask(url: string, row: Row): Promise<Raw>
  /** How the server has robots.txt and permission files served: by a route to the gate. */
  file(url: string, row: Row): Promise<Raw>
}

const ASKING: readonly Asking[] = [
  {
    // forwardAuth: a GET to `address` with all headers of the request; X-Forwarded-* are its own.
    name: 'traefik',
    configuration: 'traefik-forward-auth.yaml',
    ask: (url, row) =>
      raw(`${url}/`, {
        headers: {
          ...withAgent(row),
          ...row.headers,
          'x-forwarded-for': CLIENT,
          'x-forwarded-method': row.method,
          'x-forwarded-proto': 'http',
          'x-forwarded-host': HOST,
          'x-forwarded-uri': row.path,
        },
      }),
    file: (url, row) =>
      raw(url, {
        path: row.path,
        method: row.method,
        headers: { host: HOST, ...withAgent(row), ...row.headers, 'x-forwarded-for': CLIENT },
      }),
  },
  {
    // ext_authz: method, path and host of the request, `allowed_headers` of it, and `headers_to_add`.
    name: 'envoy',
    configuration: 'envoy-filter.yaml',
    ask: (url, row) =>
      raw(url, { path: row.path, method: row.method, headers: envoyHeaders(row, '') }),
    file: (url, row) =>
      raw(url, { path: row.path, method: row.method, headers: envoyHeaders(row, '1') }),
  },
]

function envoyHeaders(row: Row, answer: string): Record<string, string> {
  const allowed = [...documented('envoy-filter.yaml').matchAll(/^ {6}- exact: (\S+)$/gm)].map(
    ([, name]) => name!,
  )
  const own = Object.entries({ ...withAgent(row), ...row.headers }).filter(([name]) =>
    allowed.includes(name),
  )
  const added = {
    'x-forwarded-for': `${CLIENT}, 127.0.0.1`,
    'x-acap-answer': answer,
    'content-length': '0',
  }
  return { ...Object.fromEntries(own), 'x-forwarded-proto': 'http', ...added, host: HOST }
}

/** Whether the server gets a permission. */
const isPermitted = ({ outcome }: Row) => outcome === 'page' || outcome === 'unknown-page'
const isFile = ({ path, outcome }: Row) =>
  ['file', 'not-modified', 'not-allowed'].includes(outcome) || path.startsWith('/permissions/')

describe.each(ASKING)('$name, as it is documented', ({ name, configuration, ask, file }) => {
  test('permits what the Worker permits, and refuses as it refuses', async () => {
    const url = await service(name)
    const seen: unknown[] = []
    for (const row of TABLE.filter((each) => !isFile(each))) {
      const { status, headers } = await ask(url, row)
      const verdict = [row.about, row.path, row.userAgent, JSON.stringify(row.headers)]
      seen.push([...verdict, status, isPermitted(row) ? 200 : STATUS[row.outcome]])
      if (row.about === 'a word on the page') expect(headers['x-robots-tag']).toBe('noindex')
      if (row.outcome === 'refused' || row.outcome === 'paid')
        expect(headers['cache-control']).toBe('no-store')
    }
    expect(seen.filter((each) => (each as unknown[])[4] !== (each as unknown[])[5])).toEqual([])
  })

  test('permits no crawler what an origin may find behind `#`', async () => {
    const url = await service(name)
    const row = { about: '', method: 'GET', headers: {}, outcome: 'page' } as const
    const statuses = [CRAWLER, BROWSER].flatMap((userAgent) =>
      [BEHIND_FRAGMENT, '/closed/a#/../../open', '/open#a'].map(
        async (path) => (await ask(url, { ...row, path, userAgent })).status,
      ),
    )
    expect(await Promise.all(statuses)).toEqual([403, 403, 200, 200, 200, 200])
  })

  test('has files served by a route of their own', async () => {
    const url = await service(name)
    for (const row of TABLE.filter(isFile)) {
      const { status, body } = await file(url, row)
      expect([row.path, row.method, status]).toEqual([row.path, row.method, STATUS[row.outcome]])
      if (row.outcome === 'file' && row.method === 'GET')
        expect(String(body)).toMatch(/^(?:User-agent|ACAP-crawler): /)
    }
    const page = {
      about: '',
      path: '/open',
      userAgent: 'SearchBot1',
      method: 'GET',
      headers: {},
      outcome: 'page',
    } as const
    expect((await file(url, page)).status).toBe(404)
  })

  test('is answered where it is trusted alone', async () => {
    const url = await service(name, ['192.0.2.0/24'])
    const [row] = TABLE.filter(isPermitted)
    const answer = await ask(url, row!)
    expect([answer.status, String(answer.body)]).toEqual([
      503,
      expect.stringContaining('name it with --trust'),
    ])
    expect(documented(configuration)).not.toBe('')
  })
})
