/**
 * Where `acap publish` puts values: types, and the target that a word of the command line names.
 */
import { UsageError } from '../exit-codes.ts'
import { FolderTarget } from './folder-target.ts'
import { KvTarget, type WranglerOptions } from './kv-target.ts'

/** Values by key. */
export interface StoreTarget {
  /** The bytes of a value; null where there is none. */
  get(key: string): Promise<Uint8Array | null>
  /**
   * Writes values; it may have written some of them when it fails. Where the target can tell, it writes nothing unless the
   * release has these bytes still; null: unless there is none.
   */
  put(values: ReadonlyMap<string, Uint8Array>, release?: Uint8Array | null): Promise<void>
  /** Of these keys, those whose values are missing or, where that is known, damaged. */
  damaged(keys: readonly string[]): Promise<readonly string[]>
  /** The keys that begin with a prefix. */
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
