/**
 * The interface of the stores that `acap publish` writes to, and which values are missing there.
 */
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { StorageError, withFaultPath } from '../../base/faults.ts'
import { isTemporary, removeLeftovers } from '../../base/files/file-place.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { damageIn, type OpenBundle, openManifest } from '../../program/decode.ts'
import { valueIn } from '../../program/encode.ts'
import { type PolicyVersion, RELEASE_KEY } from '../../program/release.ts'

export interface StoreTarget {
  get(key: string): Promise<Uint8Array | null>
  /**
   * Writes values, maybe some when it fails; where it can tell, only while `release` is there still
   * (null: none).
   */
  put(values: ReadonlyMap<string, Uint8Array>, release?: Uint8Array | null): Promise<void>
  /** Of these keys, those whose values are missing or, where that is known, damaged. */
  damaged(keys: readonly string[]): Promise<readonly string[]>
  list(prefix: string): Promise<readonly string[]>
  remove(keys: readonly string[]): Promise<void>
}

export class FolderTarget implements StoreTarget {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async get(key: string): Promise<Uint8Array | null> {
    const path = join(this.#folder, key)
    const stats = withFaultPath(path, () => statSync(path, { throwIfNoEntry: false }))
    if (stats === undefined) return null
    // Opening a pipe waits for a writer, and a device has no end.
    if (!stats.isFile()) throw new StorageError(`\`${path}\` is not a regular file`, 'remove it')
    return withFaultPath(path, () => readFileSync(path))
  }

  async put(values: ReadonlyMap<string, Uint8Array>, release?: Uint8Array | null): Promise<void> {
    const folders = this.#entries().filter(
      (entry) => entry.isDirectory() && !isTemporary(entry.name),
    )
    removeLeftovers(this.#folder)
    for (const { parentPath, name } of folders) removeLeftovers(join(parentPath, name))
    const boundary = withFaultPath(this.#folder, () => {
      mkdirSync(this.#folder, { recursive: true })
      return realpathSync.native(this.#folder)
    })
    const files = [...values].map(([key, content]) => {
      const file = { path: join(this.#folder, key), content, boundary }
      return key === RELEASE_KEY && release !== undefined ? { ...file, before: release } : file
    })
    writeFiles(files)
  }

  async damaged(keys: readonly string[]): Promise<readonly string[]> {
    const damaged: string[] = []
    for (const key of keys) {
      const bytes = await this.get(key)
      if (bytes === null || !(await isIntact(bytes, key))) damaged.push(key)
    }
    return damaged
  }

  async list(prefix: string): Promise<readonly string[]> {
    const keys = this.#entries()
      .filter((entry) => entry.isFile() && !isTemporary(entry.name))
      .map(({ parentPath, name }) =>
        join(parentPath, name).slice(join(this.#folder, '/').length).replaceAll('\\', '/'),
      )
    return keys.filter((key) => key.startsWith(prefix))
  }

  #entries(): readonly Dirent[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) rmSync(join(this.#folder, key), { force: true })
  }
}

/** A version, and its manifest; null where that is missing or damaged. */
interface Manifest {
  readonly version: PolicyVersion
  readonly opened: OpenBundle | null
}

export interface Damage {
  readonly key: string
  readonly versions: readonly number[]
}

/** Whether the bytes of a value are those that its key stands for. */
async function isIntact(bytes: Uint8Array, key: string): Promise<boolean> {
  const value = new Uint8Array(bytes)
  return (await damageIn(value.buffer)) === null && valueIn(value).key === key
}

export async function manifestIn(target: StoreTarget, key: string): Promise<OpenBundle | null> {
  const bytes = await target.get(key)
  return bytes !== null && (await isIntact(bytes, key)) ? openManifest(bytes, key) : null
}

export async function manifestsOf(target: StoreTarget, versions: readonly PolicyVersion[]) {
  const manifests: Manifest[] = []
  for (const version of versions)
    manifests.push({ version, opened: await manifestIn(target, version.manifest) })
  return manifests
}

/** The keys of everything that a version consists of, as far as its manifest can be read. */
export function keysOf({ version: { manifest, shared }, opened }: Manifest): readonly string[] {
  const sites =
    opened === null ? [] : Array.from({ length: opened.siteCount }, (_, i) => opened.siteKey(i)!)
  return [manifest, shared, ...sites]
}

export async function damageOf(
  target: StoreTarget,
  manifests: readonly Manifest[],
): Promise<readonly Damage[]> {
  const versions = new Map<string, number[]>()
  for (const manifest of manifests) {
    for (const key of keysOf(manifest))
      versions.set(key, [...(versions.get(key) ?? []), manifest.version.version])
  }
  const damaged = await target.damaged([...versions.keys()])
  return damaged.map((key) => ({ key, versions: [...new Set(versions.get(key)!)] }))
}
