/**
 * Reads the files of the sites that an author names, as bytes by their path inside the site's
 * folder. Hidden files are skipped; links out of the folder, pipes and devices are refused.
 */
import { type Dirent, existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { UsageError } from '../../base/faults.ts'
import {
  notRegular,
  readAll,
  readInside,
  readNamed,
  realPathIn,
} from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { readSiteConfig } from '../../language/site/site.ts'

export interface SiteFiles {
  readonly site: string
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array>
  /**
   * The folder that no link in it may lead out of; null where the files are in no folder of a site.
   */
  readonly boundary: string | null
}

/** Where sites are kept when the author names no folder. */
export const DEFAULT_POLICIES = 'policies'
export const BEGIN_SITE = 'acap init www.example.com --preset no-training'

/**
 * The files of one site. Dot files are not part of it. No link may leave `boundary`, a folder of
 * policies.
 */
export function loadSite(folder: string, boundary: string = boundaryOf(folder)): SiteFiles {
  refuseControls(basename(resolve(folder)))
  const paths = pathsBelow(folder, boundary).sort()
  const files = new Map(paths.map((path) => [path, readInside(join(folder, path), boundary)]))
  return { site: basename(resolve(folder)), folder, files, boundary }
}

/**
 * The folder that a site's files may not leave: its folder of policies, or its own where it is in
 * none.
 */
function boundaryOf(site: string): string {
  const parent = dirname(resolve(site))
  const holdsSites =
    basename(parent) === DEFAULT_POLICIES || LISTS.some((name) => existsSync(join(parent, name)))
  return realpathSync.native(holdsSites ? parent : site)
}

export function readPolicyFile(path: string): Buffer {
  const boundary = policyBoundary(path)
  return boundary === null ? readNamed(path) : readInside(path, boundary)
}

/** A file, or standard input for `-`; null for a folder, and for what does not exist. */
export async function readGiven(
  path: string,
  { stdin }: Pick<Io, 'stdin'>,
): Promise<Buffer | null> {
  if (path === '-') return readAll(stdin)
  return existsSync(path) && !statSync(path).isDirectory() ? readPolicyFile(path) : null
}

/**
 * The folder called `policies` that a file is in, which no link may lead out of; null for any other
 * file.
 */
export function policyBoundary(path: string): string | null {
  const parts = dirname(resolve(path)).split(sep)
  const depth = parts.lastIndexOf(DEFAULT_POLICIES)
  return depth < 0 ? null : realpathSync.native(parts.slice(0, depth + 1).join(sep))
}

/** Every site of a folder of policies; a folder that holds a robots.txt is a site itself. */
export function loadSites(folder: string): readonly SiteFiles[] {
  if (existsSync(join(folder, 'robots.txt'))) return [loadSite(folder)]
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    // A link to nothing may have been a site a moment ago: to leave it out would open that site to
    // crawlers.
    .filter(({ entry, path }) =>
      entry.isSymbolicLink() ? linkedStats(path).isDirectory() : entry.isDirectory(),
    )
  if (!folders.some(({ path }) => isSite(path))) {
    const policies = join(folder, DEFAULT_POLICIES)
    const help = existsSync(policies) ? `they are in \`${policies}\`` : `${BEGIN_SITE} makes one`
    throw new UsageError(`\`${folder}\` holds no site`, help)
  }
  const boundary = realpathSync.native(folder)
  return folders
    .map(({ path }) => loadSite(path, boundary))
    .sort((a, b) => (a.site < b.site ? -1 : 1))
}

export function isSite(folder: string): boolean {
  return ['robots.txt', 'site.toml'].some((name) => existsSync(join(folder, name)))
}

function isExistingFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

export const LISTS = ['.networks', '.crawlers'] as const
type ListsFolder = (typeof LISTS)[number]

export function listsFolder(folder: string, name: ListsFolder): string {
  return join(existsSync(folder) && isSite(folder) ? dirname(resolve(folder)) : folder, name)
}

export function loadLists(folder: string, name: ListsFolder): ReadonlyMap<string, Uint8Array> {
  const lists = listsFolder(folder, name)
  if (!existsSync(lists)) return new Map()
  const boundary = listsBoundary(lists)
  const files = readdirSync(lists).filter((file) => file.endsWith('.json'))
  return new Map(
    files
      .sort()
      .map((file) => [file.slice(0, -'.json'.length), readInside(join(lists, file), boundary)]),
  )
}

/**
 * The folder of policies that lists may not leave. Throws UsageError where their folder is a link
 * out of it.
 */
export function listsBoundary(lists: string): string {
  const boundary = realpathSync.native(dirname(lists))
  realPathIn(boundary, lists)
  return boundary
}

/** Folders in folders, at most: a site has `permissions/news.txt`, and hardly deeper ones. */
const DEEPEST = 16
/** Links can make a few folders look like any number of them. */
const MOST_FILES = 10_000

/** The files of a folder and its folders by their path from it, with `/` on every system. */
function pathsBelow(folder: string, boundary: string): string[] {
  const paths: string[] = []
  /** `above`: the real paths of the folders that lead to this one. */
  const enter = (within: string, above: readonly string[]) => {
    const path = join(folder, within)
    const real = realPathIn(boundary, path)
    if (above.includes(real))
      throw new UsageError(`\`${path}\` is a link back to a folder that it is in`, 'remove it')
    if (above.length > DEEPEST)
      throw new UsageError(`\`${path}\` is more than ${DEEPEST} folders deep`)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      refuseControls(entry.name)
      const name = within === '' ? entry.name : `${within}/${entry.name}`
      if (isFolder(entry, join(folder, name))) enter(name, [...above, real])
      else if (paths.push(name) > MOST_FILES)
        throw new UsageError(`\`${folder}\` holds more than ${MOST_FILES} files`)
    }
  }
  enter('', [])
  return paths
}

