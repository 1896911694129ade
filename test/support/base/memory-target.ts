/**
 * A store in memory that `acap publish` writes to, and in which a test can have things go wrong.
 */

import { type BuiltVersion, buildVersion, versionSite } from '../../../src/cli/build/built-sites.ts'
import type { StoreTarget } from '../../../src/cli/store/target.ts'
import { programOf, registryOf } from '../bundle.ts'

/** Values in memory. */
export class MemoryTarget implements StoreTarget {
  readonly values = new Map<string, Uint8Array>()
  /** The keys of each upload. */
  readonly uploads: string[][] = []
  /** Runs before each upload; what it throws is the upload's fault. */
  beforePut: (keys: readonly string[]) => void = () => undefined
  afterPut: (keys: readonly string[]) => void | Promise<void> = () => undefined

  async get(key: string): Promise<Uint8Array | null> {
    return this.values.get(key) ?? null
  }

  async put(values: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const keys = [...values.keys()]
    this.beforePut(keys)
    this.uploads.push(keys)
    for (const [key, bytes] of values) this.values.set(key, bytes)
    await this.afterPut(keys)
  }

  async damaged(keys: readonly string[]): Promise<readonly string[]> {
    return keys.filter((key) => !this.values.has(key))
  }

  async list(prefix: string): Promise<readonly string[]> {
    return [...this.values.keys()].filter((key) => key.startsWith(prefix))
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.values.delete(key)
  }
}

/** A version of sites by name, each of which closes a path. */
export async function versionClosing(
  paths: Readonly<Record<string, string>>,
): Promise<BuiltVersion> {
  const programs = Object.entries(paths).map(([name, path]) =>
    programOf(name, {
      'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
      'site.toml': `hosts = ["${name}.test"]\n`,
    }),
  )
  return buildVersion(await Promise.all(programs.map(versionSite)), {
    registry: registryOf({ SearchBot1: 'search' }),
    networks: [],
  })
}
