/**
 * Bundle → bytes (format.ts). Deterministic: equal bundles give equal bytes. Runs offline only.
 */
import {
  CHECKSUM_OFFSET,
  COUNT_OFFSET,
  COVERED_FROM,
  checksum,
  ENTRY_SIZE,
  FORMAT_VERSION,
  HASH_OFFSET,
  HEADER_SIZE,
  type HostTable,
  LABEL,
  MAX_SITES,
  MAX_SIZE,
  type NameLists,
  SECTION,
  type SectionKind,
  SIZE_OFFSET,
  VERSION_OFFSET,
  VOCABULARY,
  VOCABULARY_OFFSET,
} from './format.ts'
import type { Bundle, SiteProgram } from './program.ts'
import { writeSection } from './write-section.ts'

/** The policies compile to more than a Worker could load. */
export class BundleTooLargeError extends RangeError {
  override readonly name = 'BundleTooLargeError'

  /** `size` in bytes. */
  constructor(size: number) {
    const [is, may] = [size, MAX_SIZE].map((bytes) => Math.ceil(bytes / 2 ** 20))
    super(`the policies compile to ${is} MiB, and a bundle may have ${may}`)
  }
}

/** There are more sites than one bundle serves. */
export class TooManySitesError extends RangeError {
  override readonly name = 'TooManySitesError'

  constructor(sites: number) {
    const [are, may] = [sites, MAX_SITES].map((count) => count.toLocaleString('en'))
    super(`there are ${are} sites, and a bundle may have ${may}`)
  }
}

interface Section {
  readonly kind: SectionKind
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Encodes a bundle, giving it the hash of its content.
 * @throws BundleTooLargeError when it would be larger than a Worker could load.
 * @throws TooManySitesError for more than MAX_SITES.
 */
export async function encode({ sites, registry, networks }: Omit<Bundle, 'hash'>): Promise<Uint8Array<ArrayBuffer>> {
  if (sites.length > MAX_SITES) throw new TooManySitesError(sites.length)
  const { crawlers, ...recognition } = registry
  const sections: Section[] = [
    section(SECTION.hosts, hostTable(sites)),
    section(SECTION.names, nameLists(sites)),
    section(SECTION.registry, recognition),
    section(SECTION.crawlers, crawlers),
    ...networks.map((network) => section(SECTION.network, network)),
    ...sites.map((site) => section(SECTION.site, site)),
  ]
  const size = sections.reduce((sum, { bytes }) => sum + ENTRY_SIZE + bytes.length, HEADER_SIZE)
  if (size > MAX_SIZE) throw new BundleTooLargeError(size)
  const bytes = new Uint8Array(size)
  writeSections(bytes, sections)
  await writeHeader(bytes, sections.length)
  return bytes
}

function section(kind: SectionKind, value: unknown): Section {
  return { kind, bytes: writeSection(value) }
}

/** Writes the directory and the sections behind it. */
function writeSections(bytes: Uint8Array<ArrayBuffer>, sections: readonly Section[]): void {
  const view = new DataView(bytes.buffer)
  let at = HEADER_SIZE + sections.length * ENTRY_SIZE
  for (const [i, section] of sections.entries()) {
    const words = [section.kind, at, section.bytes.length, checksum(new Uint32Array(section.bytes.buffer))]
    words.forEach((word, k) => {
      view.setUint32(HEADER_SIZE + i * ENTRY_SIZE + k * 4, word, true)
    })
    bytes.set(section.bytes, at)
    at += section.bytes.length
  }
}

async function writeHeader(bytes: Uint8Array<ArrayBuffer>, sections: number): Promise<void> {
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(LABEL))
  view.setUint32(VERSION_OFFSET, FORMAT_VERSION, true)
  view.setUint32(SIZE_OFFSET, bytes.length, true)
  view.setUint32(VOCABULARY_OFFSET, VOCABULARY, true)
  view.setUint32(COUNT_OFFSET, sections, true)
  bytes.set(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.subarray(HEADER_SIZE))), HASH_OFFSET)
  const covered = HEADER_SIZE + sections * ENTRY_SIZE - COVERED_FROM
  view.setUint32(CHECKSUM_OFFSET, checksum(new Uint32Array(bytes.buffer, COVERED_FROM, covered / 4)), true)
}

/** The hosts of all sites, sorted by their octets; of two sites with one host the later one has it. */
function hostTable(sites: readonly SiteProgram[]): HostTable {
  const numbers = new Map(sites.flatMap(({ config }, site) => config.hosts.map((host) => [host.toLowerCase(), site])))
  const encoder = new TextEncoder()
  const rows = [...numbers].map(([host, site]) => ({ octets: encoder.encode(host), site }))
  rows.sort((a, b) => compareOctets(a.octets, b.octets))
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
    refusesOthers: any !== undefined && sites[any]!.config.unknown === 'refuse',
    origins: Object.fromEntries(sites.flatMap(({ config }, i) => (config.origin === null ? [] : [[i, config.origin]]))),
    lenient: sites.flatMap((site, i) => (refuses(site) ? [] : [i])),
  }
}

function refuses({ config: { mode, routes } }: SiteProgram): boolean {
  return [mode, ...routes.map((route) => route.mode)].includes('enforce')
}

function compareOctets(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/** Who carries a name that any site addresses is a crawler, also while the site's own section cannot be read. */
function nameLists(sites: readonly SiteProgram[]): NameLists {
  const crawlers = new Set(sites.flatMap(({ names }) => names.map(({ name }) => name)))
  return { crawlers: [...crawlers].sort(), sites: sites.map(({ name }) => name) }
}
