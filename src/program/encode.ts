/**
 * Encodes compiled policies as a bundle or as values for a store (docs/decisions/bundle.md).
 * Deterministic.
 */
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
/** The largest manifest: each isolate holds one in memory. */
const MAX_MANIFEST = 2 * MEBIBYTE
/** The largest value of a store, below the 25 MiB of KV. */
const MAX_VALUE = 24 * MEBIBYTE

/** The policies are too large for a Worker or a store. The message says what to do. */
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
 * Encodes a bundle with the hash of its content.
 * @param bundle Compiled sites, the registry and the networks.
 * @throws TypeError if one of these is missing.
 * @throws BundleLimitError if it is larger than a Worker can load, or has too many sites.
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

/** A site's value, of any size. */
export async function siteValue(site: SiteProgram): Promise<StoreValue> {
  return valueIn(await sectionFile([section(SECTION.site, site)]))
}

export function valueIn(bytes: Uint8Array<ArrayBuffer>): StoreValue {
  return { key: valueKey(bytes.subarray(HEADER.hash, HEADER.hash + HASH_SIZE)), bytes }
}

/** The site's section in its value, as in a bundle. */
export function siteSection({ bytes }: StoreValue): Uint8Array<ArrayBuffer> {
  return bytes.slice(HEADER_SIZE + ENTRY_SIZE)
}

/** Checks that a site's value fits a store. @throws BundleLimitError */
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

/** The value that all sites share. @throws BundleLimitError */
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

/** What a bundle or manifest says about a site outside its program, for use without the program. */
export interface SiteEntry extends Pick<SiteConfig, 'hosts' | 'origin'> {
  readonly name: string
  /** Whether it refuses hosts that no site names, if it answers for `*`. */
  readonly refusesOthers: boolean
  /** Whether any part of it enforces. */
  readonly refuses: boolean
  /** Names that make a client a crawler, without those in readers' headers. */
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
    // The program has the other conditions for names (I1).
    crawlers: names
      .map((each) => each.name)
      .filter((each) => !SHARED_NAMES.has(each) && !isReadersName(each)),
  }
}

/**
 * Clients with a name that any site mentions are crawlers, even if that site's program is
 * unreadable.
 */
function tableSections(sites: readonly SiteEntry[]): Section[] {
  const crawlers = [...new Set(sites.flatMap((site) => site.crawlers))].sort()
  const names: NameLists = { crawlers, sites: sites.map(({ name }) => name) }
  return [section(SECTION.hosts, hostTable(sites)), section(SECTION.names, names)]
}

/** The hosts of all sites, sorted by octets. If two sites name a host, the later one gets it. */
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
