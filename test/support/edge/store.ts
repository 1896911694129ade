/**
 * A store with the ways of KV: reads are cached where they were made, absences too, and nothing is compared before it is
 * written. And what publishing writes into one.
 */

import type { BundleStore } from '../../../src/edge/platform.ts'
import {
  entryOf,
  manifestValue,
  type StoreValue,
  sharedValue,
  siteValue,
} from '../../../src/program/encode.ts'
import { FORMAT_VERSION } from '../../../src/program/format.ts'
import { type PolicyVersion, RELEASE_KEY, type Release } from '../../../src/program/release.ts'
import { type Beside, programOf, registryOf, type SiteFiles } from '../bundle.ts'

/** How long a data centre may give what it read, in milliseconds. */
export const STALE_MS = 60_000

/** Values, as one data centre sees them. */
export class FakeKv implements BundleStore {
  readonly values = new Map<string, Uint8Array>()
  /** The keys that were read, in order; what the cache answered is among them. */
  readonly reads: string[] = []
  /** What reads do instead. */
  fault: ((key: string) => Promise<ArrayBuffer | null>) | null = null
  readonly #cached = new Map<string, { readonly value: Uint8Array | null; readonly at: number }>()
  /** Whether reads are cached. */
  readonly #isCaching: boolean

  constructor({ caching = false } = {}) {
    this.#isCaching = caching
  }

  async get(key: string): Promise<ArrayBuffer | null> {
    this.reads.push(key)
    if (this.fault !== null) return this.fault(key)
    const cached = this.#cached.get(key)
    const isFresh = this.#isCaching && cached !== undefined && Date.now() - cached.at < STALE_MS
    const value = isFresh ? cached.value : (this.values.get(key) ?? null)
    if (!isFresh) this.#cached.set(key, { value, at: Date.now() })
    return value === null ? null : new Uint8Array(value).buffer
  }
}

/** A version's values. */
export interface BuiltVersion extends PolicyVersion {
  readonly values: readonly StoreValue[]
  /** The key of each site's value, by the site's name. */
  readonly keys: Readonly<Record<string, string>>
}

/** Builds a version of these sites. */
export async function versionOf(
  version: number,
  sites: Readonly<Record<string, SiteFiles>>,
  { known = {}, networks = [] }: Beside = {},
): Promise<BuiltVersion> {
  const programs = Object.entries(sites).map(([name, files]) => programOf(name, files))
  const values = await Promise.all(programs.map(siteValue))
  const manifest = await manifestValue(
    programs.map(entryOf),
    values.map(({ key }) => key),
  )
  const shared = await sharedValue(registryOf(known), networks)
  return {
    version,
    published: 0,
    manifest: manifest.key,
    shared: shared.key,
    values: [...values, shared, manifest],
    keys: Object.fromEntries(programs.map(({ name }, i) => [name, values[i]!.key])),
  }
}

/** The bytes of a release. */
export function releaseOf(
  sequence: number,
  current: PolicyVersion,
  more: Partial<Release> = {},
): Uint8Array {
  const { trial = null, earlier = [] } = more
  const release: Release = {
    format: FORMAT_VERSION,
    sequence,
    current: plain(current),
    trial: trial && { ...plain(trial), percent: trial.percent },
    earlier,
  }
  return new TextEncoder().encode(JSON.stringify(release))
}

function plain({ version, published, manifest, shared }: PolicyVersion): PolicyVersion {
  return { version, published, manifest, shared }
}

/** Puts a version's values into a store; the release does not name them. */
export function upload(store: FakeKv, ...versions: readonly BuiltVersion[]): void {
  for (const { values } of versions)
    for (const { key, bytes } of values) store.values.set(key, bytes)
}

/** Puts a version into force. */
export function release(
  store: FakeKv,
  sequence: number,
  current: BuiltVersion,
  more: Partial<Release> = {},
): void {
  upload(store, current)
  store.values.set(RELEASE_KEY, releaseOf(sequence, current, more))
}
