/**
 * Compiled policies → the values of a store (docs/decisions/bundle.md). Deterministic; runs offline only.
 */
import {
  ENTRY_SIZE,
  HASH_OFFSET,
  HASH_SIZE,
  HEADER_SIZE,
  hashOfKey,
  MAX_MANIFEST,
  MAX_VALUE,
  SECTION,
  type ValueList,
  valueKey,
} from './format.ts'
import type { Network, Registry, SiteProgram } from './program.ts'
import { hostTable, nameLists, type SiteEntry } from './site-tables.ts'
import { type Section, section, sectionFile, sharedSections } from './write-file.ts'

/** A value is larger than a store takes. */
export class ValueTooLargeError extends RangeError {
  override readonly name = 'ValueTooLargeError'

  constructor(what: string, size: number, most: number) {
    const [is, may] = [size, most].map((bytes) => Math.ceil(bytes / 2 ** 20))
    super(`${what} has ${is} MiB, and may have ${may}`)
  }
}

/** A value and its key. */
export interface StoreValue {
  readonly key: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The value of a site, no matter how large. */
export function siteValue(site: SiteProgram): Promise<StoreValue> {
  return valueFrom([section(SECTION.site, site)])
}

/** A value by the hash that it carries. */
export function valueIn(bytes: Uint8Array<ArrayBuffer>): StoreValue {
  return { key: valueKey(bytes.subarray(HASH_OFFSET, HASH_OFFSET + HASH_SIZE)), bytes }
}

/** The section of a site in its value, as a bundle has it. */
export function siteSection({ bytes }: StoreValue): Uint8Array<ArrayBuffer> {
  return bytes.slice(HEADER_SIZE + ENTRY_SIZE)
}

/** Refuses the value of a site that is larger than a store takes. @throws ValueTooLargeError */
export function checkSiteSize(name: string, size: number): void {
  if (size > MAX_VALUE) throw new ValueTooLargeError(`site \`${name}\``, size, MAX_VALUE)
}

/** The value of what all sites share. @throws ValueTooLargeError */
export function sharedValue(registry: Registry, networks: readonly Network[]): Promise<StoreValue> {
  return storeValue(sharedSections(registry, networks), 'the registry with the lists of addresses', MAX_VALUE)
}

/** The manifest of sites, each with the key of its value. @throws ValueTooLargeError */
export function manifestValue(sites: readonly SiteEntry[], keys: readonly string[]): Promise<StoreValue> {
  const hashes = new Uint8Array(keys.length * HASH_SIZE)
  keys.forEach((key, i) => {
    hashes.set(hashOfKey(key), i * HASH_SIZE)
  })
  const list: ValueList = { sites: hashes }
  const sections = [
    section(SECTION.hosts, hostTable(sites)),
    section(SECTION.names, nameLists(sites)),
    section(SECTION.values, list),
  ]
  return storeValue(sections, `the manifest of ${sites.length.toLocaleString('en')} sites`, MAX_MANIFEST)
}

async function storeValue(sections: readonly Section[], what: string, most: number): Promise<StoreValue> {
  const value = await valueFrom(sections)
  if (value.bytes.length > most) throw new ValueTooLargeError(what, value.bytes.length, most)
  return value
}

async function valueFrom(sections: readonly Section[]): Promise<StoreValue> {
  return valueIn(await sectionFile(sections))
}
