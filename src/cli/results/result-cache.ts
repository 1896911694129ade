/**
 * Results of sites that were made before, in one file. A result is found again by everything that it depends on: the
 * site's name and files, this program with the registry in it, and the day where that matters. A file that is damaged, or
 * of another program, is as good as none.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Day } from '../read-policies.ts'
import type { SiteResult, SiteSource } from './site-result.ts'

interface Entry {
  readonly result: SiteResult
  readonly day: Day
}

const HASH_SIZE = 32

/** What a result of a site depends on beside the day. `program` stands for the code, and for the lists in it. */
export function resultKey(program: string, { site, files }: SiteSource): string {
  const hash = createHash('sha256').update(program)
  // Each part with its length, so that no two sites read alike.
  const add = (part: string | Uint8Array) => hash.update(`${part.length} `).update(part)
  add(site)
  for (const [path, bytes] of files) {
    add(path)
    add(bytes)
  }
  return hash.digest('base64')
}

/** The results in one file. */
export class ResultCache {
  readonly #path: string
  readonly #day: Day
  readonly #stored: ReadonlyMap<string, Entry>
  readonly #used = new Map<string, Entry>()
  #isChanged = false

  constructor(path: string, day: Day) {
    this.#path = path
    this.#day = day
    this.#stored = readEntries(path)
  }

  /** A result that holds today; undefined where there is none. */
  get(key: string): SiteResult | undefined {
    const entry = this.#stored.get(key)
    if (entry === undefined || (entry.result.isDated && entry.day !== this.#day)) return undefined
    this.#used.set(key, entry)
    return entry.result
  }

  set(key: string, result: SiteResult): void {
    this.#used.set(key, { result, day: this.#day })
    this.#isChanged = true
  }

  /** Writes what was used of it, unless nothing is new. False where it cannot: the next run does the work once more. */
  save(): boolean {
    if (!this.#isChanged && this.#used.size === this.#stored.size) return true
    const content = serialize(this.#used)
    const own = `${this.#path}.${process.pid}`
    try {
      mkdirSync(dirname(this.#path), { recursive: true })
      writeFileSync(own, Buffer.concat([hashOf(content), content]))
      renameSync(own, this.#path)
      return true
    } catch {
      return false
    }
  }
}

function readEntries(path: string): ReadonlyMap<string, Entry> {
  try {
    if (!existsSync(path)) return new Map()
    const bytes = readFileSync(path)
    const content = bytes.subarray(HASH_SIZE)
    return hashOf(content).equals(bytes.subarray(0, HASH_SIZE)) ? deserialize(content) : new Map()
  } catch {
    return new Map()
  }
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
