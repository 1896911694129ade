/**
 * An app cannot tell that the middleware is there: random programs of calls on a ServerResponse show the same with it and
 * without it. On pages that get tags, the same apart from these.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bodyReaderOf, readAnswerHead } from '../../src/doors/node/http1-answer.ts'
import { nodeMiddleware } from '../../src/doors/node/node-middleware.ts'
import { bundleOf } from '../support/bundle.ts'
import {
  type Kind,
  type Program,
  programOf,
  traceOf,
  wireOf,
} from '../support/response-programs.ts'
import { runs } from '../support/runs.ts'
import { BROWSER, POLICY, TAGS } from '../support/tagging-policy.ts'

const traces = new Map<string, (trace: readonly string[]) => void>()
const programs = new Map<number, Program>()

const app: RequestListener = (request, response) => {
  const [, id] = /^\/program\/(\d+)$/.exec(request.url!) ?? []
  if (id === undefined) {
    request.resume()
    response.end('another answer')
    return
  }
  const key = `${(request.socket.address() as AddressInfo).port} ${id}`
  void traceOf(programs.get(Number(id))!, request, response).then((trace) =>
    traces.get(key)!(trace),
  )
}

let ports: readonly [native: number, guarded: number]
const servers: Server[] = []

beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const guard = nodeMiddleware(await bundleOf({ site: POLICY }))
  const guarded: RequestListener = (request, response) =>
    guard(request, response, () => app(request, response))
  ports = (await Promise.all([app, guarded].map(listening))) as unknown as typeof ports
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  return new Promise((resolve) =>
    server.once('listening', () => resolve((server.address() as AddressInfo).port)),
  )
}

async function shownBy(program: Program, port: number, host: string) {
  const trace = new Promise<readonly string[]>((resolve) =>
    traces.set(`${port} ${program.id}`, resolve),
  )
  const wire = await wireOf(port, program, host, BROWSER)
  return { wire, trace: await Promise.race([trace, late()]) }
}

/** Where the server never sees the request, because the one before it ended the connection. */
function late(): Promise<readonly string[]> {
  return new Promise((resolve) => setTimeout(resolve, 5000, ['never asked']))
}

const FIRST = Number(process.env.ACAP_FIRST_PROGRAM ?? 0)

function* batches(count: number): Generator<readonly number[]> {
  for (let first = 0; first < count; first += 20)
    yield Array.from({ length: Math.min(20, count - first) }, (_, i) => FIRST + first + i)
}

async function compare(
  kind: Kind,
  host: string,
  seen: (shown: Awaited<ReturnType<typeof shownBy>>, program: Program) => unknown,
  count: number,
): Promise<void> {
  for (const batch of batches(count)) {
    const compared = batch.map(async (id) => {
      const program = programOf(id, kind)
      programs.set(id, program)
      const [native, guarded] = await Promise.all(ports.map((port) => shownBy(program, port, host)))
      programs.delete(id)
      return [
        id,
        program.steps.map(({ name }) => name),
        seen(native!, program),
        seen(guarded!, program),
      ]
    })
    for (const [id, steps, native, guarded] of await Promise.all(compared))
      expect(guarded, `${kind} ${id}: ${steps}`).toEqual(native)
  }
}

const COUNT = runs(300, 50_000)

test('an answer that gets no tags is Node’s own', { timeout: 3_600_000 }, () =>
  compare('anything', 'other.example', (shown) => shown, COUNT),
)

/** Headers about the bytes of a page, or about the policy. */
const OF_PAGE =
  /^(?:content-length|transfer-encoding|x-robots-tag|etag|cache-control|trailer|connection|keep-alive|link: <\/robots\.txt>).*/i

test('a page that gets tags is Node’s own apart from the tags', { timeout: 3_600_000 }, () =>
  compare(
    'pages',
    'localhost',
    ({ wire, trace }, { method, version }) => {
      const events = trace.filter((line) => /^event|^on headers|^ended/.test(line))
      const calls = trace.filter((line) => !/^(?:event|on headers|ended|written|paused)/.test(line))
      // A page whose length changes ends with its connection in HTTP/1.0.
      const answers = answersIn(wire, method)
      return [version === '1.0' ? answers[0] : answers, events, calls.map(withoutLength)]
    },
    COUNT,
  ),
)

/** A call without what depends on how far the page was sent. */
function withoutLength(line: string): string {
  const [call = '', state = ''] = line.split(' [[')
  return `${call.replace(/ = (?:true|false)$/, '')} ${state.replace(/\],(?:\[\w+,\d+\]|"any"),\{/, '{').replace(/^(true|false,true|false),(?:true|false)/, '$1')}`
}

/** The answers on a wire: their heads, bodies and trailers. */
function answersIn(wire: string, method: string): readonly unknown[] {
  const answers: unknown[] = []
  for (let rest = wire; rest.startsWith('HTTP/1.1'); ) {
    const end = rest.indexOf('\r\n\r\n')
    const head = readAnswerHead(rest.slice(0, end))
    rest = rest.slice(end + 4)
    const reader = bodyReaderOf(head, method === 'HEAD' && !rest.startsWith('another'))
    let body = ''
    if (reader !== null) {
      const bytes = Buffer.from(rest, 'latin1')
      let used = 0
      for (; used < bytes.length && !reader.isOver; used++)
        body += Buffer.concat([...reader.take(bytes.subarray(used, used + 1))]).toString('latin1')
      rest = rest.slice(used)
    }
    const lines: string[] = []
    for (let i = 0; i < head.raw.length; i += 2) lines.push(`${head.raw[i]}: ${head.raw[i + 1]}`)
    answers.push([
      head.statusLine,
      lines.filter((line) => !OF_PAGE.test(line)).sort(),
      body.replace(TAGS, ''),
      reader?.trailers ?? [],
    ])
  }
  return answers
}
