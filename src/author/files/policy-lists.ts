/**
 * Reads the crawler and address lists beside the sites in a folder of policies, with their age and
 * errors.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../../base/cached.ts'
import { DAY } from '../../base/calendar.ts'
import { faultText, UsageError } from '../../base/faults.ts'
import { fetchPage } from '../../base/files/fetch-page.ts'
import { readInside } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { isOperatorsList } from '../../crawlers/address-lists.ts'
import { type CrawlerList, readCrawlerList } from '../../crawlers/crawler-list.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import { FILE_START } from '../../language/text/source.ts'
import { compileNetwork, FRESH_FOR } from '../../program/compile/compile-network.ts'
import type { Bundle, Registry } from '../../program/program.ts'
import { knownCrawlersWith, SHIPPED_LISTS } from '../../registry.ts'
import { tomlIn } from './checked-value.ts'
import { listsBoundary, listsFolder, loadLists } from './load-site.ts'

function textsIn(folder: string, kind: '.crawlers' | '.networks') {
  const decoder = new TextDecoder()
  const lists = listsFolder(folder, kind)
  return Array.from(loadLists(folder, kind), ([name, bytes]) => {
    return { name, path: join(lists, `${name}.json`), text: decoder.decode(bytes) }
  })
}

function crawlerFiles(folder: string) {
  return textsIn(folder, '.crawlers').map(({ path, text }) => {
    try {
      return { path, list: readCrawlerList(text), fault: null }
    } catch (fault) {
      return { path, list: null, fault: (fault as Error).message }
    }
  })
}

/**
 * The lists of crawlers beside the sites, with their paths. One that cannot be read counts for
 * nothing.
 */
export function crawlerLists(
  folder: string,
): readonly { readonly path: string; readonly list: CrawlerList }[] {
  return crawlerFiles(folder).flatMap(({ path, list }) => (list === null ? [] : [{ path, list }]))
}

export function crawlersOf(folder: string): Registry {
  return registryWith(crawlerLists(folder).map(({ list }) => list))
}

/** A registry takes about half a second to make, and one folder is read many times. */
const registries = new Map<string, Registry>()
const MOST_KEPT = 8

export function registryWith(lists: readonly CrawlerList[]): Registry {
  const key = JSON.stringify(lists)
  if (registries.size >= MOST_KEPT && !registries.has(key)) registries.clear()
  return cached(registries, key, () => knownCrawlersWith(lists))
}

/**
 * The lists of addresses. All count: an operator's own list proves its names even where no profile
 * names it.
 */
function networkReadings(folder: string) {
  const now = Date.now()
  const isFetched = fetchedLists(listsFolder(folder, '.networks'))
  return textsIn(folder, '.networks').map(({ name, path, text }) => ({
    path,
    isFetched: isFetched(name),
    ...compileNetwork(name, text, now, isFetched(name)),
  }))
}

/**
 * Tells which lists `acap networks` fetches, so that they can be too old; those that an author
 * wrote cannot (I4). If that is unknown, all can.
 */
function fetchedLists(folder: string): (name: string) => boolean {
  if (!hasSources(folder)) return isOperatorsList
  try {
    const names = new Set(sourcesIn(folder, '').map(({ name }) => name))
    // One of the others may be left from before there was a file of sources.
    return (name) => names.has(name) || isOperatorsList(name)
  } catch (fault) {
    if (fault instanceof UsageError) return () => true
    throw fault
  }
}

/** What a bundle has beside its sites. `io` receives what cannot be read of address lists. */
export function sharedParts(
  folder: string,
  io: Pick<Io, 'err'> | null,
): Pick<Bundle, 'registry' | 'networks'> {
  const readings = networkReadings(folder)
  for (const { path, faults } of readings)
    for (const fault of faults) io?.err(faultText(`${path}: ${fault}`))
  return { registry: crawlersOf(folder), networks: readings.map(({ network }) => network) }
}

/**
 * Until when each fetched list of addresses can disprove a name (I4). Those that the author wrote
 * have no end.
 */
export function listEnds(folder: string): ReadonlyMap<string, number> {
  const fetched = networkReadings(folder).filter(({ isFetched }) => isFetched)
  return new Map(
    fetched.map(({ network, created }) => {
      return [network.name, Number.isNaN(created) ? 0 : created + FRESH_FOR]
    }),
  )
}

const OLD_AFTER = 365

/**
 * What happens to bots that no list knows (I3). Shown because this default is new for older
 * policies.
 */
const UNKNOWN_BOTS =
  'unknown bots that declare themselves are crawlers, too, unless site.toml says `self-declared = "report"`'

