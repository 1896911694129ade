/** Opens the store that the command line names: a folder or a KV namespace. */
import { UsageError } from '../../base/faults.ts'
import { KvTarget, type WranglerOptions } from './kv-target.ts'
import { FolderTarget, type StoreTarget } from './target.ts'

/**
 * `kv:BINDING` is the KV namespace that wrangler.toml binds to this name; anything else is a
 * folder.
 */
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
