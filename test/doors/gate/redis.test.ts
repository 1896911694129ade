import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createClient } from '@redis/client'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DEADLINE_MS, RedisPaces } from '../../../src/doors/gate/redis-paces.ts'
import { waitingTime } from '../../../src/edge/pace.ts'
import { missing } from '../../support/debian.ts'
import { gate, type TestedGate } from '../../support/doors/gate.ts'
import { redis } from '../../support/doors/redis.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nCrawl-delay: 60\nAllow: /\n' }
const as = (userAgent: string) => ({ headers: { 'user-agent': userAgent } })

const gateWith = (url: string, files: Readonly<Record<string, string>> = FILES) =>
  gate({
    files,
    known: { OtherBot: 'search' },
    answer: (_, response) => void response.setHeader('content-type', 'text/plain').end('a page'),
    settings: { redis: url },
  })

const statusOf = async ({ url }: TestedGate, userAgent: string) =>
  (await raw(`${url}/`, as(userAgent))).status

/** Waits until the gate has logged this of its rates. */
const rates = ({ log }: TestedGate, state: RegExp, times = 1) =>
  vi.waitFor(
    () =>
      expect(
        log.filter((line) => line.acap === 'rates' && state.test(`${line.state}`)),
      ).toHaveLength(times),
    {
      timeout: 20_000,
    },
  )

/** Asks until the crawler has to wait: on a busy machine a question may miss its deadline, and then counts for nothing. */
const late = (tested: TestedGate, userAgent = 'SearchBot1/1') =>
  vi.waitFor(async () => expect(await statusOf(tested, userAgent)).toBe(429), { timeout: 20_000 })

/** Paces with time enough for a busy machine. */
const patient = (url: string) => RedisPaces.connect(url, SILENT, 30_000)
const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined }

describe.skipIf(missing('rates in Redis', 'redis-server'))('rates in Redis', () => {
  test('are one for two gates', async () => {
    const { url } = await redis()
    const [one, other] = [await gateWith(url), await gateWith(url)]
    expect(await statusOf(one, 'SearchBot1/1')).toBe(200)
    await late(other)
    const answer = await raw(`${one.url}/`, as('SearchBot1/1'))
    expect([answer.status, Number(answer.headers['retry-after']) > 30]).toEqual([429, true])
    expect(await statusOf(other, 'OtherBot/1')).toBe(200)
    await late(one, 'OtherBot/1')
    expect([await statusOf(one, BROWSER), await statusOf(other, BROWSER)]).toEqual([200, 200])
  })

  test('admit one of many that come at once to both', async () => {
    const { url } = await redis()
    const gates = [await patient(url), await patient(url)]
    const left = await Promise.all(
      Array.from({ length: 200 }, (_, i) => gates[i % 2]!.admit('key', 60_000)),
    )
    expect(left.filter((each) => each === 0)).toHaveLength(1)
    for (const each of gates) each.close()
  })

  test('are not enforced while it is dead, which the log says once, and are again when it is back', async () => {
    const server = await redis()
    const tested = await gateWith(server.url)
    await late(tested)
    const before = tested.log.filter(({ state }) => /not enforced/.test(String(state))).length
    await server.kill()
    await rates(tested, /not enforced/, before + 1)
    for (const userAgent of ['SearchBot1/1', 'SearchBot1/1', BROWSER]) {
      expect(await statusOf(tested, userAgent)).toBe(200)
    }
    expect(String((await raw(`${tested.url}/robots.txt`)).body)).toContain('Crawl-delay: 60')
    await rates(tested, /not enforced/, before + 1)
    await server.start()
    await rates(tested, /counted/, before + 2)
    // It lost its memory, so one document is admitted.
    expect(await statusOf(tested, 'SearchBot1/1')).toBe(200)
    await late(tested)
  })

  test('are not enforced while it is silent, and nobody waits longer than the deadline', async () => {
    const server = await redis()
    const tested = await gateWith(server.url)
    await late(tested)
    server.signal('SIGSTOP')
    expect(await statusOf(tested, 'SearchBot1/1')).toBe(200)
    expect(tested.log.filter(({ acap }) => acap === 'rates').at(-1)).toMatchObject({
      fault: { message: `Redis did not answer within ${DEADLINE_MS} ms` },
    })
    expect(await statusOf(tested, BROWSER)).toBe(200)
    server.signal('SIGCONT')
    await late(tested)
  })

  test('need no server that answers to start', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const tested = await gateWith(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    expect([await statusOf(tested, BROWSER), await statusOf(tested, 'SearchBot1/1')]).toEqual([
      200, 200,
    ])
    await rates(tested, /not enforced/)
  })

  test('need no server to start', async () => {
    const server = await redis()
    await server.kill()
    const tested = await gateWith(server.url)
    expect([await statusOf(tested, 'SearchBot1/1'), await statusOf(tested, BROWSER)]).toEqual([
      200, 200,
    ])
    await server.start()
    await late(tested)
  })

  test('are those of the memory and the Durable Object, by the clock of the server', async () => {
    const { url } = await redis()
    const paces = await patient(url)
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60_000, max: 86_400_000_000 }), async (interval) => {
        const key = String(number++)
        const start = performance.now()
        expect(await paces.admit(key, interval)).toBe(0)
        const left = await paces.admit(key, interval)
        const passed = Math.ceil(performance.now() - start) + 1
        expect(left).toBeLessThanOrEqual(waitingTime(0, 0, interval))
        expect(left).toBeGreaterThanOrEqual(waitingTime(0, passed, interval))
      }),
      { numRuns: 200 },
    )
    paces.close()
  })

  test('hold no crawler until a clock that was ahead is as late again', async () => {
    const { url } = await redis()
    const paces = await patient(url)
    const client = createClient({ url })
    await client.connect()
    expect(await paces.admit('ahead', 10_000)).toBe(0)
    const [key] = await client.keys('*')
    await client.set(key!, String(Date.now() + 86_400_000))
    client.destroy()
    expect(await paces.admit('ahead', 10_000)).toBe(0)
    expect(await paces.admit('ahead', 10_000)).toBeGreaterThan(0)
    paces.close()
  })
})
