/**
 * What a bundle and a manifest say of each site beside its program: its hosts, the names that it addresses, and what holds
 * while its program is missing.
 */
import { isReadersName, SHARED_NAMES } from '../registry/reader-words.ts'
import type { HostColumns, NameLists } from './format.ts'
import type { SiteProgram } from './program.ts'

/** One site in the tables. */
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

/** What the tables say of a site. */
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

/** The hosts of all sites, sorted by their octets. A host of two sites belongs to the later one. */
export function hostTable(sites: readonly SiteEntry[]): HostColumns {
  const numbers = new Map(sites.flatMap(({ hosts }, site) => hosts.map((host) => [host.toLowerCase(), site])))
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
    refusesOthers: any !== undefined && sites[any]!.refusesOthers,
    origins: Object.fromEntries(sites.flatMap(({ origin }, i) => (origin === null ? [] : [[i, origin]]))),
    lenient: sites.flatMap(({ refuses }, i) => (refuses ? [] : [i])),
  }
}

function compareOctets(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/**
 * A client with a name that any site addresses is a crawler, also while that site's program cannot be read. Sorted, and each
 * once.
 */
export function nameLists(sites: readonly SiteEntry[]): NameLists {
  const crawlers = new Set(sites.flatMap((site) => site.crawlers))
  return { crawlers: [...crawlers].sort(), sites: sites.map(({ name }) => name) }
}

/** Whether a name stands in no reader's header: what else tells them apart (I1) is in the program. */
function isCrawlersAlone(name: string): boolean {
  return !SHARED_NAMES.has(name) && !isReadersName(name)
}
