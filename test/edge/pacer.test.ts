import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { waitingTime } from '../../src/edge/pace.ts'
import { edge } from '../support/edge/edge.ts'

/** What the tests ask of src/doors/workers/pacer.ts. */
interface Pacer extends Rpc.DurableObjectBranded {
  admit(interval: number): Promise<number>
}

const { PACE } = env as { PACE: DurableObjectNamespace<Pacer> }

const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /private/\nRequest-rate: 1/10\nComment: slowly\n\nUser-agent: FreeBot\nAllow: /\n',
}

/** The time that edge and Pacer see. */
function clockAt(start: string) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.parse(start))
  return { advance: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) }
}

test('[X3] never two documents within an interval, unless the clock is set back', () => {
  const moves = fc.array(fc.integer({ min: -2000, max: 5000 }), { maxLength: 60 })
  fc.assert(
    fc.property(moves, fc.integer({ min: 1, max: 4000 }), (steps, interval) => {
      let now = 0
      let last: number | undefined
      for (const step of steps) {
        now += step
        const left = waitingTime(last, now, interval)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(interval)
        if (left > 0) continue
        if (last !== undefined && now >= last) expect(now - last).toBeGreaterThanOrEqual(interval)
        last = now
      }
    }),
  )
})

test('[X3] a clock that was a day ahead holds no crawler until it is as late again', async () => {
  const clock = clockAt('2026-11-04T06:00:00Z')
  const { ask } = await edge({ files: FILES, env: { PACE } })
  clock.advance(86_400)
  expect((await ask('/')).status).toBe(200)
  clock.advance(-86_400)
  expect((await ask('/')).status).toBe(200)
  clock.advance(9)
  expect((await ask('/')).status).toBe(429)
  clock.advance(1)
  expect((await ask('/')).status).toBe(200)
})

test('a Pacer keeps nothing longer than it matters', async () => {
  const stub = PACE.getByName('kept')
  expect(await stub.admit(60_000)).toBe(0)
  const kept = () =>
    runInDurableObject(stub, (_: Pacer, state) => [...state.storage.kv.list()].length)
  expect(await kept()).toBe(1)
  expect(await runDurableObjectAlarm(stub)).toBe(true)
  expect(await kept()).toBe(0)
})
