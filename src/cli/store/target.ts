/**
 * Where `acap publish` puts values: a folder, in which each value is a file that is written whole, or a KV namespace.
 */
import { type Dirent, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE_KEY } from '../../bundle/release.ts'
import { StorageError, UsageError, withFaultPath } from '../exit-codes.ts'
import { isTemporary, removeLeftovers } from '../output/file-place.ts'
import { writeFiles } from '../output/write-files.ts'
import { isIntact } from './damage.ts'
import { KvTarget, type WranglerOptions } from './kv-target.ts'

export interface StoreTarget {
  get(key: string): Promise<Uint8Array | null>
  /**
   * Writes values; it may have written some of them when it fails. Where the target can tell, it writes nothing unless the
   * release has these bytes still; null: unless there is none.
   */
  put(values: ReadonlyMap<string, Uint8Array>, release?: Uint8Array | null): Promise<void>
  /** Of these keys, those whose values are missing or, where that is known, damaged. */
  damaged(keys: readonly string[]): Promise<readonly string[]>
  list(prefix: string): Promise<readonly string[]>
  remove(keys: readonly string[]): Promise<void>
}

/** `kv:BINDING` is the KV namespace that wrangler.toml binds to this name; anything else is a folder. */
export function targetAt(place: string, wrangler: WranglerOptions): StoreTarget {
  const [, binding] = /^kv:(.*)$/.exec(place) ?? []
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(place))
    throw new UsageError(`\`${place}\` is not a store`, 'a folder, or kv:BINDING')
  if (binding === undefined) return new FolderTarget(place)
  if (!/^[A-Za-z_]\w*$/.test(binding)) {
    throw new UsageError(`\`${place}\` names no binding`, 'kv:POLICIES, as wrangler.toml binds it')
  }
  return new KvTarget(binding, wrangler)
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
    // To read a pipe waits for a writer, and a device has no end.
    if (!stats.isFile()) throw new StorageError(`\`${path}\` is not a regular file`, 'remove it')
    return withFaultPath(path, () => readFileSync(path))
  }

  async put(values: ReadonlyMap<string, Uint8Array>, release?: Uint8Array | null): Promise<void> {
    for (const folder of this.#folders()) removeLeftovers(folder)
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
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(this.#folder, '/').length).replaceAll('\\', '/'))
    return keys.filter((key) => key.startsWith(prefix))
  }

  #entries(): readonly Dirent[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder, { recursive: true, withFileTypes: true })
  }

  #folders(): readonly string[] {
    const folders = this.#entries().filter((entry) => entry.isDirectory() && !isTemporary(entry.name))
    return [this.#folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))]
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) rmSync(join(this.#folder, key), { force: true })
  }
}
