/**
 * Bytes → bundle, checked in a stated order: label, version, size, header and directory, then every section but those of
 * sites. The answer is a bundle or a typed error, never an empty policy.
 *
 * `openBundle` leaves each site where it is until it is asked for; one that is damaged is an error of its own. It opens a
 * manifest, too, whose sites are in a store: `openShared` and `openSite` read the values there. `decode` reads everything,
 * for tools.
 */
import {
  HASH_SIZE,
  HEADER_SIZE,
  type HostTable,
  hexadecimal,
  type NameLists,
  SECTION,
  type ValueList,
  valueKey,
} from './format.ts'
import { findHost } from './host-lookup.ts'
import type { Bundle, KnownCrawler, Network, Registry, SiteProgram } from './program.ts'
import { attempt, fail, openFile, type Result, type SectionFile } from './section-file.ts'

export type { BundleError } from './section-file.ts'

export type Opened = Result<'bundle', OpenBundle>
export type Decoded = Result<'bundle', Bundle>

/** What all sites share. */
export interface Shared {
  readonly registry: Registry
  readonly networks: readonly Network[]
}

/** What applies to all sites. */
interface Tables {
  readonly hosts: HostTable
  readonly names: Lazy<NameLists>
  /** Null where the sites are in the same file. */
  readonly values: ValueList | null
}

/** Read at the first call, and kept. */
type Lazy<Value> = () => Value

/** A bundle whose sites are decoded when they are asked for; or a manifest, whose sites are in a store. */
export class OpenBundle {
  /** SHA-256 of the content in lower-case hexadecimal, made at build. */
  readonly hash: string
  /** Null in a manifest. */
  readonly shared: Shared | null
  /** How many sites there are; they are numbered from 0. */
  readonly siteCount: number
  /** Whether hosts that no site names are refused. */
  readonly refusesOthers: boolean
  readonly #file: SectionFile
  readonly #tables: Tables

  constructor(file: SectionFile, tables: Tables, shared: Shared | null) {
    const { values, hosts } = tables
    this.hash = file.hash
    this.shared = shared
    this.siteCount = values === null ? file.count(SECTION.site) : values.sites.length / HASH_SIZE
    this.refusesOthers = hosts.refusesOthers
    this.#file = file
    this.#tables = tables
  }

  /** Every name that any site addresses, in lower case, sorted. */
  get crawlerNames(): readonly string[] {
    return this.#tables.names().crawlers
  }

  /** The names of the sites, by their numbers. */
  get siteNames(): readonly string[] {
    return this.#tables.names().sites
  }

