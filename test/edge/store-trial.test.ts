import { beforeEach, describe, expect, test } from 'vitest'
import { isOnTrial } from '../../src/decide/hosts.ts'
import { type Common, commonOf } from '../../src/edge/loaded-bundle.ts'
import type { Exchange } from '../../src/edge/platform.ts'
import { SiteCache } from '../../src/edge/stored-sites.ts'
import { readSharedValue } from '../../src/program/decode.ts'
import { RELEASE_KEY } from '../../src/program/release.ts'
import { BROWSER, capturedLog } from '../support/edge/edge.ts'
import { FakeKv, release, upload, versionOf } from '../support/edge/store.ts'
import {
  clock,
  isolate,
  KNOWN,
  REFRESH_MS,
  storeSite,
  versionClosing,
} from '../support/edge/store-edge.ts'

let log: Record<string, unknown>[]
beforeEach(() => {
  log = capturedLog()
})

describe('a rollout', () => {
  const hosts = Array.from({ length: 40 }, (_, i) => `h${i}`)
  const sites = (closed: string) =>
    Object.fromEntries(hosts.map((name) => [name, storeSite(name, closed)]))

  test('serves its share of hosts whole from the new version: decisions, robots.txt and log', async () => {
    const store = new FakeKv()
    const [first, second] = [
      await versionOf(1, sites('/old'), KNOWN),
      await versionOf(2, sites('/new'), KNOWN),
    ]
    upload(store, second)
    release(store, 1, first, { trial: { ...second, percent: 25 } })
    const { status, ask } = await isolate(store)
    let fresh = 0
    for (const name of hosts) {
      const home = `https://${name}.test`
      const isNew = isOnTrial(`${name}.test`, 25)
      if (isNew) fresh++
      log.length = 0
      expect([await status(`${home}/old`), await status(`${home}/new`)]).toEqual(
        isNew ? [200, 403] : [403, 200],
      )
      expect(await (await ask(`${home}/robots.txt`, BROWSER)).text()).toContain(
        isNew ? '/new' : '/old',
      )
      expect([...new Set(log.map((line) => line.policyVersion))]).toEqual([isNew ? 2 : 1])
    }
    expect(fresh).toBeGreaterThan(2)
    expect(fresh).toBeLessThan(20)
  })

  test('has the version in force serve where a value of the new one is missing', async () => {
    const store = new FakeKv()
    const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
    release(store, 1, first, { trial: { ...second, percent: 100 } })
    const whole = await isolate(store)
    expect(await whole.status('https://a.test/old')).toBe(403)
    upload(store, second)
    store.values.delete(second.keys.a!)
    const half = await isolate(store)
    expect([
      await half.status('https://a.test/old'),
      await half.status('https://b.test/new'),
    ]).toEqual([403, 403])
  })
})

test('a release that changes the trial alone has nothing read again of the version in force', async () => {
  const pass = clock()
  const store = new FakeKv()
  const [first, second, third] = await Promise.all(
    ['/one', '/two', '/three'].map((path, i) => versionClosing(i + 1, path)),
  )
  upload(store, second!, third!)
  release(store, 1, first!, { trial: { ...second!, percent: 100 } })
  const { status } = await isolate(store)
  expect(await status('https://a.test/two')).toBe(403)
  release(store, 2, first!, { trial: { ...third!, percent: 100 } })
  pass(REFRESH_MS)
  store.reads.length = 0
  expect(await status('https://a.test/three')).toBe(403)
  expect(store.reads).toEqual([RELEASE_KEY, third!.manifest, third!.keys.a])
})

test('a trial that is not whole leaves the version in force, and not the trial before it', async () => {
  const pass = clock()
  const store = new FakeKv()
  const [first, second, third] = await Promise.all(
    ['/one', '/two', '/three'].map((path, i) => versionClosing(i + 1, path)),
  )
  upload(store, second!)
  release(store, 1, first!, { trial: { ...second!, percent: 100 } })
  const { status } = await isolate(store)
  expect(await status('https://a.test/two')).toBe(403)
  release(store, 2, first!, { trial: { ...third!, percent: 100 } })
  pass(REFRESH_MS)
  await status('https://a.test/two')
  expect([await status('https://a.test/two'), await status('https://a.test/one')]).toEqual([
    200, 403,
  ])
  upload(store, third!)
  pass(REFRESH_MS)
  expect(await status('https://a.test/three')).toBe(403)
})

