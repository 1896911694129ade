/**
 * Computes a fingerprint of all files below some paths, to detect changes, and the folders to watch
 * for them. Follows links as reading does, but reads no file.
 */
import { createHash } from 'node:crypto'
import type { BigIntStats, Dirent } from 'node:fs'
import { readdir, readlink, stat } from 'node:fs/promises'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'

export interface Look {
  /** Equal for two looks between which nothing has changed. */
  readonly print: string
  /** Whether each path is there, and no link leads to nothing. */
  readonly isWhole: boolean
  /** The folders in which a change begins, by their paths without links. */
  readonly folders: ReadonlyMap<string, SeenFolder>
}

interface SeenFolder {
  /** Tells it from another folder that takes its place. */
  readonly identity: string
  /** Whether a change of the entry with this name counts. */
  readonly counts: (name: string) => boolean
}

/** Links can make a few folders look like any number of them. */
const MOST_ENTRIES = 100_000
/** As many as Linux follows. */
const MOST_LINKS = 40

/** Looks at paths. Of the `optional` ones nothing has to be there. Never rejects. */
export async function lookAt(
  paths: readonly string[],
  optional: readonly string[] = [],
): Promise<Look> {
  const looking = new Looking()
  for (const path of paths) await looking.at(path, true)
  for (const path of optional) await looking.at(path, false)
  return looking.result()
}

class Looking {
  readonly #hash = createHash('sha256')
  readonly #folders = new Map<string, { identity: string; isWhole: boolean; names: Set<string> }>()
  #isWhole = true
  #entries = 0

  result(): Look {
    const folders = new Map<string, SeenFolder>()
    for (const [path, { identity, isWhole, names }] of this.#folders) {
      const counts = (name: string) => names.has(name) || (isWhole && !name.startsWith('.'))
      folders.set(path, { identity, counts })
    }
    return { print: this.#hash.digest('base64'), isWhole: this.#isWhole, folders }
  }

  async at(path: string, isNeeded: boolean): Promise<void> {
    const real = await this.#follow(resolve(path), MOST_LINKS)
    const stats = await statsOf(real)
    this.#note(path, stats)
    if (stats === null && isNeeded) this.#isWhole = false
    // A folder that is replaced is so in the folder above it.
    await this.#watch(dirname(real), basename(real))
    if (stats?.isDirectory()) await this.#enter(real, [identityOf(stats)])
  }

  /** The path without links, as far as there is one; notes the folders that those links are in. */
  async #follow(path: string, most: number): Promise<string> {
    const { root } = parse(path)
    let at = root
    for (const part of path.slice(root.length).split(sep)) {
      const target = await readlink(join(at, part)).catch(() => null)
      if (target !== null) await this.#watch(at, part)
      at =
        target === null || most === 0
          ? join(at, part)
          : await this.#follow(resolve(at, target), most - 1)
    }
    return at
  }

  /** `above`: the folders that lead to this one, of which no link may lead back to one. */
  async #enter(folder: string, above: readonly string[]): Promise<void> {
    const names = this.#folders.get(folder)?.names ?? new Set()
    this.#folders.set(folder, { identity: above.at(-1)!, isWhole: true, names })
    for (const entry of await entriesOf(folder)) {
      if (++this.#entries > MOST_ENTRIES) return
      const path = join(folder, entry.name)
      const real = entry.isSymbolicLink() ? await this.#follow(path, MOST_LINKS) : path
      const stats = await statsOf(path)
      this.#note(path, stats)
      if (stats === null) this.#isWhole = false
      if (!stats?.isDirectory()) continue
      const identity = identityOf(stats)
      if (!above.includes(identity)) await this.#enter(real, [...above, identity])
    }
  }

  #note(path: string, stats: BigIntStats | null): void {
    // Of a folder, its entries are noted: its times change with files that do not count.
    const now = stats?.isDirectory() ? 'folder' : stats && fileVersion(stats)
    this.#hash.update(`${path.length} ${path} ${now}\n`)
  }

  async #watch(folder: string, name: string): Promise<void> {
    const known = this.#folders.get(folder)
    const stats = known === undefined ? await statsOf(folder) : null
    known?.names.add(name)
    if (stats === null) return
    const identity = identityOf(stats)
    this.#folders.set(folder, { identity, isWhole: false, names: new Set([name]) })
  }
}

/**
 * Tells a file from the one that was there before: archives and copies keep sizes and times, but
 * not the time of the change.
 */
function fileVersion({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
}

/** The number of a folder that was removed is soon given to another one. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${birthtimeNs}`
}

/** What is there, behind links; null where nothing is, or nothing that this user may see. */
function statsOf(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null)
}

/** Names that begin with a dot are no part of a site. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
