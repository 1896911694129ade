/**
 * Compiled policies → the bytes of a bundle, or the values of a store (docs/decisions/bundle.md). Deterministic; runs
 * offline only.
 */
import { isReadersName, SHARED_NAMES } from '../registry/reader-words.ts'
import {
  compareOctets,
  ENTRY_SIZE,
  HASH_SIZE,
  HEADER,
  HEADER_SIZE,
  type HostColumns,
  hashOfKey,
  MAX_SIZE,
  type NameLists,
  SECTION,
  type ValueList,
  valueKey,
} from './format.ts'
import type { Bundle, Network, Registry, SiteProgram } from './program.ts'
import { type Section, section, sectionFile, sharedSections } from './write-file.ts'

const MEBIBYTE = 2 ** 20
/** How many sites one bundle serves; a store serves more. */
const MAX_SITES = 2_000
/** The largest manifest: each isolate has one in memory. */
const MAX_MANIFEST = 2 * MEBIBYTE
/** The largest value of a store, below the 25 MiB of KV. */
const MAX_VALUE = 24 * MEBIBYTE

/** The policies compile to more than a Worker could load. */
export class BundleTooLargeError extends RangeError {
  override readonly name = 'BundleTooLargeError'

  constructor(size: number) {
    super(`the policies compile to ${mebibytes(size)} MiB, and a bundle may have ${mebibytes(MAX_SIZE)}`)
  }
}

/** There are more sites than one bundle serves. */
export class TooManySitesError extends RangeError {
  override readonly name = 'TooManySitesError'

  constructor(sites: number) {
    super(`there are ${sites.toLocaleString('en')} sites, and a bundle may have ${MAX_SITES.toLocaleString('en')}`)
  }
}

/** A value is larger than a store takes. */
export class ValueTooLargeError extends RangeError {
  override readonly name = 'ValueTooLargeError'

  constructor(what: string, size: number, most: number) {
    super(`${what} has ${mebibytes(size)} MiB, and may have ${mebibytes(most)}`)
  }
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / MEBIBYTE)
}

/**
 * Encodes a bundle, giving it the hash of its content.
 * @throws BundleTooLargeError when it would be larger than a Worker could load.
 * @throws TooManySitesError for more than a bundle serves.
 */
export async function encode({ sites, registry, networks }: Omit<Bundle, 'hash'>): Promise<Uint8Array<ArrayBuffer>> {
  if (sites.length > MAX_SITES) throw new TooManySitesError(sites.length)
  const sections = [
    ...tableSections(sites.map(entryOf)),
    ...sharedSections(registry, networks),
    ...sites.map((site) => section(SECTION.site, site)),
  ]
  const bytes = await sectionFile(sections)
  if (bytes.length > MAX_SIZE) throw new BundleTooLargeError(bytes.length)
  return bytes
}

export interface StoreValue {
  readonly key: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The value of a site, no matter how large. */
export async function siteValue(site: SiteProgram): Promise<StoreValue> {
  return valueIn(await sectionFile([section(SECTION.site, site)]))
}

/** A value by the hash that it carries. */
export function valueIn(bytes: Uint8Array<ArrayBuffer>): StoreValue {
  return { key: valueKey(bytes.subarray(HEADER.hash, HEADER.hash + HASH_SIZE)), bytes }
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
  const list: ValueList = { sites: Uint8Array.from(keys.flatMap((key) => [...hashOfKey(key)])) }
  const sections = [...tableSections(sites), section(SECTION.values, list)]
  return storeValue(sections, `the manifest of ${sites.length.toLocaleString('en')} sites`, MAX_MANIFEST)
}

async function storeValue(sections: readonly Section[], what: string, most: number): Promise<StoreValue> {
  const value = valueIn(await sectionFile(sections))
  if (value.bytes.length > most) throw new ValueTooLargeError(what, value.bytes.length, most)
  return value
}

/** What a bundle and a manifest say of a site beside its program, and what holds while its program is missing. */
export interface SiteEntry {
  readonly name: string
  readonly hosts: readonly string[]
  /** Whether it answers for `*`, and refuses hosts that no site names. */
  readonly refusesOthers: boolean
  /** The origin that its policy names; null where it names none. */
  readonly origin: string | null
  /** Whether its policy refuses anybody. */
  readonly refuses: boolean
  /** The names that it addresses, in lower case. */
  readonly crawlers: readonly string[]
}

export function entryOf({ name, config, names }: SiteProgram): SiteEntry {
  const { hosts, origin, unknown, mode, routes } = config
  return {
    name,
    hosts,
    refusesOthers: unknown === 'refuse',
    origin,
    refuses: [mode, ...routes.map((route) => route.mode)].includes('enforce'),
    crawlers: names.map((each) => each.name).filter(isCrawlersAlone),
  }
}

/** Whether a name stands in no reader's header: what else tells them apart (I1) is in the program. */
function isCrawlersAlone(name: string): boolean {
  return !SHARED_NAMES.has(name) && !isReadersName(name)
}

/**
 * The hosts and the names of all sites. A client with a name that any site addresses is a crawler, also while that site's
 * program cannot be read.
 */
function tableSections(sites: readonly SiteEntry[]): Section[] {
  const crawlers = [...new Set(sites.flatMap((site) => site.crawlers))].sort()
  const names: NameLists = { crawlers, sites: sites.map(({ name }) => name) }
  return [section(SECTION.hosts, hostTable(sites)), section(SECTION.names, names)]
}

/** The hosts of all sites, sorted by their octets. A host of two sites belongs to the later one. */
function hostTable(sites: readonly SiteEntry[]): HostColumns {
  const numbers = new Map(sites.flatMap(({ hosts }, site) => hosts.map((host) => [host.toLowerCase(), site])))
  const encoder = new TextEncoder()
  const rows = [...numbers].map(([host, site]) => ({ octets: encoder.encode(host), site }))
  rows.sort((a, b) => compareOctets(a.octets, 0, a.octets.length, b.octets))
  const start = new Uint32Array(rows.length + 1)
  rows.forEach(({ octets }, i) => {
    start[i + 1] = start[i]! + octets.length
  })
  const text = new Uint8Array(start.at(-1)!)
  rows.forEach(({ octets }, i) => {
    text.set(octets, start[i])
  })
  const any = numbers.get('*')
  return {
    start,
    text,
    site: Uint32Array.from(rows, ({ site }) => site),
    refusesOthers: any !== undefined && sites[any]!.refusesOthers,
    origins: Object.fromEntries(sites.flatMap(({ origin }, i) => (origin === null ? [] : [[i, origin]]))),
    lenient: sites.flatMap(({ refuses }, i) => (refuses ? [] : [i])),
  }
}
