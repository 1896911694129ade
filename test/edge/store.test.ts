import { beforeEach, describe, expect, test, vi } from 'vitest'
import { valueIn } from '../../src/program/encode.ts'
import { RELEASE_KEY } from '../../src/program/release.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, capturedLog } from '../support/edge/edge.ts'
import { FakeKv, release, releaseOf, upload, versionOf } from '../support/edge/store.ts'
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

describe('a store of sites', () => {
  test('gives a crawler its answer at the first request of an isolate', async () => {
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/closed'))
    const { status, ask } = await isolate(store)
    expect(await status('https://a.test/closed')).toBe(403)
    expect(await status('https://a.test/open')).toBe(200)
    expect(await (await ask('https://b.test/robots.txt')).text()).toContain('Disallow: /closed')
    expect(await status('https://c.test/closed')).toBe(200)
  })

  test('is read no more than needed: release, manifest, what sites share, and the sites that are requested', async () => {
    const store = new FakeKv()
    const first = await versionClosing(1, '/closed')
    release(store, 1, first)
    const { status } = await isolate(store)
    for (let i = 0; i < 3; i++) await status('https://a.test/closed')
    expect(store.reads).toEqual([RELEASE_KEY, first.manifest, first.shared, first.keys.a])
  })

  test('keeps no reader waiting, and passes the page untouched until the program is there', async () => {
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/closed'))
    const { ask } = await isolate(store)
    store.fault = () => new Promise(() => undefined)
    expect(await (await ask('https://a.test/closed', BROWSER)).text()).toBe('from the origin')
    store.fault = null
    clock()(REFRESH_MS)
    for (let i = 0; i < 2; i++)
      expect((await ask('https://a.test/closed', BROWSER)).status).toBe(200)
  })

  test.each([
    ['a known crawler', CRAWLER, '/open'],
    ['a crawler that any site addresses', 'NamedClient/2.0', '/open'],
    ['a likely crawler', 'SomeBot/1.0', '/open'],
    ['an empty User-Agent', '', '/open'],
    ['a reader of robots.txt', BROWSER, '/robots.txt'],
  ])('has %s wait a second for a program, then 503', async (_, userAgent, path) => {
    clock(['Date', 'setTimeout'])
    const store = new FakeKv()
    const first = await versionClosing(1, '/closed')
    release(store, 1, first)
    const { status, ask } = await isolate(store)
    expect(await status('https://b.test/open')).toBe(200)
    store.fault = () => new Promise(() => undefined)
    let answer: Response | null = null
    const asking = ask(`https://a.test${path}`, userAgent).then((response) => {
      answer = response
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(answer).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await asking
    expect(answer!.status).toBe(503)
    // The next one does not wait for the same fetch again.
    expect(await status(`https://a.test${path}`, userAgent)).toBe(503)
    expect(await status('https://a.test/open', BROWSER)).toBe(200)
  })

  test('closes no site that only observes', async () => {
    const store = new FakeKv()
    const first = await versionClosing(1, '/closed', 'mode = "observe"\n')
    release(store, 1, first)
    store.values.delete(first.keys.a!)
    const { status } = await isolate(store)
    expect(await status('https://a.test/closed')).toBe(200)
    expect(await status('https://a.test/robots.txt', BROWSER)).toBe(200)
  })

  test('that cannot be reached closes hosts that the shipped bundle does not know to crawlers alone', async () => {
    const store = new FakeKv()
    store.fault = async () => Promise.reject(new Error('down'))
    const { status } = await isolate(
      store,
      await bundleOf({ b: storeSite('b', '/shipped') }, KNOWN),
    )
    expect(await status('https://a.test/open')).toBe(503)
    expect(await status('https://a.test/robots.txt', BROWSER)).toBe(503)
    expect(await status('https://a.test/open', BROWSER)).toBe(200)
    expect([await status('https://b.test/shipped'), await status('https://b.test/open')]).toEqual([
      403, 200,
    ])
  })

  test.each([
    ['nothing', ''],
    ['a page of somebody else', '<!DOCTYPE html><title>Bad gateway</title>'],
    ['half a bundle', 'ACAPEDGE'],
    ['half a release', '{"format":2,"sequ'],
  ])('that gives %s for a release was not reached', async (_, text) => {
    const pass = clock()
    const store = new FakeKv()
    store.values.set(RELEASE_KEY, new TextEncoder().encode(text))
    const { status } = await isolate(store)
    for (let i = 0; i < 3; i++) {
      expect([
        await status('https://a.test/open'),
        await status('https://a.test/open', BROWSER),
      ]).toEqual([503, 200])
      pass(REFRESH_MS)
    }
    release(store, 1, await versionClosing(1, '/closed'))
    expect([await status('https://a.test/closed'), await status('https://a.test/open')]).toEqual([
      403, 200,
    ])
  })

  test('that is empty leaves hosts alone that the shipped bundle does not know', async () => {
    const { status } = await isolate(
      new FakeKv(),
      await bundleOf({ b: storeSite('b', '/shipped') }, KNOWN),
    )
    expect(await status('https://a.test/closed')).toBe(200)
  })

  test('that is empty closes all hosts to crawlers where no site was shipped', async () => {
    const { status } = await isolate(new FakeKv())
    expect([await status('https://a.test/'), await status('https://a.test/', BROWSER)]).toEqual([
      503, 200,
    ])
  })

  test('that loses its release keeps the last good one where no site was shipped', async () => {
    const [pass, store] = [clock(), new FakeKv()]
    release(store, 1, await versionClosing(1, '/stored'))
    const { status } = await isolate(store)
    expect(await status('https://a.test/stored')).toBe(403)
    store.values.delete(RELEASE_KEY)
    for (let i = 0; i < 9; i++) {
      pass(REFRESH_MS)
      expect([await status('https://a.test/stored'), await status('https://a.test/')]).toEqual([
        403, 200,
      ])
    }
  })
})

describe('a whole bundle and a release under the same key', () => {
  test('take each other’s place; the sites of the bundle serve until those of the store are there', async () => {
    const pass = clock()
    const store = new FakeKv()
    store.values.set(
      RELEASE_KEY,
      new Uint8Array(await bundleOf({ a: storeSite('a', '/whole') }, KNOWN)),
    )
    const { status } = await isolate(store)
    expect(await status('https://a.test/whole')).toBe(403)
    const first = await versionClosing(1, '/stored')
    release(store, 1, first)
    store.values.delete(first.keys.a!)
    pass(REFRESH_MS)
    expect(await status('https://a.test/whole')).toBe(403)
    upload(store, first)
    pass(RETRY_MS)
    expect(await status('https://a.test/stored')).toBe(403)
  })

  test('a bundle in the place of a manifest is not taken: no site serves by the rules of another', async () => {
    const pass = clock()
    const store = new FakeKv()
    const sites = { a: storeSite('a', '/a'), b: storeSite('b', '/b') }
    const first = await versionOf(1, sites, KNOWN)
    release(store, 1, first)
    const { status } = await isolate(store)
    expect(await status('https://a.test/a')).toBe(403)
    const whole = new Uint8Array(await bundleOf(sites, KNOWN))
    const { key } = valueIn(whole)
    store.values.set(key, whole)
    store.values.set(RELEASE_KEY, releaseOf(2, { ...first, manifest: key }))
    pass(REFRESH_MS)
    expect([await status('https://b.test/a'), await status('https://b.test/b')]).toEqual([200, 403])
  })
})
