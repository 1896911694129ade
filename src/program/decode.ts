/**
 * Decodes a bundle, or says what is wrong with it: never an empty policy. Checks label, version,
 * size, header and directory, then each section on first use.
 */
import {
  type CrawlerColumns,
  compareOctets,
  HASH_SIZE,
  HEADER_SIZE,
  type HostColumns,
  hexadecimal,
  type NameLists,
  SECTION,
  type ValueList,
  valueKey,
} from './format.ts'
import { withNewKeys } from './new-keys.ts'
import type { Bundle, KnownCrawler, Network, Recognition, SiteProgram } from './program.ts'
import { attempt, BundleFault, openFile, type Result, type SectionFile } from './section-file.ts'

export { checksum, hexadecimal } from './format.ts'
export type { BundleError } from './section-file.ts'

/** A bundle, or why it cannot be decoded. */
export type Decoded = Result<'bundle', Bundle>

export interface Shared {
  readonly registry: Recognition & { readonly crawlers: CrawlerTable }
  readonly networks: readonly Network[]
  /** The explanation for operators, shown above a robots.txt. Older bundles have none. */
  readonly help: string | undefined
}

/** An open bundle, whose sites are decoded on demand; or a manifest, whose sites are in a store. */
export class OpenBundle {
  /** SHA-256 of the content in lower-case hexadecimal, made at build. */
  readonly hash: string
  /** Null for a manifest. */
  readonly shared: Shared | null
  /** Sites are numbered from 0. */
  readonly siteCount: number
  readonly #file: SectionFile
  readonly #hosts: HostColumns
  readonly #names: () => NameLists
  /** Null if the sites are in this file. */
  readonly #values: ValueList | null

  constructor(file: SectionFile) {
    const hosts = file.section<HostColumns>(SECTION.hosts, 'hosts')
    this.#names = file.section<NameLists>(SECTION.names, 'names')
    const isManifest = file.count(SECTION.values) > 0
    this.#values = isManifest
      ? file.section<ValueList>(SECTION.values, 'the list of values')()
      : null
    this.#file = file
    this.#hosts = hosts()
    this.hash = file.hash
    this.shared = isManifest ? null : sharedIn(file)
    this.siteCount =
      this.#values === null ? file.count(SECTION.site) : this.#values.sites.length / HASH_SIZE
  }

  get refusesOthers(): boolean {
    return this.#hosts.refusesOthers
  }

  /** The names that any site mentions, in lower case, sorted. */
  get crawlerNames(): readonly string[] {
    return this.#names().crawlers
  }

  /** By the numbers of the sites. */
  get siteNames(): readonly string[] {
    return this.#names().sites
  }

