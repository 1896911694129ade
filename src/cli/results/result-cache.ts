/**
 * Results of sites that were made before: what commands need of every site in one file, and the programs in another, where
 * each is read when it is needed. A result is found again by everything that it depends on: the site's name and files, this
 * program with the registry in it, and the day where that matters. A file that is damaged, or of another program, is as good
 * as none.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { StoreValue } from '../../bundle/encode-values.ts'
import type { Day } from '../read-policies.ts'
import type { MadeResult, SiteResult, SiteSource } from './site-result.ts'
import { type PackedValue, ValuePack } from './value-pack.ts'

interface Entry {
  readonly result: SiteResult
  readonly day: Day
  /** Null where the policy has errors. */
  readonly value: PackedValue | null
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

/** The results in two files. */
export class ResultCache {
  readonly #path: string
  readonly #pack: ValuePack
  readonly #day: Day
  /** What the files hold. */
  #stored: ReadonlyMap<string, Entry>
  readonly #used = new Map<string, Entry>()
  readonly #made = new Map<string, MadeResult>()

  /** `path`: the beginning of the names of both files. */
  constructor(path: string, day: Day) {
    this.#path = `${path}.results`
    this.#pack = new ValuePack(`${path}.programs`)
    this.#day = day
    const stored = readEntries(this.#path)
    this.#stored = this.#pack.hasAll([...stored.values()].flatMap(({ value }) => value ?? [])) ? stored : new Map()
  }

  /** A result that holds today; undefined where there is none. */
  get(key: string): SiteResult | undefined {
    const entry = this.#stored.get(key)
    if (entry === undefined || (entry.result.isDated && entry.day !== this.#day)) return undefined
    this.#used.set(key, entry)
    return entry.result
  }

  /** The program of a result that was found, as the value of a store; null where it is damaged. */
  async value(key: string): Promise<StoreValue | null> {
    const place = this.#stored.get(key)?.value ?? null
    return place && this.#pack.read(place)
  }

  set(key: string, result: MadeResult): void {
    this.#made.set(key, result)
  }

  /** Writes what was used of it, unless nothing is new. False where it cannot: the next run does the work once more. */
  save(): boolean {
    if (this.#made.size === 0 && this.#used.size === this.#stored.size) return true
    try {
      // Programs may have moved, and are read after this.
      this.#stored = this.#entries()
      this.#write(this.#stored)
      return true
    } catch {
      return false
    }
  }

  #entries(): ReadonlyMap<string, Entry> {
    const used = [...this.#used.values()].flatMap(({ value }) => value ?? [])
    const values = [...this.#made.values()].flatMap(({ value }) => value ?? [])
    const places = this.#pack.add(used, values)
    const placed = (value: { readonly key: string } | null) => (value === null ? null : places.get(value.key)!)
    const entries = new Map<string, Entry>()
    for (const [key, entry] of this.#used) entries.set(key, { ...entry, value: placed(entry.value) })
    for (const [key, { value, ...result }] of this.#made) {
      entries.set(key, { result, day: this.#day, value: placed(value) })
    }
    return entries
  }

  #write(entries: ReadonlyMap<string, Entry>): void {
    const content = serialize(entries)
    const own = `${this.#path}.${process.pid}`
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(own, Buffer.concat([hashOf(content), content]))
    renameSync(own, this.#path)
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
