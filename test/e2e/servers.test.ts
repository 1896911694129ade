/**
 * One table of requests, put to the Worker in workerd, to the gate as a proxy, and to the servers that Debian has with the
 * configurations that docs/servers.md prints: all answer as the Worker does.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientTest } from '../../src/author/servers/crawler-map.ts'
import { decode } from '../../src/program/decode.ts'
import { FILES, KNOWN, STATUS, TABLE, WITHOUT_GATE } from '../support/author/server-table.ts'
import { answer, answers, ask } from '../support/author/table-answers.ts'
import { bundleOf } from '../support/bundle.ts'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { edgeForTest, platformsHere } from '../support/doors/platforms.ts'
import { SERVER_KINDS, type ServerKind } from '../support/doors/servers.ts'
import { startWorker } from '../support/edge/workerd.ts'
import { startOrigin } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

let expected: Awaited<ReturnType<typeof answers>>
const running: (() => void)[] = []
beforeAll(async () => {
  const origin = await startOrigin(answer)
  const policies = await bundleOf({ site: FILES }, { known: KNOWN })
  const worker = await startWorker({ policies, vars: { ORIGIN_URL: origin.url } })
  running.push(worker.stop, origin.stop)
  expected = await answers(worker.port)
})
afterAll(() => {
  for (const stop of running) stop()
})

test('the table has 200 requests, and the Worker answers each as it says', () => {
  expect(TABLE.length).toBeGreaterThanOrEqual(200)
  expect(expected.map(({ row, status }) => [row, status])).toEqual(
    TABLE.map(({ outcome }, i) => [expected[i]!.row, STATUS[outcome]]),
  )
})

const gateFor = (authorize: string | null, trust = ['loopback']) =>
  gate({ files: FILES, known: KNOWN, answer, settings: { authorize, trust } })

test.each(platformsHere())('$name answers as the Worker does', async (platform) => {
  const origin = await startOrigin(answer)
  onTestFinished(() => origin.stop())
  const { port } = await edgeForTest(
    platform,
    await bundleOf({ site: FILES }, { known: KNOWN }),
    origin.url,
  )
  expect(await answers(port)).toEqual(expected)
})

/** Starts origin, gate and server. */
async function setting({ authorize, start }: ServerKind, trust?: string[]) {
  const tested = await gateFor(authorize, trust)
  const decoded = decode(await bundleOf({ site: FILES }, { known: KNOWN }))
  if (!decoded.ok) throw new Error('the bundle is unreadable')
  const port = await start({
    gate: new URL(tested.url).host,
    origin: new URL(tested.origin.url).host,
    clients: clientTest(decoded.bundle, 'reader'),
  })
  return { ...tested, port }
}

const KINDS = SERVER_KINDS.map((kind) => ({
  ...kind,
  lacks: missing(`the configuration of ${kind.name}`, kind.program),
}))

describe.each(KINDS)('$name', ({ lacks, ...kind }) => {
  test.skipIf(lacks)('answers as the Worker does', async () => {
    const { port } = await setting(kind)
    const all = await answers(port)
    const isRejected = (i: number) => kind.rejects.test(TABLE[i]!.path)
    expect(all.filter((_, i) => !isRejected(i))).toEqual(expected.filter((_, i) => !isRejected(i)))
    expect(all.filter(({ status }, i) => isRejected(i) && status !== 400)).toEqual([])
  })

  const isWithout = lacks || kind.authorize === null
  test.skipIf(isWithout)(
    'serves readers where the gate does not trust it, or something else answers',
    async () => {
      const { port, stop, url, log } = await setting(kind, ['192.0.2.1'])
      await servedWithoutGate(port, kind)
      expect(
        log.filter(({ state }) =>
          /^127\.0\.0\.1 asks, and --trust does not name it/.test(String(state)),
        ),
      ).toHaveLength(1)
      await stop()
      let status = 0
      const other = createHttpServer(
        (_, response) => void response.writeHead(status, { location: '/' }).end('other'),
      )
      onTestFinished(() => void other.close())
      await once(other.listen(Number(new URL(url).port), '127.0.0.1'), 'listening')
      for (status of [302, 401, 404, 500, 503]) await servedWithoutGate(port, kind)
    },
  )
})

/** Each waits seconds for a gate that answers nothing: they wait side by side. */
const present = KINDS.filter(({ lacks }) => !lacks)
test.skipIf(present.length === 0)(
  'without the gate, each server serves readers, and likely crawlers 503',
  { timeout: 120_000 },
  async () => void (await Promise.all(present.map(endsItsGate))),
)

async function endsItsGate(kind: ServerKind): Promise<void> {
  const { port, stop, url } = await setting(kind)
  await stop()
  // HAProxy learns it from its next health check.
  const first = { path: '/open', userAgent: 'curl/8', method: 'GET', headers: {} }
  await vi.waitFor(async () => expect((await ask(port, first)).status, kind.name).toBe(200), {
    timeout: 20_000,
  })
  await servedWithoutGate(port, kind)
  // It takes connections again, and answers nothing.
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(
    Number(new URL(url).port),
    '127.0.0.1',
  )
  onTestFinished(() => void silent.close())
  await servedWithoutGate(port, kind)
}

async function servedWithoutGate(port: number, { name }: ServerKind): Promise<void> {
  const statuses = WITHOUT_GATE.map(async ([path, userAgent]) => {
    const { status, body } = await ask(port, { path, userAgent, method: 'GET', headers: {} })
    return [path, userAgent, status, String(body) === 'a page by GET with .']
  })
  expect(await Promise.all(statuses), name).toEqual(
    WITHOUT_GATE.map((row) => [...row, row[2] === 200]),
  )
  const sends = { path: '/open', userAgent: BROWSER, method: 'POST', headers: {} }
  expect(String((await ask(port, sends)).body), name).toBe('a page by POST with field=value.')
  // The table's nameless rows send no header. This one is there, and empty.
  const empty = { path: '/open', userAgent: '', method: 'GET', headers: { 'user-agent': '' } }
  expect((await ask(port, empty)).status, name).toBe(503)
}
