/**
 * A clock that is set ahead by a day and back again, for each interval that the edge measures. Where only the clock of the day
 * jumps, as in Node, nothing changes; where there is no other one, as in Workers, a time in the future counts as over.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { Patience } from '../../src/edge/after.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import type { Common } from '../../src/edge/loaded-bundle.ts'
import type { Exchange } from '../../src/edge/platform.ts'
import { Policies } from '../../src/edge/policies.ts'
import { SiteCache } from '../../src/edge/stored-sites.ts'
import { keyLocation } from '../../src/words/key-location.ts'
import { bundleOf } from '../support/bundle.ts'
import { capturedLog, edge } from '../support/edge/edge.ts'
import { FakeKv, release } from '../support/edge/store.ts'
import { isolate, KNOWN, REFRESH_MS, RETRY_MS, versionClosing } from '../support/edge/store-edge.ts'

const DAY = 86_400_000

/** Sets the clock of the day alone. */
function jump(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

function fakeClocks(...more: ('setTimeout' | 'clearTimeout')[]): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance', ...more] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a store is looked into again, and at no other time', async () => {
  fakeClocks()
  const store = new FakeKv()
  release(store, 1, await versionClosing(1, '/old'))
  const { status } = await isolate(store)
  jump(DAY)
  expect(await status('https://a.test/old')).toBe(403)
  jump(-DAY)
  release(store, 2, await versionClosing(2, '/new'))
  vi.advanceTimersByTime(REFRESH_MS - 1)
  expect(await status('https://a.test/new')).toBe(200)
  jump(DAY)
  expect(await status('https://a.test/new')).toBe(200)
  jump(-DAY)
  vi.advanceTimersByTime(1)
  expect(await status('https://a.test/new')).toBe(403)
})

test('a release that has just gone is not believed to be gone because the clock jumps', async () => {
  fakeClocks()
  const store = new FakeKv()
  release(store, 1, await versionClosing(1, '/closed'))
  const { status } = await isolate(store, await bundleOf({}, KNOWN))
  expect(await status('https://a.test/closed')).toBe(403)
  store.values.clear()
  for (const ahead of [0, DAY, 0]) {
    vi.advanceTimersByTime(REFRESH_MS)
    jump(ahead)
    expect(await status('https://a.test/closed')).toBe(403)
    jump(-ahead)
  }
})

test('in a Worker a store is asked again when the clock is back', async () => {
  const store = { get: vi.fn(async () => null) }
  const policies = new Policies(await bundleOf({}, KNOWN), console)
  const exchange = { bundles: store, keepAlive: () => undefined } as unknown as Exchange
  capturedLog()
  for (const ticks of [DAY, DAY + 1, 0, 1]) policies.refresh({ exchange, ticks })
  expect(store.get).toHaveBeenCalledTimes(2)
})

test('a value that was missing is fetched again, and the wait for it is over', async () => {
  const store = { get: vi.fn(async () => null) }
  const exchange = { bundles: store, keepAlive: () => undefined } as unknown as Exchange
  const cache = new SiteCache(() => undefined)
  const find = (ticks: number) => cache.find('key', {} as Common, { exchange, now: 0, ticks })
  for (const ticks of [DAY, DAY + 1, 0, 1, RETRY_MS]) find(ticks)
  expect(store.get).toHaveBeenCalledTimes(3)
  expect(cache.coming('key', 0)).toBeNull()
})

test('keys are fetched again where they are missing or old, and the wait for them is over', async () => {
  capturedLog()
  const fetcher = vi.fn(async () => new Response('', { status: 500 }))
  const directories = new KeyDirectories(fetcher as unknown as typeof fetch)
  const lookUp = (ticks: number) =>
    directories.lookUp(keyLocation('https://bot.test')!, 'key', {
      isKnown: true,
      mayFetch: true,
      ticks,
    })
  expect(lookUp(DAY).pending).not.toBeNull()
  await lookUp(DAY).pending
  lookUp(DAY + 1)
  expect(fetcher).toHaveBeenCalledTimes(1)
  await lookUp(0).pending
  expect(fetcher).toHaveBeenCalledTimes(2)
})

test('patience is as long as it was', async () => {
  fakeClocks('setTimeout', 'clearTimeout')
  const patience = new Patience(10_000)
  let isOver = false
  void patience.over.then(() => {
    isOver = true
  })
  jump(-DAY)
  void patience.cut(5000)
  await vi.advanceTimersByTimeAsync(4999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isOver).toBe(true)
})

test('the log says how long a request took', async () => {
  fakeClocks()
  const { ask, log } = await edge({
    files: { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' },
    origin: () => {
      jump(-DAY)
      vi.advanceTimersByTime(7)
      return new Response('a page')
    },
  })
  await ask('/')
  expect(log.at(-1)).toMatchObject({ milliseconds: 7 })
})
