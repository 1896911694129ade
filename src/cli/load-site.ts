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
  const sites = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => loadSite(join(folder, entry.name)))
    .sort((a, b) => (a.site < b.site ? -1 : 1))
  if (sites.length === 0) throw new UsageError(`\`${folder}\` holds no site`, 'acap init makes one')
  return sites
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

/** Published address ranges by file name without `.json`; none where a folder of policies, or of a site in it, has none. */
export function loadNetworks(folder: string): ReadonlyMap<string, Uint8Array> {
  const policies = existsSync(join(folder, 'robots.txt')) ? dirname(resolve(folder)) : folder
  const networks = join(policies, '.networks')
  if (!existsSync(networks)) return new Map()
  const names = readdirSync(networks).filter((name) => name.endsWith('.json'))
  return new Map(names.sort().map((name) => [name.slice(0, -'.json'.length), readFileSync(join(networks, name))]))
}
