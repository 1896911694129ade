/**
 * A version that a release names → the LoadedBundle of it. Its manifest and what its sites share come from the store at once,
 * its sites when they are requested. All versions have one cache of sites.
 */
import { openManifest, readSharedValue } from '../bundle/decode.ts'
import type { PolicyVersion } from '../bundle/release.ts'
import { type Common, commonOf, LoadedBundle } from './loaded-bundle.ts'
import type { BundleStore } from './platform.ts'
import { fetched, SiteCache, StoredSites } from './stored-sites.ts'

/** Versions in memory: the one in force and the one on trial. */
const MOST_VERSIONS = 2

interface Loaded {
  readonly version: PolicyVersion
  readonly common: Common
  readonly bundle: LoadedBundle
}

/** The versions of a store. */
export class StoredVersions {
  readonly #cache: SiteCache
  #loaded: readonly Loaded[] = []

  /** `report` gets what is missing in the store, or damaged. */
  constructor(report: (fault: string) => void) {
    this.#cache = new SiteCache(report)
  }

  /** The version: loaded already, or from the store. @throws Error where a value is missing or damaged. */
  async load(version: PolicyVersion, store: BundleStore): Promise<LoadedBundle> {
    const { manifest, shared } = version
    const known = this.#loaded.find((each) => each.version.manifest === manifest && each.version.shared === shared)
    const loaded = known ?? (await this.#fetch(version, store))
    this.#loaded = [loaded, ...this.#loaded.filter((each) => each !== loaded)].slice(0, MOST_VERSIONS)
    return loaded.bundle
  }

  async #fetch(version: PolicyVersion, store: BundleStore): Promise<Loaded> {
    const [bytes, common] = await Promise.all([fetched(store, version.manifest), this.#commonOf(version.shared, store)])
    const manifest = openManifest(bytes, version.manifest)
    const sites = new StoredSites(manifest, common, this.#cache)
    return { version, common, bundle: new LoadedBundle(manifest, common, sites, version.version) }
  }

  async #commonOf(key: string, store: BundleStore): Promise<Common> {
    const known = this.#loaded.find((each) => each.version.shared === key)
    if (known !== undefined) return known.common
    return commonOf(readSharedValue(await fetched(store, key), key))
  }
}