export function listAges(folder: string): string {
  const lists = [...SHIPPED_LISTS, ...crawlerLists(folder).map(({ list }) => list)]
  const crawlers = lists.map(({ name, date }) => `${name} ${aged(Date.parse(date))}`)
  // A list that came with this program is renewed with it.
  const newest = Math.max(...SHIPPED_LISTS.map(({ date }) => Date.parse(date)))
  const advice = daysSince(newest) > OLD_AFTER ? '; update acap-edge: its lists are very old' : ''
  return `lists of crawlers: ${crawlers.join(', ')}; ${addressAges(folder)}${advice}; ${UNKNOWN_BOTS}\n`
}

/** The age of the oldest list of addresses, and which names no list can disprove (I4). */
function addressAges(folder: string): string {
  const lists = networkReadings(folder)
  const fetched = lists.filter(({ isFetched }) => isFetched)
  if (lists.length === 0) return 'addresses: no lists, so no name is checked: acap networks'
  const oldest = Math.min(
    ...fetched.map(({ created }) => created).filter((date) => !Number.isNaN(date)),
  )
  const old = lists.filter(({ network }) => !network.fresh).map(({ network }) => network.name)
  const unchecked =
    old.length === 0 ? '' : `; too old or faulty to disprove a name: ${old.join(', ')}`
  const dated = Number.isFinite(oldest) ? `the oldest fetched list ${aged(oldest)}` : null
  const without = fetched.length === 0 ? 'your own lists alone' : 'no dated list'
  return `addresses: ${dated ?? without}${unchecked}`
}

/** What of the lists beside the sites cannot be read, or is very old. */
export function listFindings(folder: string): readonly Finding[] {
  const networks = networkReadings(folder)
  return [
    ...networks.flatMap(({ path, faults }) =>
      faults.map((fault) =>
        finding({ ...FILE_START, source: path }, 'faulty-network-list', [fault]),
      ),
    ),
    ...crawlerFiles(folder).flatMap(({ path, list, fault }) => {
      if (list === null)
        return [finding({ ...FILE_START, source: path }, 'faulty-crawler-list', [fault!])]
      return oldFinding(path, Date.parse(list.date), OLD_AFTER, 'acap crawlers --write')
    }),
    ...networks
      .filter(({ isFetched }) => isFetched)
      .flatMap(({ path, created }) => oldFinding(path, created, FRESH_FOR / DAY, 'acap networks')),
  ]
}

function oldFinding(path: string, date: number, after: number, renew: string): readonly Finding[] {
  const days = daysSince(date)
  return days > after ? [finding({ ...FILE_START, source: path }, 'old-list', [days, renew])] : []
}

function aged(date: number): string {
  const days = daysSince(date)
  return `${new Date(date).toISOString().slice(0, 10)} (${days} day${days === 1 ? '' : 's'})`
}

/** Whole days; none for a date to come. NaN stays NaN. */
function daysSince(date: number): number {
  return Math.max(0, Math.floor((Date.now() - date) / DAY))
}

const SOURCES = 'sources.toml'
const PATIENCE_MS = 30_000

export interface ListSource {
  readonly name: string
  readonly url: string
  readonly settings: Readonly<Record<string, unknown>>
}

export function hasSources(folder: string): boolean {
  return existsSync(join(folder, SOURCES))
}

/**
 * The lists that a folder's sources.toml names. `example` is a line that names one. Throws
 * UsageError.
 */
export function sourcesIn(folder: string, example: string): readonly ListSource[] {
  const file = join(folder, SOURCES)
  const help = `a line for each list: ${example}`
  if (!hasSources(folder))
    throw new UsageError(`\`${file}\` does not exist: it names the lists to fetch`, help)
  return Object.entries(tomlIn(readInside(file, listsBoundary(folder)).toString(), file)).map(
    ([name, value]) => {
      if (!/^[\w-][\w.-]*$/.test(name))
        throw new UsageError(`${file}: \`${name}\` cannot name a file`, help)
      const settings =
        typeof value === 'object' && value !== null
          ? (value as ListSource['settings'])
          : { url: value }
      const { url } = settings
      if (typeof url !== 'string' || !URL.canParse(url) || !isTrusted(new URL(url)))
        throw new UsageError(`${file}: \`${name}\` has no https URL`, help)
      return { name, url, settings }
    },
  )
}

export async function fetchList(url: string): Promise<string> {
  const { bytes } = await fetchPage(url, { patienceMs: PATIENCE_MS, allows: isTrusted })
  return new TextDecoder().decode(bytes)
}

/**
 * Whether a list's address is safe. Over plain HTTP, an attacker could change the list, and pass as
 * any operator's crawler.
 */
function isTrusted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}
