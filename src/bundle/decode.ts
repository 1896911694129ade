/**
 * Bytes → bundle, checked in a stated order: label, version, size, header and directory, then every section but those of
 * sites. The answer is a bundle or a typed error, never an empty policy.
 *
 * `openBundle` leaves each site where it is until it is asked for; one that is damaged is an error of its own. `decode`
 * reads everything, for tools.
 */
import {
  type Directory,
  directoryOf,
  entryAt,
  entryError,
  fail,
  hashIn,
  headerError,
  NOWHERE,
  type Result,
} from './directory.ts'
import { HEADER_SIZE, type HostTable, type NameLists, SECTION } from './format.ts'
import { findHost } from './host-lookup.ts'
import type { Bundle, KnownCrawler, Network, Registry, SiteProgram } from './program.ts'
import { readSection } from './read-section.ts'

export type { BundleError } from './directory.ts'

export type Opened = Result<'bundle', OpenBundle>
export type Decoded = Result<'bundle', Bundle>

/** Everything of a bundle but its sites. */
interface Shared {
  readonly hash: string
  readonly hosts: HostTable
  readonly names: Lazy<NameLists>
  readonly registry: Registry
  readonly networks: readonly Network[]
}

/** Read at the first call, and kept. */
type Lazy<Value> = () => Value

/** A bundle whose sites are decoded when they are asked for. */
export class OpenBundle {
  /** SHA-256 of the content in lower-case hexadecimal, made at build. */
  readonly hash: string
  readonly registry: Registry
  readonly networks: readonly Network[]
  /** How many sites there are; they are numbered from 0. */
  readonly siteCount: number
  /** Whether hosts that no site names are refused. */
  readonly refusesOthers: boolean
  readonly #buffer: ArrayBuffer
  readonly #directory: Directory
  readonly #hosts: HostTable
  readonly #names: Lazy<NameLists>

  constructor(buffer: ArrayBuffer, directory: Directory, { hash, hosts, names, registry, networks }: Shared) {
    this.hash = hash
    this.registry = registry
    this.networks = networks
    this.siteCount = directory.countOf.get(SECTION.site) ?? 0
    this.refusesOthers = hosts.refusesOthers
    this.#buffer = buffer
    this.#directory = directory
    this.#hosts = hosts
    this.#names = names
  }

  /** Every name that any site addresses, in lower case, sorted. */
  get crawlerNames(): readonly string[] {
    return this.#names().crawlers
  }

  /** The names of the sites, by their numbers. */
  get siteNames(): readonly string[] {
    return this.#names().sites
  }

  /** The number of the site that names a host, in lower case and exactly as written; -1 where none does. */
  siteAt(host: string): number {
    return findHost(this.#hosts, host)
  }

  /** What holds for a site that cannot be decoded: its origin, null where it names none, and whether it refuses anybody. */
  summary(number: number): { readonly origin: string | null; readonly refuses: boolean } {
    const { origins, lenient } = this.#hosts
    return { origin: origins[number] ?? null, refuses: !lenient.includes(number) }
  }

  /** Decodes a site. It is decoded anew each time, so the caller keeps it. Never throws. */
  site(number: number): Result<'program', SiteProgram> {
    const entry = number < this.siteCount ? entryAt(this.#directory, SECTION.site, number) : null
    if (entry === null) return fail('content', `there is no site ${number}`)
    const error = entryError(this.#buffer, entry)
    if (error !== null) return fail('checksum', `the bundle is corrupt: ${this.#siteName(number)}: ${error}`)
    try {
      return { ok: true, program: readSection(this.#buffer, entry.offset) as SiteProgram }
    } catch (fault) {
      return fail('content', `the bundle is corrupt: ${this.#siteName(number)}: ${messageOf(fault)}`)
    }
  }

  #siteName(number: number): string {
    return `site \`${this.siteNames[number]}\``
  }
}

/** Whole bundles that agree in so many octets are equal: these hold the hash of the content. */
export const IDENTITY_SIZE = HEADER_SIZE

/** Opens a bundle; a view on a part of a buffer is copied, so that columns can be laid on the bytes. Never throws. */
export function openBundle(source: ArrayBuffer | Uint8Array): Opened {
  const buffer = source instanceof Uint8Array ? bufferOf(source) : source
  const error = headerError(buffer)
  if (error !== null) return { ok: false, error }
  const directory = directoryOf(buffer)
  if (directory === null) return fail('content', 'the bundle is corrupt: its directory does not fit its size')
  const shared = readShared(buffer, directory)
  if (!shared.ok) return shared
  return { ok: true, bundle: new OpenBundle(buffer, directory, shared.shared) }
}

/** Decodes a whole bundle; one damaged site is an error. Never throws. */
export function decode(source: ArrayBuffer | Uint8Array): Decoded {
  const opened = openBundle(source)
  if (!opened.ok) return opened
  const { hash, registry, networks, siteCount } = opened.bundle
  const sites: SiteProgram[] = []
  for (let number = 0; number < siteCount; number++) {
    const site = opened.bundle.site(number)
    if (!site.ok) return site
    sites.push(site.program)
  }
  return { ok: true, bundle: { hash, sites, registry, networks } }
}

/** What is wrong with a bundle as a whole, by its header and the hash of its content; null for nothing. */
export async function damageIn(buffer: ArrayBuffer): Promise<string | null> {
  const error = headerError(buffer)
  if (error !== null) return error.message
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(buffer, HEADER_SIZE)))
  const hash = [...digest].map((octet) => octet.toString(16).padStart(2, '0')).join('')
  return hash === hashIn(buffer) ? null : 'the bundle is corrupt: its content does not have the hash of its header'
}

/** Reads what every request needs, and checks what few need. */
function readShared(buffer: ArrayBuffer, directory: Directory): Result<'shared', Shared> {
  const only = (kind: number) => entryAt(directory, kind, 0) ?? NOWHERE
  const lists = Array.from({ length: directory.countOf.get(SECTION.network) ?? 0 }, (_, i) => {
    return entryAt(directory, SECTION.network, i)!
  })
  for (const [entry, what] of [
    [only(SECTION.hosts), 'hosts'],
    [only(SECTION.names), 'names'],
    [only(SECTION.registry), 'the registry'],
    [only(SECTION.crawlers), 'crawlers'],
    ...lists.map((entry) => [entry, 'a list of addresses'] as const),
  ] as const) {
    const error = entryError(buffer, entry)
    if (error !== null) return fail('checksum', `the bundle is corrupt: ${what}: ${error}`)
  }
  const read = <Value>({ offset }: { readonly offset: number }) => readSection(buffer, offset) as Value
  try {
    const crawlers = lazy(() => read<readonly KnownCrawler[]>(only(SECTION.crawlers)))
    const registry: Registry = {
      ...read<Omit<Registry, 'crawlers'>>(only(SECTION.registry)),
      // Most readers match no name of the registry.
      get crawlers() {
        return crawlers()
      },
    }
    const shared: Shared = {
      hash: hashIn(buffer),
      hosts: read(only(SECTION.hosts)),
      names: lazy(() => read(only(SECTION.names))),
      registry,
      networks: lists.map((entry) => read<Network>(entry)),
    }
    return { ok: true, shared }
  } catch (error) {
    return fail('content', `the bundle is corrupt: ${messageOf(error)}`)
  }
}

function bufferOf(view: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = view
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(view).buffer
}

function lazy<Value>(read: () => Value): Lazy<Value> {
  let value: Value | undefined
  return () => {
    value ??= read()
    return value
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
