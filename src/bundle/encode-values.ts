/**
 * Compiled policies → the values of a store (docs/decisions/site-store.md). Deterministic; runs offline only.
 */
import { HASH_OFFSET, HASH_SIZE, MAX_MANIFEST, MAX_VALUE, SECTION, type ValueList, valueKey } from './format.ts'
import type { Network, Registry, SiteProgram } from './program.ts'
import { hostTable, nameLists, type SiteEntry } from './site-tables.ts'
import { fileOf, type Section, section, sharedSections } from './write-file.ts'

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

/** The value of a site. @throws ValueTooLargeError */
export function siteValue(site: SiteProgram): Promise<StoreValue> {
  return storeValue([section(SECTION.site, site)], `site \`${site.name}\``, MAX_VALUE)
}

/** The value of what all sites share. @throws ValueTooLargeError */
export function sharedValue(registry: Registry, networks: readonly Network[]): Promise<StoreValue> {
  return storeValue(sharedSections(registry, networks), 'the registry with the lists of addresses', MAX_VALUE)
}

/** The manifest of sites, each with its value. @throws ValueTooLargeError */
export function manifestValue(sites: readonly SiteEntry[], values: readonly StoreValue[]): Promise<StoreValue> {
  const hashes = new Uint8Array(values.length * HASH_SIZE)
  values.forEach(({ bytes }, i) => {
    hashes.set(bytes.subarray(HASH_OFFSET, HASH_OFFSET + HASH_SIZE), i * HASH_SIZE)
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
  const bytes = await fileOf(sections)
  if (bytes.length > most) throw new ValueTooLargeError(what, bytes.length, most)
  return { key: valueKey(bytes.subarray(HASH_OFFSET, HASH_OFFSET + HASH_SIZE)), bytes }
}
