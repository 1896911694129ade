/**
 * `acap crawlers`: fetches newer lists of crawlers (I5), shows what they change for each site, and
 * saves them on `--write`.
 */

import { join } from 'node:path'
import type { Registries } from '../../author/compare/compared-crawlers.ts'
import { compareSites, inWholeWords, MOST_STATES } from '../../author/compare/site-changes.ts'
import { compileSite } from '../../author/files/load-programs.ts'
import {
  DEFAULT_POLICIES,
  listsBoundary,
  listsFolder,
  loadSites,
} from '../../author/files/load-site.ts'
import {
  crawlerLists,
  fetchList,
  type ListSource,
  registryWith,
  sourcesIn,
} from '../../author/files/policy-lists.ts'
import { hasErrors, readFiles } from '../../author/files/read-policies.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import {
  type CrawlerList,
  type NamedCrawler,
  READERS_SEND_IT,
  writeCrawlerList,
} from '../../crawlers/crawler-list.ts'
import { readPublishedList } from '../../crawlers/published-list.ts'
import { READER_HEADERS, READER_SOFTWARE } from '../../crawlers/reader-headers.ts'
import { KnownNames, READER_CATEGORIES } from '../../decide/names.ts'
import { compileRegistry } from '../../program/compile/compile-registry.ts'
import { CATEGORIES, type Category } from '../../words/decision-words.ts'
import { HeaderText } from '../../words/header-text.ts'
import type { Run } from '../command.ts'
import {
  compareRegistries,
  crawlersText,
  diffText,
  namesIn,
  type RegistryChanges,
  type SiteComparison,
} from '../diff/diff-report.ts'

/** A line of sources.toml. */
const EXAMPLE =
  'ai-robots = "https://raw.githubusercontent.com/ai-robots-txt/ai.robots.txt/main/robots.json"'
const MONTH_MS = 30 * 86_400_000
const MOST_SHOWN = 8

type Fetched = Awaited<ReturnType<typeof fetchOne>>

export const crawlersCommand: Run<'crawlers'> = async (
  [policies = DEFAULT_POLICIES],
  options,
  io,
) => {
  const folder = listsFolder(policies, '.crawlers')
  const fetched = await Promise.all(sourcesIn(folder, EXAMPLE).map(fetchOne))
  const kept = crawlerLists(policies)
  const paths = new Map(fetched.map(({ name, list }) => [join(folder, `${name}.json`), list]))
  const after = [...new Set([...kept.map(({ path }) => path), ...paths.keys()])].sort()
  const lists = after.flatMap(
    (path) => paths.get(path) ?? kept.find((each) => each.path === path)?.list ?? [],
  )
  const [old, now] = [registryWith(kept.map(({ list }) => list)), registryWith(lists)]
  const changes = compareRegistries(old, now)
  const sites = consequences(policies, { old, now, names: namesIn(changes) }, io)
  const written = options.write ? write(folder, fetched, kept) : []
  const shown = fetched.map(({ list, ...each }) => ({
    ...each,
    names: list?.crawlers.length ?? null,
  }))
  const text = inWords(fetched, changes, sites, options.write ? written : null)
  const code = fetched.every(({ fault }) => fault === null) ? EXIT.ok : EXIT.failure
  return io.answer({ lists: shown, crawlers: changes, sites, written }, text, code)
}

/** A list; null where it could not be fetched or read: then the one that is there stays. */
async function fetchOne(source: ListSource) {
  const { name, url } = source
  const { category, licence } = settingsOf(source)
  try {
    const { crawlers: named, dropped, states } = readPublishedList(await fetchList(url), category)
    const readers = readersNames(named)
    const crawlers = named.filter((each) => !readers.has(each.name))
    const left = [...dropped, ...[...readers].map((each) => ({ name: each, why: READERS_SEND_IT }))]
    const date = new Date().toISOString().slice(0, 10)
    const list: CrawlerList = { name, source: url, date, licence, states, crawlers }
    return { name, url, list, dropped: left, fault: null }
  } catch (fault) {
    return { name, url, list: null, dropped: [], fault: (fault as Error).message.split('\n')[0]! }
  }
}

