import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { waitingTime } from '../../src/edge/waiting-time.ts'
import { DEADLINE_MS, RedisPaces } from '../../src/gate/redis-paces.ts'
import { missing } from '../support/debian.ts'
import { gate, type TestedGate } from '../support/gate.ts'
import { raw } from '../support/node-origin.ts'
import { redis } from '../support/redis.ts'
import { BROWSER } from '../support/telling-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nCrawl-delay: 60\nAllow: /\n' }
const as = (userAgent: string) => ({ headers: { 'user-agent': userAgent } })

const gateWith = (url: string, files: Readonly<Record<string, string>> = FILES) =>
  gate({
    files,
    known: { OtherBot: 'search' },
    answer: (_, response) => void response.setHeader('content-type', 'text/plain').end('a page'),
    settings: { redis: url },
  })

const statusOf = async ({ url }: TestedGate, userAgent: string) => (await raw(`${url}/`, as(userAgent))).status

/** Waits until the gate has logged this of its rates. */
const rates = ({ log }: TestedGate, state: RegExp, times = 1) =>
  vi.waitFor(
    () => expect(log.filter((line) => line.acap === 'rates' && state.test(`${line.state}`))).toHaveLength(times),
    {
      timeout: 20_000,
    },
  )

describe.skipIf(missing('rates in Redis', 'redis-server'))('rates in Redis', () => {
  test('are one for two gates', async () => {
    const { url } = await redis()
    const [one, other] = [await gateWith(url), await gateWith(url)]
    expect(await statusOf(one, 'SearchBot1/1')).toBe(200)
    const late = await raw(`${other.url}/`, as('SearchBot1/1'))
    expect([late.status, Number(late.headers['retry-after']) > 50]).toEqual([429, true])
    expect(await statusOf(one, 'SearchBot1/1')).toBe(429)
    expect([await statusOf(other, 'OtherBot/1'), await statusOf(one, 'OtherBot/1')]).toEqual([200, 429])
    expect([await statusOf(one, BROWSER), await statusOf(other, BROWSER)]).toEqual([200, 200])
  })

  test('admit one of many that come at once to both', async () => {
    const { url } = await redis()
    const gates = [await gateWith(url), await gateWith(url)]
    const asked = Array.from({ length: 40 }, (_, i) => statusOf(gates[i % 2]!, 'SearchBot1/1'))
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(1)
  })

  test('are not enforced while it is dead, which the log says once, and are again when it is back', async () => {
    const server = await redis()
    const tested = await gateWith(server.url)
    expect([await statusOf(tested, 'SearchBot1/1'), await statusOf(tested, 'SearchBot1/1')]).toEqual([200, 429])
    await server.kill()
    await rates(tested, /not enforced/)
    for (const userAgent of ['SearchBot1/1', 'SearchBot1/1', BROWSER])
      expect(await statusOf(tested, userAgent)).toBe(200)
    expect(String((await raw(`${tested.url}/robots.txt`)).body)).toContain('Crawl-delay: 60')
    await server.start()
    await rates(tested, /counted/, 2)
    // It lost its memory, so one document is admitted.
    expect([await statusOf(tested, 'SearchBot1/1'), await statusOf(tested, 'SearchBot1/1')]).toEqual([200, 429])
    await rates(tested, /not enforced/, 1)
  })

  test('are not enforced while it is silent, and nobody waits longer than the deadline', async () => {
    const server = await redis()
    const tested = await gateWith(server.url)
    expect(await statusOf(tested, 'SearchBot1/1')).toBe(200)
    server.signal('SIGSTOP')
    expect(await statusOf(tested, 'SearchBot1/1')).toBe(200)
    await rates(tested, /not enforced/)
    expect(JSON.stringify(tested.log)).toContain(`within ${DEADLINE_MS} ms`)
    expect(await statusOf(tested, BROWSER)).toBe(200)
    server.signal('SIGCONT')
    await vi.waitFor(async () => expect(await statusOf(tested, 'SearchBot1/1')).toBe(429), { timeout: 20_000 })
    await rates(tested, /counted/, 2)
  })

  test('need no server to start', async () => {
    const server = await redis()
    await server.kill()
    const tested = await gateWith(server.url)
    expect([await statusOf(tested, 'SearchBot1/1'), await statusOf(tested, BROWSER)]).toEqual([200, 200])
    await server.start()
    await rates(tested, /counted/)
    expect([await statusOf(tested, 'SearchBot1/1'), await statusOf(tested, 'SearchBot1/1')]).toEqual([200, 429])
  })

  test('are those of the memory and the Durable Object, by the clock of the server', async () => {
    const { url } = await redis()
    const log = { log: () => undefined, warn: () => undefined, error: () => undefined }
    const paces = await RedisPaces.connect(url, log)
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2_000, max: 86_400_000_000 }), async (interval) => {
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
})