test('a trial that comes after the release that ends it stays out of force', async () => {
  const pass = clock()
  const store = new FakeKv()
  const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
  upload(store, second)
  release(store, 1, first, { trial: { ...second, percent: 100 } })
  let come = (): void => undefined
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  store.fault = async (key) => {
    if (key === second.manifest) await late
    return new Uint8Array(store.values.get(key)!).buffer
  }
  const { status, settled } = await isolate(store)
  await status('https://a.test/old', BROWSER)
  release(store, 2, first)
  pass(REFRESH_MS)
  expect(await status('https://a.test/old')).toBe(403)
  come()
  await settled()
  expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
    403, 200,
  ])
})

describe('a shadow', () => {
  test('changes no answer, and says in the log what it would decide', async () => {
    const store = new FakeKv()
    const [first, second] = [
      await versionClosing(1, '/old'),
      await versionClosing(2, '/new', 'mode = "observe"\n'),
    ]
    upload(store, second)
    release(store, 1, first, { trial: { ...second, percent: 0 } })
    const { status, ask, settled } = await isolate(store)
    await status('https://a.test/new')
    await settled()
    log.length = 0
    expect([await status('https://a.test/old'), await status('https://a.test/new')]).toEqual([
      403, 200,
    ])
    expect(await status('https://a.test/old', BROWSER)).toBe(200)
    expect(await (await ask('https://a.test/robots.txt')).text()).toContain('/old')
    const shadows = log.filter(({ acap }) => acap === 'shadow')
    expect(
      shadows.map(({ url, version, outcome, instead }) => [url, version, outcome, instead]),
    ).toEqual([
      ['https://a.test/old', 2, 'permitted, observed', 'prohibited'],
      ['https://a.test/new', 2, 'prohibited, observed', 'permitted'],
    ])
    const decided = log.filter(({ acap }) => acap === 'request')
    expect(decided.map(({ policyVersion, outcome }) => [policyVersion, outcome])).toEqual([
      [1, 'prohibited'],
      [1, 'permitted'],
      [1, 'exempt'],
    ])
  })

  test('that fails changes no answer', async () => {
    const store = new FakeKv()
    const [first, second] = [await versionClosing(1, '/old'), await versionClosing(2, '/new')]
    upload(store, second)
    release(store, 1, first, { trial: { ...second, percent: 0 } })
    store.values.set(second.keys.a!, new Uint8Array(100))
    const { status } = await isolate(store)
    for (let i = 0; i < 2; i++) expect(await status('https://a.test/old')).toBe(403)
    expect(log.some(({ acap }) => acap === 'shadow')).toBe(false)
  })
})

test('a site of two versions with other crawlers is made once for each, not for each request', async () => {
  const store = new FakeKv()
  const sites = { a: storeSite('a', '/closed') }
  const [first, second] = [
    await versionOf(1, sites, KNOWN),
    await versionOf(2, sites, { known: { NewBot: 'search' } }),
  ]
  upload(store, first, second)
  const exchange = { bundles: store, keepAlive: () => undefined } as unknown as Exchange
  const asker = { exchange, now: 0, ticks: 0 }
  const cache = new SiteCache((fault) => expect(fault).toBe(''))
  const commons = [first, second].map(({ shared }) =>
    commonOf(readSharedValue(store.values.get(shared)!, shared)),
  )
  const find = () => commons.map((common) => cache.find(first.keys.a!, common, asker))
  find()
  await cache.coming(first.keys.a!, 0)
  const found = find()
  expect(found.map((site) => site?.common)).toEqual(commons)
  for (const [i, site] of find().entries()) expect(site).toBe(found[i])
})

test('a store that lacks any number of values fills no memory: only the last failed fetches are remembered', async () => {
  const reads: string[] = []
  const store = {
    get: async (key: string) => {
      reads.push(key)
      return null
    },
  }
  const exchange = { bundles: store, keepAlive: () => undefined } as unknown as Exchange
  const cache = new SiteCache(() => undefined)
  const find = (key: string) => cache.find(key, {} as Common, { exchange, now: 0, ticks: 0 })
  for (let i = 0; i < 3000; i++) find(`site/${i}`)
  expect(reads).toHaveLength(3000)
  find('site/2999')
  expect(reads).toHaveLength(3000)
  find('site/0')
  expect(reads).toHaveLength(3001)
})