function settingsOf({ name, settings }: ListSource): {
  category: Category | null
  licence: string
} {
  const { category = null, licence = 'unknown' } = settings
  const known = CATEGORIES.find((each) => each === category)
  if (category !== null && known === undefined)
    throw new UsageError(`\`${name}\`: \`${category}\` is not a category`, CATEGORIES.join(', '))
  if (typeof licence !== 'string')
    throw new UsageError(`\`${name}\`: \`licence\` is not text`, 'licence = "MIT"')
  return { category: known ?? null, licence }
}

/** What follows for each site. A site with errors is not built, so nothing does. */
function consequences(policies: string, registries: Registries, io: Io): readonly SiteComparison[] {
  const { old, now, names } = registries
  if (names.size === 0) return []
  return loadSites(policies).flatMap((files) => {
    const [was, is] = [readFiles(files, old), readFiles(files, now)]
    if (hasErrors(was.findings) || hasErrors(is.findings)) {
      io.err(
        `acap: \`${files.folder}\` has errors, so nothing is compared: npx --no-install acap check ${shellWord(files.folder)}\n`,
      )
      return []
    }
    const sides = [compileSite(was), compileSite(is)] as const
    const comparison = compareSites(...sides, Date.now(), MOST_STATES, registries)
    return [{ site: files.site, comparison: inWholeWords(comparison, ...sides) }]
  })
}

function write(folder: string, fetched: readonly Fetched[], kept: ReturnType<typeof crawlerLists>) {
  const changed = fetched.flatMap(({ name, list }) => {
    const path = join(folder, `${name}.json`)
    if (list === null) return []
    const there = kept.find((each) => each.path === path)?.list
    // For a month, a newer date alone is no change: otherwise the list would change every day.
    const isRecent =
      there !== undefined && Date.parse(list.date) - Date.parse(there.date) <= MONTH_MS
    const isSame =
      isRecent && JSON.stringify(there) === JSON.stringify({ ...list, date: there.date })
    return isSame ? [] : [{ path, content: writeCrawlerList(list) }]
  })
  const boundary = listsBoundary(folder)
  writeFiles(changed.map((file) => ({ ...file, boundary })))
  return changed.map(({ path }) => path)
}

function inWords(
  fetched: readonly Fetched[],
  changes: RegistryChanges,
  sites: readonly SiteComparison[],
  written: readonly string[] | null,
): string {
  const parts = [
    fetched.map(listWords).join(''),
    crawlersText(changes) || 'known crawlers: nothing new\n',
    diffText(sites),
    written === null
      ? 'Nothing was written: acap crawlers --write\n'
      : written.map((path) => `wrote ${path}\n`).join('') ||
        'Nothing to write: the lists are the same\n',
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function listWords({ name, url, list, dropped, fault }: Fetched): string {
  if (fault !== null) return `${name}: as it was; ${url}: ${fault}\n`
  const reasons = [...new Set(dropped.map(({ why }) => why))]
  const lines = reasons.map((why) => {
    const names = dropped.filter((each) => each.why === why).map((each) => `\`${each.name}\``)
    const rest = names.length > MOST_SHOWN ? ` and ${names.length - MOST_SHOWN} more` : ''
    return `  left out, because ${why}: ${names.slice(0, MOST_SHOWN).join(', ')}${rest}\n`
  })
  return `${name}: ${list!.crawlers.length} names from ${url}\n${lines.join('')}`
}

const HEADERS = [...READER_HEADERS, ...Object.values(READER_SOFTWARE).flat()]

export function readersNames(crawlers: readonly NamedCrawler[]): ReadonlySet<string> {
  const own = new Set(crawlers.map(({ name }) => name))
  const taken = new Set<string>()
  // A header may hold several names, of which one is found at a time.
  for (let before = -1; before < taken.size; ) {
    before = taken.size
    const left = crawlers.filter(({ name }) => !taken.has(name))
    for (const { name, category } of namedIn(left))
      if (own.has(name) && !READER_CATEGORIES.has(category)) taken.add(name)
  }
  return taken
}

function namedIn(crawlers: readonly NamedCrawler[]): readonly NamedCrawler[] {
  const list = { name: '', source: '', date: '', licence: '', states: false, crawlers }
  const known = new KnownNames(compileRegistry([], [list]))
  const text = new HeaderText()
  return HEADERS.map((header) => known.find(text.read(header)))
    .filter((number) => number >= 0)
    .map((number) => known.at(number))
}
