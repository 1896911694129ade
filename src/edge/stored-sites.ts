/**
 * Loads a version that a release names. Its manifest and shared values are fetched at once, each
 * site on first use. All versions share a cache, because unchanged sites keep their keys.
 */

import { BoundedCache } from '../base/bounded-cache.ts'
import { type OpenBundle, openManifest, readSharedValue, readSiteValue } from '../program/decode.ts'
import type { PolicyVersion } from '../program/release.ts'
import {
  type Asker,
  type Common,
  commonOf,
  LoadedBundle,
  SiteRuntime,
  type SiteSource,
} from './loaded-bundle.ts'
import type { BundleStore } from './platform.ts'
import { hasPassed } from './ticks.ts'

/** Memory for cached programs. The largest value of a store fits. */
const CACHE_BYTES = 32 * 1024 * 1024
/** Memory for remembered fetches: any number of values may be missing. */
const FETCHES_BYTES = 1024 * 1024
const FETCH_BYTES = 512
/** Memory of a site besides its program, before its caches fill. */
const SITE_BYTES = 24 * 1024
/** How soon a missing or damaged value is fetched again. */
const RETRY_MS = 10_000
/** The longest wait for a fetch. One whose request was cancelled may never settle. */
export const FETCH_MS = 1000

interface Cached {
  readonly site: SiteRuntime
  /** Whether it is the last good program, in use until the one with this key comes. */
  readonly isStandIn: boolean
}

interface Fetch {
  readonly begun: number
  work: Promise<void> | null
}

export class SiteCache {
  readonly #sites = new BoundedCache<string, Cached>(CACHE_BYTES, CACHE_BYTES)
  readonly #fetches = new BoundedCache<string, Fetch>(FETCHES_BYTES)
  readonly #report: (fault: string) => void

  constructor(report: (fault: string) => void) {
    this.#report = report
  }

  find(key: string, common: Common, asker: Asker): SiteRuntime | null {
    const cached = this.#sites.get(key)
    if (cached === undefined || cached.isStandIn) {
      this.#fetch(key, common, asker)
      return cached?.site ?? null
    }
    if (cached.site.common === common) return cached.site
    // The registry or the address lists have changed, or another version is on trial.
    const { program, hash, bytes } = cached.site
    const site = common.sites.get(program) ?? new SiteRuntime(program, hash, common, bytes)
    this.#put(key, { site, isStandIn: false })
    return site
  }

  coming(key: string, ticks: number): Promise<void> | null {
    const fetch = this.#fetches.get(key)
    return fetch !== undefined && !hasPassed(FETCH_MS, fetch.begun, ticks) ? fetch.work : null
  }

  peek(key: string): SiteRuntime | undefined {
    return this.#sites.get(key)?.site
  }

  standIn(key: string, site: SiteRuntime): void {
    if (this.peek(key) === undefined) this.#put(key, { site, isStandIn: true })
  }

  #fetch(key: string, common: Common, { exchange, ticks }: Asker): void {
    const last = this.#fetches.get(key)
    const { bundles } = exchange
    if (bundles === null) return
    if (last !== undefined && !hasPassed(RETRY_MS, last.begun, ticks)) return
    const fetch: Fetch = { begun: ticks, work: null }
    this.#fetches.set(key, fetch, FETCH_BYTES)
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
      this.#put(key, {
        site: new SiteRuntime(program, hash, common, bytes.byteLength),
        isStandIn: false,
      })
      this.#fetches.delete(key)
    } catch (fault) {
      this.#report(String(fault))
    }
  }

  #put(key: string, cached: Cached): void {
    const { site } = cached
    site.common.sites.set(site.program, site)
    this.#sites.set(key, cached, site.bytes + SITE_BYTES)
  }
}

function storedSites(manifest: OpenBundle, common: Common, cache: SiteCache): SiteSource {
  const keys = new Map<number, string>()
  const keyOf = (number: number): string => {
    const key = keys.get(number) ?? manifest.siteKey(number)!
    keys.set(number, key)
    return key
  }
  return {
    find: (number, asker) => cache.find(keyOf(number), common, asker),
    coming: (number, ticks) => cache.coming(keyOf(number), ticks),
    loaded: () => [...keys.values()].flatMap((key) => cache.peek(key) ?? []),
    standIn: (number, older) => cache.standIn(keyOf(number), older),
  }
}

async function fetched(store: BundleStore, key: string): Promise<ArrayBuffer> {
  const bytes = await store.get(key)
  if (bytes === null) throw new Error(`\`${key}\` is not in the store`)
  return bytes
}

const MOST_VERSIONS = 2

interface Loaded {
  readonly version: PolicyVersion
  readonly common: Common
  readonly bundle: LoadedBundle
}

export class StoredVersions {
  readonly #cache: SiteCache
  #loaded: readonly Loaded[] = []

  constructor(report: (fault: string) => void) {
    this.#cache = new SiteCache(report)
  }

  /** The version, from memory or from the store. @throws Error if a value is missing or damaged */
  async load(version: PolicyVersion, store: BundleStore): Promise<LoadedBundle> {
    const { manifest, shared } = version
    const known = this.#loaded.find(
      (each) => each.version.manifest === manifest && each.version.shared === shared,
    )
    const loaded = known ?? (await this.#fetch(version, store))
    this.#loaded = [loaded, ...this.#loaded.filter((each) => each !== loaded)].slice(
      0,
      MOST_VERSIONS,
    )
    return loaded.bundle
  }

  async #fetch(version: PolicyVersion, store: BundleStore): Promise<Loaded> {
    const [bytes, common] = await Promise.all([
      fetched(store, version.manifest),
      this.#commonOf(version.shared, store),
    ])
    const manifest = openManifest(bytes, version.manifest)
    const sites = storedSites(manifest, common, this.#cache)
    return { version, common, bundle: new LoadedBundle(manifest, common, sites, version.version) }
  }

  async #commonOf(key: string, store: BundleStore): Promise<Common> {
    const known = this.#loaded.find((each) => each.version.shared === key)
    if (known !== undefined) return known.common
    return commonOf(readSharedValue(await fetched(store, key), key))
  }
}
