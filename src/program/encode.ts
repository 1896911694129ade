/** Compiled policies → the bytes of a bundle, or the values of a store (docs/decisions/bundle.md). Deterministic. */
import { checkArgument, checkMembers, isRecord } from '../base/check-argument.ts'
import { isReadersName, SHARED_NAMES } from '../crawlers/reader-words.ts'
import type { SiteConfig } from '../words/site-config.ts'
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
const MAX_SITES = 2_000
/** The largest manifest: each isolate has one in memory. */
const MAX_MANIFEST = 2 * MEBIBYTE
/** The largest value of a store, below the 25 MiB of KV. */
const MAX_VALUE = 24 * MEBIBYTE

/** The policies compile to more than a Worker loads, or than a store takes, and what to do about it. */
export class BundleLimitError extends RangeError {
  override readonly name = 'BundleLimitError'
  readonly help: string

  constructor(message: string, help: string) {
    super(message)
    this.help = help
  }
}

const FEWER = 'give each Worker some of the sites'
const SMALLER = 'what grows fastest are long resource sets that many fields use'

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / MEBIBYTE)
}

/**
 * Encodes a bundle, giving it the hash of its content.
 *
 * @param bundle Compiled sites, the registry and the networks.
 * @throws TypeError for what has no sites, registry and networks.
 * @throws BundleLimitError when it would be larger than a Worker could load, or have more sites than a bundle serves.
 * @example
 * const bytes = await encode({ sites: [site], registry: knownCrawlers(), networks: [] })
 */
export async function encode(bundle: Omit<Bundle, 'hash'>): Promise<Uint8Array<ArrayBuffer>> {
  const { sites, registry, networks }: Partial<Bundle> = bundle ?? {}
  const isWhole = Array.isArray(sites) && isRecord(registry) && Array.isArray(networks)
  checkArgument(isWhole, 'encode', 'bundle', '`{ sites, registry, networks }`')
  checkMembers('encode', bundle, ['sites', 'registry', 'networks', 'hash'])
  const [count, most] = [sites.length, MAX_SITES].map((each) => each.toLocaleString('en'))
  if (sites.length > MAX_SITES)
    throw new BundleLimitError(
      `there are ${count} sites, and a bundle may have ${most}`,
      `put them into a store with \`acap publish\`, or ${FEWER}`,
    )
  const sections = [
    ...tableSections(sites.map(entryOf)),
    ...sharedSections(registry, networks),
    ...sites.map((site) => section(SECTION.site, site)),
  ]
  const bytes = await sectionFile(sections)
  if (bytes.length > MAX_SIZE)
    throw new BundleLimitError(
      `the policies compile to ${mebibytes(bytes.length)} MiB, and a bundle may have ${mebibytes(MAX_SIZE)}`,
      `${SMALLER}; or ${FEWER}`,
    )
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

export function valueIn(bytes: Uint8Array<ArrayBuffer>): StoreValue {
  return { key: valueKey(bytes.subarray(HEADER.hash, HEADER.hash + HASH_SIZE)), bytes }
}

/** The section of a site in its value, as a bundle has it. */
export function siteSection({ bytes }: StoreValue): Uint8Array<ArrayBuffer> {
  return bytes.slice(HEADER_SIZE + ENTRY_SIZE)
}

/** Refuses the value of a site that is larger than a store takes. @throws BundleLimitError */
export function checkSiteSize(name: string, size: number): void {
  checkSize(`site \`${name}\``, size, MAX_VALUE)
}

function checkSize(what: string, size: number, most: number): void {
  if (size <= most) return
  throw new BundleLimitError(
    `${what} has ${mebibytes(size)} MiB, and may have ${mebibytes(most)}`,
    SMALLER,
  )
}

/** The value of what all sites share. @throws BundleLimitError */
export function sharedValue(registry: Registry, networks: readonly Network[]): Promise<StoreValue> {
  return storeValue(
    sharedSections(registry, networks),
    'the registry with the lists of addresses',
    MAX_VALUE,
  )
}

/** The manifest of sites, each with the key of its value. @throws BundleLimitError */
export function manifestValue(
  sites: readonly SiteEntry[],
  keys: readonly string[],
): Promise<StoreValue> {
  const list: ValueList = { sites: Uint8Array.from(keys.flatMap((key) => [...hashOfKey(key)])) }
  const sections = [...tableSections(sites), section(SECTION.values, list)]
  return storeValue(
    sections,
    `the manifest of ${sites.length.toLocaleString('en')} sites`,
    MAX_MANIFEST,
  )
}

async function storeValue(
  sections: readonly Section[],
  what: string,
  most: number,
): Promise<StoreValue> {
  const value = valueIn(await sectionFile(sections))
  checkSize(what, value.bytes.length, most)
  return value
}

/** What a bundle and a manifest say of a site beside its program, and what holds while its program is missing. */
export interface SiteEntry extends Pick<SiteConfig, 'hosts' | 'origin'> {
  readonly name: string
  /** Whether it refuses hosts that no site names, where it answers for `*`. */
  readonly refusesOthers: boolean
  /** Whether some part of it enforces. */
  readonly refuses: boolean
  /** Names by which a client is a crawler; those that stand in no reader's header. */
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
    // What else tells names apart (I1) is in the program.
    crawlers: names
      .map((each) => each.name)
      .filter((each) => !SHARED_NAMES.has(each) && !isReadersName(each)),
  }
}

/** A client with a name that any site addresses is a crawler, also while that site's program cannot be read. */
function tableSections(sites: readonly SiteEntry[]): Section[] {
  const crawlers = [...new Set(sites.flatMap((site) => site.crawlers))].sort()
  const names: NameLists = { crawlers, sites: sites.map(({ name }) => name) }
  return [section(SECTION.hosts, hostTable(sites)), section(SECTION.names, names)]
}

/** The hosts of all sites, sorted by their octets. A host of two sites belongs to the later one. */
function hostTable(sites: readonly SiteEntry[]): HostColumns {
  const numbers = new Map(
    sites.flatMap(({ hosts }, site) => hosts.map((host) => [host.toLowerCase(), site])),
  )
  const encoder = new TextEncoder()
  const rows = [...numbers].map(([host, site]) => ({ octets: encoder.encode(host), site }))
  rows.sort((a, b) => compareOctets(a.octets, 0, a.octets.length, b.octets))
  const start = new Uint32Array(rows.length + 1)
  const text = new Uint8Array(rows.reduce((sum, { octets }) => sum + octets.length, 0))
  rows.forEach(({ octets }, i) => {
    text.set(octets, start[i])
    start[i + 1] = start[i]! + octets.length
  })
  const any = numbers.get('*')
  return {
    start,
    text,
    site: Uint32Array.from(rows, ({ site }) => site),
    refusesOthers: any !== undefined && sites[any]!.refusesOthers,
    origins: Object.fromEntries(
      sites.flatMap(({ origin }, i) => (origin === null ? [] : [[i, origin]])),
    ),
    lenient: sites.flatMap(({ refuses }, i) => (refuses ? [] : [i])),
  }
}
