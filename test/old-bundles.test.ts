import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { termsOf } from '../src/decide/page-terms.ts'
import type { Asker, SiteRuntime } from '../src/edge/loaded-bundle.ts'
import type { Exchange } from '../src/edge/platform.ts'
import { Policies } from '../src/edge/policies.ts'
import { bundleOf } from './support/bundle.ts'

/** Collects garbage now. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const bundle = (path: string) =>
  bundleOf({
    news: {
      'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
      'site.toml': 'hosts = ["news.test"]\n',
    },
  })

/** A store that holds the last bundle that was put into it. */
class Store {
  value: ArrayBuffer | null = null
  async get(): Promise<ArrayBuffer | null> {
    return this.value
  }
}

/** What an edge is asked on behalf of. */
function asker(store: Store | null, now: number, work: Promise<unknown>[] = []): Asker {
  const exchange = { bundles: store, keepAlive: (each: Promise<unknown>) => void work.push(each) }
  return { exchange: exchange as unknown as Exchange, now, ticks: now }
}

/** Looks into the store, and waits for what is found. */
async function refresh(policies: Policies, store: Store, now: number): Promise<void> {
  const work: Promise<unknown>[] = []
  policies.refresh(asker(store, now, work))
  await Promise.all(work)
}

function siteOf(policies: Policies): object {
  return policies.current!.siteAt('news.test', asker(null, 0)) as SiteRuntime
}

/** Uses everything that a site keeps, as requests do. */
function use(policies: Policies): void {
  const site = policies.current!.siteAt('news.test', asker(null, 0))
  if (typeof site === 'string' || site.program === null) throw new Error('no site')
  site.engine.decide({ userAgent: 'SomeBot', target: '/a', now: 0 })
  site.notices.find(termsOf(site.engine).about('/a'), true)
}

test('the memory of an old bundle is free once a new one is in force', async () => {
  const store = new Store()
  const policies = new Policies(await bundle('/shipped/'), console)
  const old: WeakRef<object>[] = []
  for (const [i, path] of ['/first/', '/second/', '/third/'].entries()) {
    use(policies)
    old.push(new WeakRef(policies.current!), new WeakRef(siteOf(policies)))
    store.value = await bundle(path)
    await refresh(policies, store, i * 60_000)
  }
  // References are held until the end of a turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  expect(old.map((each) => each.deref())).toEqual(old.map(() => undefined))
  expect(policies.current?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('an emptied store brings the shipped bundle back, and a broken one leaves the last in force', async () => {
  const store = new Store()
  const shipped = await bundle('/shipped/')
  const lines: string[] = []
  const log = { ...console, warn: (line: string) => void lines.push(line) }
  const policies = new Policies(shipped, log)
  const first = policies.current!.hash
  store.value = await bundle('/stored/')
  await refresh(policies, store, 0)
  const second = policies.current!.hash
  store.value = new ArrayBuffer(10)
  await refresh(policies, store, 60_000)
  expect([policies.current!.hash, lines.length]).toEqual([second, 1])
  store.value = null
  await refresh(policies, store, 120_000)
  expect(policies.current!.hash).toBe(first)
  expect(second).not.toBe(first)
})

describe('a bundle in a store', () => {
  const site = (policies: Policies) => siteOf(policies) as { readonly program: unknown }
  const damaged = (bytes: ArrayBuffer) => {
    const copy = new Uint8Array(bytes.slice(0))
    copy[copy.length - 40]! ^= 1
    return copy.buffer
  }

  test('is looked at as far as its hash, where the one in force is sound', async () => {
    const store = new Store()
    const policies = new Policies(await bundle('/shipped/'), { ...console, warn: () => undefined })
    store.value = await bundle('/stored/')
    await refresh(policies, store, 0)
    const first = policies.current
    expect(site(policies).program).not.toBeNull()
    store.value = damaged(store.value)
    await refresh(policies, store, 60_000)
    expect(policies.current).toBe(first)
  })

  test('is loaded again once its damage is repaired, and not before', async () => {
    const whole = await bundle('/stored/')
    const store = new Store()
    const policies = new Policies(await bundle('/shipped/'), { ...console, warn: () => undefined })
    store.value = damaged(whole)
    await refresh(policies, store, 0)
    const first = policies.current
    expect(site(policies).program).toBeNull()
    store.value = damaged(whole)
    await refresh(policies, store, 60_000)
    expect(policies.current).toBe(first)
    store.value = whole
    await refresh(policies, store, 120_000)
    expect(site(policies).program).not.toBeNull()
  })
})
