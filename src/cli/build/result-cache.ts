/**
 * Caches results for sites that have not changed since an earlier run, by everything that they
 * depend on.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { SiteFiles } from '../../author/files/load-site.ts'
import type { Day } from '../../author/files/read-policies.ts'
import type { OpenedName } from '../../author/served/opened-names.ts'
import { filesBelow, PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import type { CrawlerList } from '../../crawlers/crawler-list.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import type { SiteEntry } from '../../program/encode.ts'

const HASH_SIZE = 32
const DATE = /\d{4}-\d{2}-\d{2}/
const decoder = new TextDecoder('latin1')

/** The cache of a folder of policies; null where ACAP_CACHE says `off`. */
export function resultCache(folder: string, env: Io['env'], { day, lists }: BuildInputs) {
  const { ACAP_CACHE: own, XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = env
  if (own === 'off') return null
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  const path = join(own ?? join(caches, 'acap-edge'), `${name}.results`)
  const program = programFingerprint() + JSON.stringify(lists)
  const stored = readEntries(path)
  const current = new Map<string, SiteResult>()
  let hasNew = false
  /** Each part with its length, so that no two sites read alike. */
  const keyOf = ({ site, files }: SiteFiles): string => {
    const hasDate = [...files.values()].some((bytes) => DATE.test(decoder.decode(bytes)))
    const hash = createHash('sha256').update(`${program}${hasDate ? day : ''}`)
    for (const part of [site, ...[...files].flat()]) hash.update(`${part.length} `).update(part)
    return hash.digest('base64')
  }
  return {
    get(site: SiteFiles): SiteResult | undefined {
      const key = keyOf(site)
      const result = stored.get(key)
      if (result !== undefined) current.set(key, result)
      return result
    },
    set(site: SiteFiles, result: SiteResult): void {
      const { findings, silenced, shared, opened, compiled } = result
      const plain = compiled && { entry: compiled.entry, key: compiled.key, size: compiled.size }
      current.set(keyOf(site), { findings, silenced, shared, opened, compiled: plain })
      hasNew = true
    },
    /**
     * Writes what was used, unless nothing is new. False where it cannot: the next run does the
     * work once more.
     */
    save(): boolean {
      if (!hasNew && current.size === stored.size) return true
      const content = serialize(current)
      try {
        writeFiles([{ path, content: Buffer.concat([hashOf(content), content]) }])
        return true
      } catch {
        return false
      }
    },
  }
}

/**
 * Of this code, run by this Node: another one may have another Unicode. The built program names its
 * parts by their hashes.
 */
function programFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(process.versions))
  const own = fileURLToPath(import.meta.url)
  const sources = join(PACKAGE_ROOT, 'src')
  const files = own.endsWith('.ts')
    ? [
        join(PACKAGE_ROOT, 'package-lock.json'),
        ...filesBelow(sources).map((path) => join(sources, path)),
      ]
    : [own]
  for (const path of files) hash.update(readFileSync(path))
  return hash.digest('base64')
}

function readEntries(path: string): ReadonlyMap<string, SiteResult> {
  try {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    const content = bytes.subarray(HASH_SIZE)
    return hashOf(content).equals(bytes.subarray(0, HASH_SIZE)) ? deserialize(content) : new Map()
  } catch {
    return new Map()
  }
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** What a site's result depends on beside its files. */
export interface BuildInputs {
  readonly day: Day
  readonly lists: readonly CrawlerList[]
}

/** A compiled site as the manifest of a version lists it. */
export interface ManifestSite {
  readonly entry: SiteEntry
  readonly key: string
  readonly size: number
}

/** What is found and made of one site, as plain data that can be cached. */
export interface SiteResult {
  /** Their places are inside the site's folder. */
  readonly findings: readonly Finding[]
  readonly silenced: readonly Finding[]
  /** What is checked beside the other sites. */
  readonly shared: SharedNames | null
  readonly opened: readonly OpenedName[]
  readonly compiled: ManifestSite | null
}
