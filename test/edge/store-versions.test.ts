import { beforeEach, describe, expect, test } from 'vitest'
import { RELEASE_KEY } from '../../src/program/release.ts'
import { BROWSER, capturedLog } from '../support/edge/edge.ts'
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

describe('a newer version', () => {
  test('is in force within a minute, and reads only what it changed', async () => {
    const pass = clock()
    const store = new FakeKv()
    const first = await versionClosing(1, '/old')
    const second = await versionOf(
      2,
      { a: storeSite('a', '/new'), b: storeSite('b', '/old') },
      KNOWN,
    )
    release(store, 1, first)
    const { status } = await isolate(store)
    expect([await status('https://a.test/old'), await status('https://b.test/old')]).toEqual([
      403, 403,
    ])
    release(store, 2, second)
    store.reads.length = 0
    pass(REFRESH_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      200, 403,
    ])
    expect(await status('https://b.test/old')).toBe(403)
    expect(store.reads).toEqual([RELEASE_KEY, second.manifest, second.keys.a])
  })

  test('leaves the last good program in force where its own is missing or damaged', async () => {
    const pass = clock()
    const store = new FakeKv()
    const first = await versionClosing(1, '/old')
    release(store, 1, first)
    const { status } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    const second = await versionClosing(2, '/new')
    release(store, 2, second)
    const whole = store.values.get(second.keys.a!)!
    const faults = [null, whole.slice(0, 100), store.values.get(second.keys.b!)!, new Uint8Array(0)]
    for (const fault of faults) {
      if (fault === null) store.values.delete(second.keys.a!)
      else store.values.set(second.keys.a!, fault)
      pass(REFRESH_MS)
      expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
        403, 200,
      ])
    }
    store.values.set(second.keys.a!, whole)
    pass(RETRY_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      200, 403,
    ])
  })

  test('leaves the last good program in force over several versions that nobody asked for', async () => {
    const pass = clock()
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/one'))
    const { status } = await isolate(store)
    expect(await status('https://a.test/one')).toBe(403)
    for (const [i, path] of ['/two', '/three'].entries()) {
      release(store, i + 2, await versionClosing(i + 2, path))
      pass(REFRESH_MS)
      expect(await status('https://b.test/open')).toBe(200)
    }
    const keys = [(await versionClosing(3, '/three')).keys.a!]
    for (const key of keys) store.values.delete(key)
    expect([await status('https://a.test/one'), await status('https://a.test/three')]).toEqual([
      403, 200,
    ])
  })

  test('that was not uploaded whole is not taken', async () => {
    const pass = clock()
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/old'))
    const { status } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    const second = await versionClosing(2, '/new')
    store.values.set(RELEASE_KEY, releaseOf(2, second))
    for (const half of [
      releaseOf(2, second).slice(0, 50),
      new Uint8Array([1, 2, 3]),
      releaseOf(2, second),
    ]) {
      store.values.set(RELEASE_KEY, half)
      pass(REFRESH_MS)
      expect(await status('https://a.test/old')).toBe(403)
    }
    upload(store, second)
    pass(REFRESH_MS)
    expect(await status('https://a.test/new')).toBe(403)
  })

  test.each([
    ['a sequence that is no exact number', /"sequence":\d+/, '"sequence":1e999'],
    ['a sequence of text', /"sequence":\d+/, '"sequence":"9"'],
    ['no sequence', '"sequence"', '"__proto__"'],
    ['a time that is no exact number', /"published":\d+/, '"published":1e999'],
    ['no list of earlier versions', '"earlier":[]', '"earlier":{"length":-1}'],
    ['a trial on no number of hosts', '"trial":null', '"trial":{"percent":1e999}'],
    ['more than a release ever has', '{', `{"later":"${'x'.repeat(64 * 1024)}",`],
  ])('is not taken with %s, and does not bar the next one', async (_, from, to) => {
    const pass = clock()
    const store = new FakeKv()
    release(store, 1, await versionClosing(1, '/old'))
    const { status } = await isolate(store)
    expect(await status('https://a.test/old')).toBe(403)
    const second = await versionClosing(2, '/hostile')
    upload(store, second)
    const text = new TextDecoder().decode(releaseOf(2, second))
    expect(text.replace(from, to)).not.toBe(text)
    store.values.set(RELEASE_KEY, new TextEncoder().encode(text.replace(from, to)))
    pass(REFRESH_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/hostile')]).toEqual([
      403, 200,
    ])
    expect(await status('https://a.test/old', BROWSER)).toBe(200)
    release(store, 2, await versionClosing(3, '/new'))
    pass(REFRESH_MS)
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      200, 403,
    ])
  })

  test('with other crawlers in its registry needs no site again', async () => {
    const pass = clock()
    const store = new FakeKv()
    const sites = { a: storeSite('a', '/closed') }
    release(store, 1, await versionOf(1, sites, KNOWN))
    const { status } = await isolate(store)
    const closed = 'https://a.test/closed'
    expect([await status(closed), await status(closed, 'NewClient')]).toEqual([403, 200])
    const second = await versionOf(2, sites, {
      known: { SearchBot1: 'search', NewClient: 'search' },
    })
    release(store, 2, second)
    store.reads.length = 0
    pass(REFRESH_MS)
    await status(closed)
    expect(await status(closed, 'NewClient')).toBe(403)
    expect(store.reads).toEqual([RELEASE_KEY, second.manifest, second.shared])
  })
})

test('a warning about a page has the version by which the page was decided', async () => {
  const log = capturedLog()
  const store = new FakeKv()
  release(store, 7, await versionClosing(7, '/closed'))
  const headers = { 'content-type': 'text/html', 'content-encoding': 'unheard-of' }
  const { status } = await isolate(store, undefined, {
    fetch: async () => new Response('?', { headers }),
  })
  await status('https://a.test/open')
  expect(log).toContainEqual(
    expect.objectContaining({ acap: 'meta-unread', site: 'a', policyVersion: 7 }),
  )
})
