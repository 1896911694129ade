/**
 * How old the lists are that a folder of policies is built with: of crawlers, shipped and fetched, and of their addresses.
 * Gives one line for people, and findings for files that are very old.
 */
import { compileNetwork, type NetworkReading } from '../../compile/networks.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import { SHIPPED_LISTS } from '../../registry.ts'
import { crawlerFiles } from './known-crawlers.ts'
import { listsFolder, loadLists } from './load-site.ts'

const DAY_MS = 86_400_000
/** Beyond this many days a list is very old. */
const OLD_AFTER = 365

/** What becomes of those that no list has (I3): the default, which is new to who has older policies. */
const UNKNOWN_BOTS =
  'unknown bots that declare themselves are crawlers, too, unless site.toml says `self-declared = "report"`'

/** A line that says of each list how old it is, at an instant. */
export function listAges(folder: string, now: number): string {
  const fetched = crawlerFiles(folder).flatMap(({ list }) => (list === null ? [] : [list]))
  const crawlers = [...SHIPPED_LISTS, ...fetched].map(({ name, date }) => `${name} ${aged(Date.parse(date), now)}`)
  return `lists of crawlers: ${crawlers.join(', ')}; ${addressAges(folder, now)}${advice(now)}; ${UNKNOWN_BOTS}\n`
}

/** The age of the oldest list of addresses, and which names no list can disprove (I4). */
function addressAges(folder: string, now: number): string {
  const lists = networkReadings(folder, now)
  if (lists.length === 0) return 'addresses: no lists, so no name is checked: acap networks'
  const oldest = Math.min(...lists.map(({ created }) => created).filter((date) => !Number.isNaN(date)))
  const old = lists.filter(({ network }) => !network.fresh).map(({ network }) => network.name)
  const unchecked = old.length === 0 ? '' : `; not checked, because the list is too old: ${old.join(', ')}`
  return `addresses: ${Number.isFinite(oldest) ? `the oldest list ${aged(oldest, now)}` : 'no dated list'}${unchecked}`
}

/** A list that came with this program is renewed with it. */
function advice(now: number): string {
  const newest = Math.max(...SHIPPED_LISTS.map(({ date }) => Date.parse(date)))
  return daysSince(newest, now) > OLD_AFTER ? '; update acap-edge: its lists are very old' : ''
}

/** The lists of crawlers that cannot be read, and every fetched list that is very old. */
export function listFindings(folder: string, now: number): readonly Finding[] {
  const crawlers = crawlerFiles(folder).flatMap(({ path, list, fault }) => {
    if (list === null) return [finding(startOf(path), 'faulty-crawler-list', [fault!])]
    return oldFinding(path, Date.parse(list.date), now, 'acap crawlers --write')
  })
  const networks = networkReadings(folder, now).flatMap(({ network, created }) =>
    oldFinding(`${listsFolder(folder, '.networks')}/${network.name}.json`, created, now, 'acap networks'),
  )
  return [...crawlers, ...networks]
}

function oldFinding(path: string, date: number, now: number, renew: string): readonly Finding[] {
  const days = daysSince(date, now)
  return days > OLD_AFTER ? [finding(startOf(path), 'old-list', [days, renew])] : []
}

/** The lists of addresses, in the order of their files. */
function networkReadings(folder: string, now: number): readonly NetworkReading[] {
  return [...loadLists(folder, '.networks')].map(([name, bytes]) =>
    compileNetwork(name, new TextDecoder().decode(bytes), now),
  )
}

function startOf(source: string) {
  return { source, line: 1, column: 1, length: 0 }
}

function aged(date: number, now: number): string {
  const days = daysSince(date, now)
  return `${new Date(date).toISOString().slice(0, 10)} (${days} day${days === 1 ? '' : 's'})`
}

/** Whole days; none for a date to come. NaN stays NaN. */
function daysSince(date: number, now: number): number {
  return Math.max(0, Math.floor((now - date) / DAY_MS))
}
