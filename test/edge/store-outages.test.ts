import { beforeEach, describe, expect, test } from 'vitest'
import { RELEASE_KEY } from '../../src/program/release.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, capturedLog } from '../support/edge/edge.ts'
import { FakeKv, release, STALE_MS, upload } from '../support/edge/store.ts'
import {
  clock,
  isolate,
  KNOWN,
  REFRESH_MS,
  RETRY_MS,
  storeSite,
  versionClosing,
} from '../support/edge/store-edge.ts'

beforeEach(() => void capturedLog())

describe('the version in force', () => {
  test('is never left for an older one, no matter what a cache gives', async () => {
    const pass = clock()
    const store = new FakeKv()
    const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
    release(store, 2, second)
    const { status } = await isolate(store)
    expect(await status('https://a.test/new')).toBe(403)
    release(store, 1, first)
    for (let i = 0; i < 10; i++) {
      pass(REFRESH_MS)
      expect(await status('https://a.test/new')).toBe(403)
    }
  })

  test('is left for the shipped bundle when the release has been gone for two minutes, not for a moment', async () => {
    const log = capturedLog()
    const pass = clock()
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/stored'))
    const { status } = await isolate(
      store,
      await bundleOf({ a: storeSite('a', '/shipped') }, KNOWN),
    )
    expect(await status('https://a.test/stored')).toBe(403)
    const bytes = store.values.get(RELEASE_KEY)!
    store.values.delete(RELEASE_KEY)
    pass(REFRESH_MS)
    expect(await status('https://a.test/stored')).toBe(403)
    store.values.set(RELEASE_KEY, bytes)
    pass(REFRESH_MS)
    expect(await status('https://a.test/stored')).toBe(403)
    store.values.delete(RELEASE_KEY)
    for (let i = 0; i < 4; i++) {
      pass(REFRESH_MS)
      expect(await status('https://a.test/stored')).toBe(403)
    }
    expect(log).not.toContainEqual(expect.objectContaining({ acap: 'bundle' }))
    pass(REFRESH_MS)
    expect([await status('https://a.test/stored'), await status('https://a.test/shipped')]).toEqual(
      [200, 403],
    )
    expect(log).toContainEqual(
      expect.objectContaining({
        acap: 'bundle',
        fault: expect.objectContaining({ message: expect.stringMatching(/deleted/) }),
      }),
    )
  })

  test('and a trial stay in force where something else is in the place of the release, no matter how long', async () => {
    const pass = clock()
    const store = new FakeKv()
    const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
    upload(store, second)
    release(store, 2, first, { trial: { ...second, percent: 100 } })
    const { status } = await isolate(store)
    expect(await status('https://a.test/new')).toBe(403)
    store.values.set(RELEASE_KEY, new TextEncoder().encode('<!DOCTYPE html>'))
    for (let i = 0; i < 8; i++) {
      pass(REFRESH_MS)
      expect(await status('https://a.test/new')).toBe(403)
    }
    release(store, 1, first)
    pass(REFRESH_MS)
    expect(await status('https://a.test/new')).toBe(403)
  })

  test('arrives through a cache of a minute, values before and after the release', async () => {
    const pass = clock()
    const store = new FakeKv({ caching: true })
    release(store, 1, await versionClosing(1, '/old'))
    const { status } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    release(store, 2, await versionClosing(2, '/new'))
    pass(REFRESH_MS)
    expect(await status('https://a.test/old')).toBe(403)
    pass(STALE_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      200, 403,
    ])
  })

  test('arrives where a data centre has cached the absence of its value', async () => {
    const pass = clock()
    const store = new FakeKv({ caching: true })
    const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
    release(store, 1, first)
    const { status } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    pass(REFRESH_MS)
    // Somebody in this data centre has looked for the value before it was there.
    expect(await store.get(second.keys.a!)).toBeNull()
    release(store, 2, second)
    pass(REFRESH_MS)
    for (const wait of [0, RETRY_MS]) {
      pass(wait)
      expect([await status('https://a.test/old'), await status('https://b.test/new')]).toEqual([
        403, 403,
      ])
    }
    pass(2 * RETRY_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      200, 403,
    ])
  })

  test('is served as the last one was while the store is away for a minute', async () => {
    const pass = clock()
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/old'))
    const { status, ask } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    store.fault = async () => Promise.reject(new Error('away'))
    for (let second = 0; second < 60; second += 10) {
      pass(10_000)
      expect(await status('https://a.test/old')).toBe(403)
      expect(await (await ask('https://a.test/robots.txt', BROWSER)).text()).toContain('/old')
      expect(await status('https://b.test/open', BROWSER)).toBe(200)
      expect(await status('https://b.test/open')).toBe(503)
    }
    store.fault = null
    pass(10_000)
    expect(await status('https://b.test/old')).toBe(403)
  })
})
