/** Writes versions to a store: values first, the release last. Detects a concurrent publish. */

import { StorageError, UsageError } from '../../base/faults.ts'
import type { StoreValue } from '../../program/encode.ts'
import { type PolicyVersion, RELEASE_KEY, type Release } from '../../program/release.ts'
import type { BuiltVersion, VersionSite } from '../build/built-sites.ts'
import {
  DamagedError,
  readStoredRelease,
  rebuiltRelease,
  recordsOf,
  refuseLost,
  renewed,
  surplusRecords,
  versionsOf,
  withoutVersion,
  withVersion,
} from './stored-release.ts'
import { type Damage, damageOf, keysOf, manifestsOf, type StoreTarget } from './target.ts'

function conflict(message: string): StorageError {
  return new StorageError(message, 'look with acap publish --list, then publish again')
}

interface Publishing {
  /** Put it on trial, for so many percent of hosts; null: in force. */
  readonly percent: number | null
  readonly dryRun: boolean
  readonly all: boolean
  /** Read the versions back from their values, because the release is damaged. */
  readonly rebuild?: boolean
}

export interface Published {
  readonly release: Release
  /** Whether the store was switched, or would be in a dry run. */
  readonly isNew: boolean
  readonly uploaded: readonly StoreValue[]
  readonly sites: readonly string[]
  /** Sites that are in the version in force and not in this one. */
  readonly removed: readonly string[]
  /**
   * What the version on trial differs in from the one in force; null where no value was missing or
   * none is on trial.
   */
  readonly differing: readonly string[] | null
  /** Values of the versions in force and on trial that were missing or damaged. */
  readonly damage: readonly Damage[]
}

interface Read {
  readonly bytes: Uint8Array | null
  /** Null where there is none, or a bundle in its place. */
  readonly release: Release | null
  /** The highest number that a version had, where the release does not say it. */
  readonly highest?: number
}

export class Publisher {
  readonly #target: StoreTarget
  readonly #now: () => number

  constructor(target: StoreTarget, now: () => number = Date.now) {
    this.#target = target
    this.#now = now
  }