  /** The number of the site that names a host, in lower case and exactly as written; -1 where none does. */
  siteAt(host: string): number {
    return findHost(this.#tables.hosts, host)
  }

  /** What holds for a site that cannot be decoded: its origin, null where it names none, and whether it refuses anybody. */
  summary(number: number): { readonly origin: string | null; readonly refuses: boolean } {
    const { origins, lenient } = this.#tables.hosts
    return { origin: origins[number] ?? null, refuses: !lenient.includes(number) }
  }

  /** The key of a site's value in the store; null where its program is in this file. */
  siteKey(number: number): string | null {
    const { values } = this.#tables
    return values && valueKey(values.sites.subarray(number * HASH_SIZE, (number + 1) * HASH_SIZE))
  }

  /** Decodes a site of this file. It is decoded anew each time, so the caller keeps it. Never throws. */
  site(number: number): Result<'program', SiteProgram> {
    return readSite(this.#file, number, () => `site \`${this.siteNames[number]}\``)
  }
}

/** Whole bundles that agree in so many octets are equal: these hold the hash of the content. */
export const IDENTITY_SIZE = HEADER_SIZE

/** Opens a bundle or a manifest. Never throws. */
export function openBundle(source: ArrayBuffer | Uint8Array): Opened {
  const opened = openFile(source)
  if (!opened.ok) return opened
  const { file } = opened
  const isManifest = file.count(SECTION.values) > 0
  const shared = isManifest ? NO_SHARED : readShared(file)
  if (!shared.ok) return shared
  const error = file.error(
    [SECTION.hosts, 'hosts'],
    [SECTION.names, 'names'],
    ...(isManifest ? [[SECTION.values, 'the list of values'] as const] : []),
  )
  if (error !== null) return error
  return attempt(
    'bundle',
    () => null,
    () => {
      const hosts = file.read<HostTable>(SECTION.hosts)
      const names = lazy(() => file.read<NameLists>(SECTION.names))
      const values = isManifest ? file.read<ValueList>(SECTION.values) : null
      return new OpenBundle(file, { hosts, names, values }, shared.shared)
    },
  )
}

const NO_SHARED = { ok: true, shared: null } as const

/** Reads the shared value that stands under `key` in a store. Never throws. */
export function openShared(source: ArrayBuffer | Uint8Array, key: string): Result<'shared', Shared> {
  const opened = openValue(source, key)
  return opened.ok ? readShared(opened.file) : opened
}

/** Reads the value of a site that stands under `key` in a store. Never throws. */
export function openSite(source: ArrayBuffer | Uint8Array, key: string): Result<'program', SiteProgram> {
  const opened = openValue(source, key)
  return opened.ok ? readSite(opened.file, 0, () => `\`${key}\``) : opened
}

function openValue(source: ArrayBuffer | Uint8Array, key: string): Result<'file', SectionFile> {
  const opened = openFile(source)
  return opened.ok && !key.endsWith(opened.file.hash) ? fail('content', `\`${key}\` holds another value`) : opened
}

/** Decodes a whole bundle; one damaged site is an error. Never throws. */
export function decode(source: ArrayBuffer | Uint8Array): Decoded {
  const opened = openBundle(source)
  if (!opened.ok) return opened
  const { hash, shared, siteCount } = opened.bundle
  if (shared === null) return fail('content', 'this is the manifest of a store, and no bundle')
  const sites: SiteProgram[] = []
  for (let number = 0; number < siteCount; number++) {
    const site = opened.bundle.site(number)
    if (!site.ok) return site
    sites.push(site.program)
  }
  return { ok: true, bundle: { hash, sites, ...shared } }
}

/** What is wrong with a bundle as a whole, by its header and the hash of its content; null for nothing. */
export async function damageIn(buffer: ArrayBuffer): Promise<string | null> {
  const opened = openFile(buffer)
  if (!opened.ok) return opened.error.message
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(buffer, HEADER_SIZE))
  const isWhole = hexadecimal(new Uint8Array(digest)) === opened.file.hash
  return isWhole ? null : 'the bundle is corrupt: its content does not have the hash of its header'
}

/** Reads what every request needs, and checks what few need. */
function readShared(file: SectionFile): Result<'shared', Shared> {
  const lists = Array.from({ length: file.count(SECTION.network) }, (_, i) => i)
  const error = file.error(
    [SECTION.registry, 'the registry'],
    [SECTION.crawlers, 'crawlers'],
    ...lists.map((i) => [SECTION.network, 'a list of addresses', i] as const),
  )
  if (error !== null) return error
  return attempt(
    'shared',
    () => null,
    () => {
      const crawlers = lazy(() => file.read<readonly KnownCrawler[]>(SECTION.crawlers))
      const registry: Registry = {
        ...file.read<Omit<Registry, 'crawlers'>>(SECTION.registry),
        // Most readers match no name of the registry.
        get crawlers() {
          return crawlers()
        },
      }
      return { registry, networks: lists.map((i) => file.read<Network>(SECTION.network, i)) }
    },
  )
}

function readSite(file: SectionFile, number: number, what: () => string): Result<'program', SiteProgram> {
  if (number >= file.count(SECTION.site)) return fail('content', `there is no site ${number}`)
  const error = file.error([SECTION.site, what, number])
  return error ?? attempt('program', what, () => file.read<SiteProgram>(SECTION.site, number))
}
function lazy<Value>(read: () => Value): Lazy<Value> {
  let value: Value | undefined
  return () => {
    value ??= read()
    return value
  }
}
