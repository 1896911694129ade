/**
 * The sites of a store: each is fetched when it is first requested, and kept in a cache that all versions share. Its key is
 * the hash of its program, so a version that does not change a site finds it there.
 */
import { type OpenBundle, readSiteValue } from '../bundle/decode.ts'
import { BoundedCache } from '../engine/bounded-cache.ts'
import { type Asker, type Common, SiteRuntime, type SiteSource } from './loaded-bundle.ts'
import type { BundleStore } from './platform.ts'

/** Bytes of the programs that are kept. The largest value of a store fits. */
const CACHE_BYTES = 32 * 1024 * 1024
/** What a site costs beside its program, before its own caches fill. */
const SITE_BYTES = 24 * 1024
/** How soon a value that was missing or damaged is fetched again. */
const RETRY_MS = 10_000
/** How long a fetch is waited for; longer, it may have been cancelled with its request and never settle. */
export const FETCH_MS = 1000

interface Cached {
  /** Where another key's, it is the last good one, which serves until the program of this key is there. */
  readonly key: string
  readonly site: SiteRuntime
}

interface Fetch {
  readonly begun: number
  work: Promise<void> | null
}

/** Programs by their keys. */
export class SiteCache {
  readonly #sites = new BoundedCache<string, Cached>(CACHE_BYTES, CACHE_BYTES)
  readonly #fetches = new Map<string, Fetch>()
  readonly #report: (fault: string) => void

  constructor(report: (fault: string) => void) {
    this.#report = report
  }

  /** The site of a key, or the last good one in its place; null where there is none. */
  find(key: string, common: Common, asker: Asker): SiteRuntime | null {
    const cached = this.#sites.get(key)
    if (cached?.key !== key) {
      this.#fetch(key, common, asker)
      return cached?.site ?? null
    }
    if (cached.site.common === common) return cached.site
    // The registry or the lists of addresses have changed.
    const { program, hash, bytes } = cached.site
    return this.#keep(key, key, new SiteRuntime(program, hash, common, bytes))
  }

  /** The fetch that may bring the program of a key. */
  coming(key: string, now: number): Promise<void> | null {
    const fetch = this.#fetches.get(key)
    return fetch !== undefined && now - fetch.begun < FETCH_MS ? fetch.work : null
  }

  /** What is at hand under a key. */
  peek(key: string): SiteRuntime | undefined {
    return this.#sites.get(key)?.site
  }

  /** Has a site serve where the program of a key is missing. */
  standIn(key: string, site: SiteRuntime): void {
    if (!this.peek(key)) this.#keep(key, '', site)
  }

  #fetch(key: string, common: Common, { exchange, now }: Asker): void {
    const last = this.#fetches.get(key)
    const { bundles } = exchange
    if (bundles === null || (last !== undefined && now - last.begun < RETRY_MS)) return
    const fetch: Fetch = { begun: now, work: null }
    this.#fetches.set(key, fetch)
    fetch.work = this.#load(key, common, bundles).finally(() => {
      fetch.work = null
    })
    exchange.keepAlive(fetch.work)
  }

  async #load(key: string, common: Common, store: BundleStore): Promise<void> {
    try {
      const bytes = await fetched(store, key)
      const program = readSiteValue(bytes, key)
      const hash = key.slice(key.lastIndexOf('/') + 1)
      this.#keep(key, key, new SiteRuntime(program, hash, common, bytes.byteLength))
      this.#fetches.delete(key)
    } catch (fault) {
      this.#report(String(fault))
    }
  }

  #keep(key: string, from: string, site: SiteRuntime): SiteRuntime {
    this.#sites.set(key, { key: from, site }, site.bytes + SITE_BYTES)
    return site
  }
}

/** The sites of one version. */
export class StoredSites implements SiteSource {
  readonly #manifest: OpenBundle
  readonly #common: Common
  readonly #cache: SiteCache
  /** By number, of the sites that were requested. */
  readonly #keys = new Map<number, string>()

  constructor(manifest: OpenBundle, common: Common, cache: SiteCache) {
    this.#manifest = manifest
    this.#common = common
    this.#cache = cache
  }

  find(number: number, asker: Asker): SiteRuntime | null {
    return this.#cache.find(this.#key(number), this.#common, asker)
  }

  coming(number: number, now: number): Promise<void> | null {
    return this.#cache.coming(this.#key(number), now)
  }

  loaded(): readonly SiteRuntime[] {
    return [...this.#keys.values()].flatMap((key) => this.#cache.peek(key) ?? [])
  }

  standIn(number: number, older: SiteRuntime): void {
    this.#cache.standIn(this.#key(number), older)
  }

  #key(number: number): string {
    const known = this.#keys.get(number)
    if (known !== undefined) return known
    const key = this.#manifest.siteKey(number)!
    this.#keys.set(number, key)
    return key
  }
}

/** A value of a store. @throws Error where it is missing */
export async function fetched(store: BundleStore, key: string): Promise<ArrayBuffer> {
  const bytes = await store.get(key)
  if (bytes === null) throw new Error(`\`${key}\` is not in the store`)
  return bytes
}