/**
 * Names of sites and files are in findings, logs and served lines: a line break in one would forge
 * a line there.
 */
function refuseControls(name: string): void {
  if (/\p{Cc}/u.test(name))
    throw new UsageError(
      `the name \`${name}\` has a line break or another control character`,
      'rename it',
    )
}

/**
 * A file, or a folder; links are followed. Whether one leads out is seen when what it leads to is
 * opened.
 */
function isFolder(entry: Dirent, path: string): boolean {
  if (entry.isSymbolicLink()) return linkedStats(path).isDirectory()
  if (!entry.isFile() && !entry.isDirectory()) throw notRegular(path)
  return entry.isDirectory()
}

/** What a link leads to. Throws UsageError where that is nothing. */
function linkedStats(path: string): Stats {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`\`${path}\` is a link to nothing`, 'remove it')
  return stats
}

/**
 * The name of the site that has this name or host in the folder of policies; undefined where none
 * has.
 */
export function siteNamed(given: string): string | undefined {
  // Neither a folder in that folder, nor a host.
  if (given === '' || given.startsWith('.') || /[\\/]/.test(given)) return undefined
  return isExistingFolder(join(DEFAULT_POLICIES, given))
    ? given
    : sitesByHost(DEFAULT_POLICIES).get(given.toLowerCase())
}

/** A site by its name or host in the folder of policies, or by the path of its folder. */
export function findSite(given: string): SiteFiles {
  const site = siteNamed(given)
  if (site !== undefined)
    return loadSite(join(DEFAULT_POLICIES, site), realpathSync.native(DEFAULT_POLICIES))
  if (isExistingFolder(given)) return loadSite(given)
  const known = existsSync(DEFAULT_POLICIES)
    ? loadSites(DEFAULT_POLICIES).map((each) => `\`${each.site}\``)
    : []
  throw new UsageError(
    `\`${given}\` is not a site`,
    known.length ? `known sites: ${known.join(', ')}` : `${BEGIN_SITE} makes one`,
  )
}

/**
 * What an author names where a folder of policies, a site or a file is read: a path, or a site by
 * name or host.
 */
export function policyPath(given: string): string {
  const site = existsSync(given) ? undefined : siteNamed(given)
  return site === undefined ? given : join(DEFAULT_POLICIES, site)
}

export function sitesByHost(policies: string): ReadonlyMap<string, string> {
  if (!existsSync(policies)) return new Map()
  return new Map(
    readdirSync(policies).flatMap((site) =>
      hostsOf(policies, site).map((host) => [host, site] as const),
    ),
  )
}

function hostsOf(policies: string, site: string): readonly string[] {
  const file = join(policies, site, 'site.toml')
  if (site.startsWith('.') || !existsSync(file)) return []
  return readSiteConfig(readPolicyFile(file)).shared?.hosts.map(({ name }) => name) ?? []
}