  async release(): Promise<Release | null> {
    return (await this.#read()).release
  }

  /** Publishes a version. @throws StorageError */
  async publish(
    built: BuiltVersion,
    { percent, dryRun, all, rebuild = false }: Publishing,
  ): Promise<Published> {
    const before = rebuild ? await this.#rebuild() : await this.#read()
    const content = { manifest: built.manifest.key, shared: built.shared.key }
    const found = withVersion(before.release, content, this.#now(), percent, before.highest)
    const next = found ?? (rebuild ? renewed(before.release!, this.#now()) : null)
    const manifests = await manifestsOf(this.#target, versionsOf(before.release).slice(0, 2))
    const damage = await damageOf(this.#target, manifests)
    const known = new Set(
      all ? [] : manifests.filter(({ opened }) => opened !== null).flatMap(keysOf),
    )
    for (const { key } of damage) known.delete(key)
    const isMissing = ({ key }: { readonly key: string }) => !known.has(key)
    const changed = built.sites.filter(isMissing)
    const uploaded: StoreValue[] = []
    for (const { value } of changed) uploaded.push(await value())
    uploaded.push(...[built.shared, built.manifest].filter(isMissing))
    const namesOf = (sites: readonly VersionSite[]) => sites.map(({ entry }) => entry.name)
    const [inForce] = manifests
    const keys = new Set(inForce === undefined ? [] : keysOf(inForce))
    const others = built.sites.filter(({ key }) => !keys.has(key))
    const differing = percent === null || uploaded.length > 0 ? null : namesOf(others)
    const names = new Set(namesOf(built.sites))
    const removed = inForce?.opened?.siteNames.filter((name) => !names.has(name)) ?? []
    if (!dryRun) {
      const values = uploaded.map(({ key, bytes }) => [key, bytes] as const)
      // A publish that was killed after its switch left no record.
      await this.#target.put(
        new Map([...values, ...(next === null ? recordsOf(before.release!) : [])]),
      )
      if (next !== null) await this.#switch(before, next)
    }
    return {
      release: next ?? before.release!,
      isNew: next !== null,
      uploaded,
      sites: namesOf(changed),
      removed,
      differing,
      damage,
    }
  }

  async damage(release: Release): Promise<readonly Damage[]> {
    return damageOf(this.#target, await manifestsOf(this.#target, versionsOf(release)))
  }

  /**
   * Goes back; null without a release. @throws StorageError, also for a version that edges cannot
   * load
   */
  async rollBack(version: number | null, dryRun: boolean) {
    const before = await this.#read()
    if (before.release === null) return null
    const next = withoutVersion(before.release, version, this.#now())
    if (next.current.version !== before.release.current.version)
      await this.#refuseDamaged(next.current)
    if (!dryRun) await this.#switch(before, next)
    return { before: before.release, release: next }
  }

  async #refuseDamaged(version: PolicyVersion): Promise<void> {
    const [first] = await damageOf(this.#target, await manifestsOf(this.#target, [version]))
    if (first === undefined) return
    const what = `\`${first.key}\` of version ${version.version} is missing or damaged: nothing was switched`
    throw new StorageError(
      what,
      'acap publish --list names versions: --rollback --version takes another',
    )
  }

  /**
   * Removes values that no version has; gives their keys. Null where there is no release. @throws
   * StorageError
   */
  async prune(dryRun: boolean): Promise<readonly string[] | null> {
    const before = await this.#read()
    const { release } = before
    if (release === null) return null
    const manifests = await manifestsOf(this.#target, versionsOf(release))
    const lost = manifests.find(({ opened }) => opened === null)
    if (lost !== undefined)
      throw new StorageError(
        `the manifest of version ${lost.version.version} cannot be read`,
        'acap publish --all',
      )
    const needed = new Set(manifests.flatMap(keysOf))
    const values = (await this.#target.list('values/')).filter((key) => !needed.has(key))
    const surplus = [...values, ...(await surplusRecords(this.#target, release))]
    if (dryRun || surplus.length === 0) return surplus
    // Who has uploaded values that no version has yet finds another release, and switches nothing.
    await this.#switch(before, renewed(release, this.#now()))
    await this.#target.remove(surplus)
    return surplus
  }

  /** @throws StorageError where the release is damaged, or missing beside versions. */
  async #read(): Promise<Read> {
    const bytes = await this.#target.get(RELEASE_KEY)
    if (bytes === null) await refuseLost(this.#target)
    return { bytes, release: readStoredRelease(bytes) }
  }

  /** Reads what can be read back. @throws UsageError where nothing is damaged. */
  async #rebuild(): Promise<Read> {
    const found = await this.#read().catch((fault: Error) => fault)
    if (found instanceof Error && !(found instanceof DamagedError)) throw found
    if (!(found instanceof Error))
      throw new UsageError('the release of the store is not damaged', 'acap publish')
    return {
      bytes: await this.#target.get(RELEASE_KEY),
      ...(await rebuiltRelease(this.#target, this.#now())),
    }
  }

  async #switch(before: Read, next: Release): Promise<void> {
    const now = await this.#target.get(RELEASE_KEY)
    if (!isSame(now, before.bytes))
      throw conflict('another publisher was faster: nothing was switched')
    const bytes = new TextEncoder().encode(`${JSON.stringify(next)}\n`)
    await this.#target.put(new Map([[RELEASE_KEY, bytes], ...recordsOf(next)]), before.bytes)
    const after = await this.#target.get(RELEASE_KEY)
    // What is read may be a minute old, then it is what was there before.
    if (isSame(after, bytes) || isSame(after, before.bytes)) return
    throw conflict('another publisher switched at the same time, and its version is in force')
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b)
}
