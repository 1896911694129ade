/**
 * Versions → a store: values first, the release last. Another publish at the same time is found before the switch and after
 * it, because no store compares before it writes.
 */
import { type OpenBundle, openManifest } from '../../bundle/decode.ts'
import type { StoreValue } from '../../bundle/encode-values.ts'
import { RELEASE_KEY, type Release, readRelease, type Version } from '../../bundle/release.ts'
import { StorageError, UsageError } from '../exit-codes.ts'
import type { BuiltVersion, VersionSite } from './build-version.ts'
import { renewed, withoutVersion, withVersion } from './next-release.ts'
import type { Target } from './target.ts'

/** Another publisher was faster, or switched at the same time. */
export class ConflictError extends StorageError {
  constructor(message: string) {
    super(message, 'look with acap publish --list, then publish again')
  }
}

/** What is to be published, and how. */
export interface Publishing {
  /** Put it on trial, for so many percent of hosts; null: in force. */
  readonly percent: number | null
  /** Write nothing. */
  readonly dryRun: boolean
  /** Upload every value, also those that the store should have. */
  readonly all: boolean
}

/** What was published. */
export interface Published {
  readonly release: Release
  /** Whether the store was switched, or would be. */
  readonly isNew: boolean
  /** The values that were missing in the store. */
  readonly uploaded: readonly StoreValue[]
  /** The sites whose values are among them. */
  readonly sites: readonly string[]
  /** The sites of the version in force that this one does not have. */
  readonly removed: readonly string[]
  /** What the version on trial differs in from the one in force; null where no value was missing or none is on trial. */
  readonly differing: readonly string[] | null
}

/** A release, and the one that it replaces. */
export interface RolledBack {
  readonly before: Release
  readonly release: Release
}

interface Read {
  readonly bytes: Uint8Array | null
  /** Null where there is none, or a bundle in its place. */
  readonly release: Release | null
}

/** Changes one store. */
export class Publisher {
  readonly #target: Target
  readonly #now: () => number

  constructor(target: Target, now: () => number = Date.now) {
    this.#target = target
    this.#now = now
  }

  /** The release in force; null where there is none. */
  async release(): Promise<Release | null> {
    return (await this.#read()).release
  }

  /** Publishes a version. @throws ConflictError */
  async publish(built: BuiltVersion, { percent, dryRun, all }: Publishing): Promise<Published> {
    const before = await this.#read()
    const content = { manifest: built.manifest.key, shared: built.shared.key }
    const next = withVersion(before.release, content, this.#now(), percent)
    const manifests = await this.#manifestsOf(versionsOf(before.release).slice(0, 2))
    const known = all ? new Set<string>() : keysIn(manifests)
    const isMissing = ({ key }: { readonly key: string }) => !known.has(key)
    const changed = built.sites.filter(isMissing)
    const uploaded = [...(await valuesOf(changed)), ...[built.shared, built.manifest].filter(isMissing)]
    const sites = changed.map(({ entry }) => entry.name)
    const [inForce = null] = manifests
    const differing = percent === null || uploaded.length > 0 ? null : differingSites(built, inForce)
    const names = new Set(built.sites.map(({ entry }) => entry.name))
    const removed = inForce?.opened?.siteNames.filter((name) => !names.has(name)) ?? []
    if (!dryRun) {
      await this.#target.put(new Map(uploaded.map(({ key, bytes }) => [key, bytes])))
      if (next !== null) await this.#switch(before, next)
    }
    return { release: next ?? before.release!, isNew: next !== null, uploaded, sites, removed, differing }
  }

  /** Goes back: ends a trial, or puts an earlier version in force. Null where there is no release. @throws ConflictError */
  async rollBack(version: number | null, dryRun: boolean): Promise<RolledBack | null> {
    const before = await this.#read()
    if (before.release === null) return null
    const next = withoutVersion(before.release, version, this.#now())
    if (!dryRun) await this.#switch(before, next)
    return { before: before.release, release: next }
  }

  /** Removes values that no version has; gives their keys. Null where there is no release. @throws ConflictError */
  async prune(dryRun: boolean): Promise<readonly string[] | null> {
    const before = await this.#read()
    const { release } = before
    if (release === null) return null
    const versions = versionsOf(release)
    const needed = keysIn(await this.#manifestsOf(versions))
    const lost = versions.find(({ manifest }) => !needed.has(manifest))
    if (lost !== undefined)
      throw new UsageError(`the manifest of version ${lost.version} cannot be read`, 'acap publish --all')
    const surplus = (await this.#target.list('values/')).filter((key) => !needed.has(key))
    if (dryRun || surplus.length === 0) return surplus
    // Who has uploaded values that no version has yet finds another release, and switches nothing.
    await this.#switch(before, renewed(release, this.#now()))
    await this.#target.remove(surplus)
    return surplus
  }

  async #read(): Promise<Read> {
    const bytes = await this.#target.get(RELEASE_KEY)
    return { bytes, release: bytes === null ? null : readRelease(bytes) }
  }

  /** Puts a release in the place of the one that was read. */
  async #switch(before: Read, next: Release): Promise<void> {
    const now = await this.#target.get(RELEASE_KEY)
    if (!isSame(now, before.bytes)) throw new ConflictError('another publisher was faster: nothing was switched')
    const bytes = new TextEncoder().encode(`${JSON.stringify(next)}\n`)
    await this.#target.put(new Map([[RELEASE_KEY, bytes]]))
    const after = await this.#target.get(RELEASE_KEY)
    // What is read may be a minute old, then it is what was there before.
    if (isSame(after, bytes) || isSame(after, before.bytes)) return
    throw new ConflictError('another publisher switched at the same time, and its version is in force')
  }

  async #manifestsOf(versions: readonly Version[]): Promise<readonly Manifest[]> {
    const manifests: Manifest[] = []
    for (const version of versions) {
      const { manifest } = version
      manifests.push({ version, opened: manifestIn(await this.#target.get(manifest), manifest) })
    }
    return manifests
  }
}

/** A version, and its manifest; null where that is missing or damaged. */
interface Manifest {
  readonly version: Version
  readonly opened: OpenBundle | null
}

/** The sites whose values are not those of the version in force. */
function differingSites({ sites }: BuiltVersion, inForce: Manifest | null): readonly string[] {
  const keys = keysIn(inForce === null ? [] : [inForce])
  return sites.filter(({ key }) => !keys.has(key)).map(({ entry }) => entry.name)
}

/** The keys of everything that versions consist of. Values of one that cannot be read are uploaded again. */
function keysIn(manifests: readonly Manifest[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { version, opened } of manifests) {
    if (opened === null) continue
    for (let number = 0; number < opened.siteCount; number++) keys.add(opened.siteKey(number)!)
    keys.add(version.manifest).add(version.shared)
  }
  return keys
}

async function valuesOf(sites: readonly VersionSite[]): Promise<readonly StoreValue[]> {
  const values: StoreValue[] = []
  for (const { value } of sites) values.push(await value())
  return values
}

/** A manifest; null where it is missing or damaged. */
function manifestIn(bytes: Uint8Array | null, key: string): OpenBundle | null {
  try {
    return bytes === null ? null : openManifest(bytes, key)
  } catch {
    return null
  }
}

/** The versions of a release: in force, on trial, earlier ones. */
export function versionsOf(release: Release | null): readonly Version[] {
  if (release === null) return []
  return [release.current, ...(release.trial === null ? [] : [release.trial]), ...release.earlier]
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b)
}
