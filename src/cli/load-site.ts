/**
 * Folders → the files of sites, as bytes by their path inside the site's folder. Reads no meaning into them.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from './exit-codes.ts'
import { filesBelow } from './files-below.ts'

/** A site's folder: its name and its files. */
export interface SiteFiles {
  readonly site: string
  readonly folder: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Where sites are kept when the author names no folder. */
export const DEFAULT_POLICIES = 'policies'

/** The files of one site. Dot files are not part of it. */
export function loadSite(folder: string): SiteFiles {
  const paths = filesBelow(folder).filter((path) => !/(?:^|\/)\./.test(path))
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]))
  return { site: basename(resolve(folder)), folder, files }
}

/** Every site of a folder of policies; a folder that holds a robots.txt is a site itself. */
export function loadSites(folder: string): readonly SiteFiles[] {
  if (existsSync(join(folder, 'robots.txt'))) return [loadSite(folder)]
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
  if (!folders.some(isSite)) throw new UsageError(`\`${folder}\` holds no site`, whereSitesAre(folder))
  return folders.map(loadSite).sort((a, b) => (a.site < b.site ? -1 : 1))
}

function isSite(folder: string): boolean {
  return ['robots.txt', 'site.toml'].some((name) => existsSync(join(folder, name)))
}

function whereSitesAre(folder: string): string {
  const policies = join(folder, DEFAULT_POLICIES)
  return existsSync(policies) ? `they are in \`${policies}\`` : 'acap init makes one'
}

/** A site by its name in the folder of policies, or by the path of its folder. */
export function findSite(name: string, policies: string = DEFAULT_POLICIES): SiteFiles {
  for (const folder of [join(policies, name), name]) {
    if (existsSync(folder) && statSync(folder).isDirectory()) return loadSite(folder)
  }
  const known = existsSync(policies) ? loadSites(policies).map(({ site }) => `\`${site}\``) : []
  throw new UsageError(
    `\`${name}\` is no site`,
    known.length ? `known sites: ${known.join(', ')}` : 'acap init makes one',
  )
}

/** Where the lists of addresses are for a folder of policies, or of a site in it. */
export function networksFolder(folder: string): string {
  return join(existsSync(join(folder, 'robots.txt')) ? dirname(resolve(folder)) : folder, '.networks')
}

/** Published address ranges by file name without `.json`; none where there is no folder of them. */
export function loadNetworks(folder: string): ReadonlyMap<string, Uint8Array> {
  const networks = networksFolder(folder)
  if (!existsSync(networks)) return new Map()
  const names = readdirSync(networks).filter((name) => name.endsWith('.json'))
  return new Map(names.sort().map((name) => [name.slice(0, -'.json'.length), readFileSync(join(networks, name))]))
}