  /** The number of the site with this host, in lower case and exactly as written; -1 for none. */
  siteAt(host: string): number {
    return findHost(this.#hosts, host)
  }

  /** The first host in order of octets, as written; null if no site names one. */
  get firstHost(): string | null {
    const { start, text, site } = this.#hosts
    return site.length === 0 ? null : new TextDecoder().decode(text.subarray(start[0]!, start[1]!))
  }

  /** What is known of a site without its program: its origin, and whether it refuses anything. */
  summary(number: number): { readonly origin: string | null; readonly refuses: boolean } {
    const { origins, lenient } = this.#hosts
    return { origin: origins[number] ?? null, refuses: !lenient.includes(number) }
  }

  /** The key of a site's value in the store; null if its program is in this file. */
  siteKey(number: number): string | null {
    return (
      this.#values &&
      valueKey(this.#values.sites.subarray(number * HASH_SIZE, (number + 1) * HASH_SIZE))
    )
  }

  site(number: number): Result<'program', SiteProgram> {
    const what = () => `site \`${this.siteNames[number]}\``
    return attempt('program', () => siteIn(this.#file, what, number))
  }
}

/** Whole bundles with the same first octets are equal: these contain the hash of the content. */
export const IDENTITY_SIZE = HEADER_SIZE

/** Opens a bundle with its sites. A damaged site throws when it is read. Never throws itself. */
export function openBundle(source: ArrayBuffer | Uint8Array): Result<'bundle', OpenBundle> {
  return attempt('bundle', () => {
    const bundle = new OpenBundle(openFile(source))
    if (bundle.shared === null) throw new BundleFault('content', 'it is a manifest, and no bundle')
    return bundle
  })
}

/** Opens the manifest with this `key` in a store. @throws Error that says what is wrong with it */
export function openManifest(source: ArrayBuffer | Uint8Array, key: string): OpenBundle {
  const manifest = new OpenBundle(valueIn(source, key))
  if (manifest.shared !== null)
    throw new BundleFault('content', `\`${key}\` is a bundle, and no manifest`)
  return manifest
}

/** Reads the shared value with this `key` in a store. @throws Error */
export function readSharedValue(source: ArrayBuffer | Uint8Array, key: string): Shared {
  return sharedIn(valueIn(source, key))
}

/** Reads the site's value with this `key` in a store. @throws Error */
export function readSiteValue(source: ArrayBuffer | Uint8Array, key: string): SiteProgram {
  return siteIn(valueIn(source, key), key)
}

/** The only place where programs are decoded. */
function siteIn(file: SectionFile, what: string | (() => string), number = 0): SiteProgram {
  return withNewKeys(file.section<SiteProgram>(SECTION.site, what, number)())
}

function valueIn(source: ArrayBuffer | Uint8Array, key: string): SectionFile {
  const file = openFile(source)
  if (!key.endsWith(file.hash)) throw new BundleFault('content', `\`${key}\` holds another value`)
  return file
}

/**
 * Decodes a whole bundle, for tools; one damaged site is an error. Never throws.
 * @param source The bytes from `encode` or `acap build --out`.
 * @example
 * const decoded = decode(readFileSync('dist/policies.bin'))
 * if (decoded.ok) console.log(decoded.bundle.sites.map(({ name }) => name))
 */
export function decode(source: ArrayBuffer | Uint8Array): Decoded {
  const opened = openBundle(source)
  if (!opened.ok) return opened
  const { bundle } = opened
  const sites: SiteProgram[] = []
  for (let number = 0; number < bundle.siteCount; number++) {
    const site = bundle.site(number)
    if (!site.ok) return site
    sites.push(site.program)
  }
  const { registry, networks } = bundle.shared!
  const crawlers = Array.from(
    { length: registry.crawlers.length },
    (_, number) => registry.crawlers.at(number)!,
  )
  return {
    ok: true,
    bundle: { hash: bundle.hash, sites, registry: { ...registry, crawlers }, networks },
  }
}

/** What is wrong with the whole bundle, by header and hash; null if nothing is. */
export async function damageIn(buffer: ArrayBuffer): Promise<string | null> {
  const opened = attempt('file', () => openFile(buffer))
  if (!opened.ok) return opened.error.message
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(buffer, HEADER_SIZE))
  const isWhole = hexadecimal(new Uint8Array(digest)) === opened.file.hash
  return isWhole ? null : 'the bundle is corrupt: its content does not have the hash of its header'
}

function sharedIn(file: SectionFile): Shared {
  const recognition = file.section<Omit<Recognition, 'crawlers'> & { readonly help?: string }>(
    SECTION.registry,
    'the registry',
  )
  // Decoded on demand: most readers match no name of the registry.
  const crawlers = new CrawlerTable(file.section<CrawlerColumns>(SECTION.crawlers, 'crawlers'))
  const lists = Array.from({ length: file.count(SECTION.network) }, (_, i) =>
    file.section<Network>(SECTION.network, 'a list of addresses', i)(),
  )
  const { help, ...registry } = recognition()
  return { registry: { ...registry, crawlers }, networks: lists, help }
}

/** Crawlers as columns, decoded on first use. */
class CrawlerTable {
  readonly #columns: () => CrawlerColumns

  constructor(columns: () => CrawlerColumns) {
    this.#columns = columns
  }

  get length(): number {
    return this.#columns().names.length
  }

  at(number: number): KnownCrawler | undefined {
    const { names, categories, operators, category, operator } = this.#columns()
    const name = names[number]
    if (name === undefined) return undefined
    const of = operator[number]!
    return {
      name,
      category: categories[category[number]!]!,
      operator: of === 0 ? null : operators[of - 1]!,
    }
  }
}

/**
 * Every host with the number and checksum of its site, so that servers can compare bundles. @throws
 */
export function siteTable(source: ArrayBuffer | Uint8Array) {
  const file = openFile(source)
  const { start, text, site } = file.section<HostColumns>(SECTION.hosts, 'hosts')()
  const decoder = new TextDecoder()
  return Array.from(site, (number, i) => ({
    host: decoder.decode(text.subarray(start[i], start[i + 1])),
    site: number,
    checksum: file.checksum(SECTION.site, number),
  }))
}

const encoder = new TextEncoder()

/** The site of a host in lower case, by binary search without decoding; -1 for none. */
function findHost({ start, text, site }: HostColumns, host: string): number {
  const octets = encoder.encode(host)
  let low = 0
  let high = site.length
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareOctets(text, start[middle]!, start[middle + 1]!, octets)
    if (order === 0) return site[middle]!
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}
