/**
 * The values of versions in a store → those that are missing or damaged.
 */
import { damageIn, type OpenBundle, openManifest } from '../../bundle/decode.ts'
import { valueIn } from '../../bundle/encode.ts'
import type { PolicyVersion } from '../../bundle/release.ts'
import type { StoreTarget } from './target.ts'

/** A version, and its manifest; null where that is missing or damaged. */
export interface Manifest {
  readonly version: PolicyVersion
  readonly opened: OpenBundle | null
}

/** A value that is missing or damaged, and the versions that have it. */
export interface Damage {
  readonly key: string
  readonly versions: readonly number[]
}

/** Whether the bytes of a value are those that its key stands for. */
export async function isIntact(bytes: Uint8Array, key: string): Promise<boolean> {
  const value = new Uint8Array(bytes)
  return (await damageIn(value.buffer)) === null && valueIn(value).key === key
}

/** A manifest of a store; null where it is missing or damaged. */
export async function manifestIn(target: StoreTarget, key: string): Promise<OpenBundle | null> {
  const bytes = await target.get(key)
  return bytes !== null && (await isIntact(bytes, key)) ? openManifest(bytes, key) : null
}

export async function manifestsOf(
  target: StoreTarget,
  versions: readonly PolicyVersion[],
): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = []
  for (const version of versions) manifests.push({ version, opened: await manifestIn(target, version.manifest) })
  return manifests
}

/** The keys of everything that a version consists of, as far as its manifest can be read. */
export function keysOf({ version: { manifest, shared }, opened }: Manifest): readonly string[] {
  const sites = opened === null ? [] : Array.from({ length: opened.siteCount }, (_, i) => opened.siteKey(i)!)
  return [manifest, shared, ...sites]
}

export async function damageOf(target: StoreTarget, manifests: readonly Manifest[]): Promise<readonly Damage[]> {
  const versions = new Map<string, number[]>()
  for (const manifest of manifests) {
    for (const key of keysOf(manifest)) versions.set(key, [...(versions.get(key) ?? []), manifest.version.version])
  }
  const damaged = await target.damaged([...versions.keys()])
  return damaged.map((key) => ({ key, versions: [...new Set(versions.get(key)!)] }))
}
