/**
 * What an author names → where it is: a site by its name, by one of its hosts, or by the path of its folder.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readSiteConfig } from '../../language/site/site.ts'
import { UsageError } from '../exit-codes.ts'
import {
  BEGIN_SITE,
  DEFAULT_POLICIES,
  isExistingFolder,
  loadSite,
  loadSites,
  readPolicyFile,
  type SiteFiles,
} from './load-site.ts'

/** The name of the site that has this name or host in the folder of policies; undefined where none has. */
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
  if (site !== undefined) return loadSite(join(DEFAULT_POLICIES, site), realpathSync.native(DEFAULT_POLICIES))
  if (isExistingFolder(given)) return loadSite(given)
  const known = existsSync(DEFAULT_POLICIES) ? loadSites(DEFAULT_POLICIES).map((each) => `\`${each.site}\``) : []
  throw new UsageError(
    `\`${given}\` is not a site`,
    known.length ? `known sites: ${known.join(', ')}` : `${BEGIN_SITE} makes one`,
  )
}

/** What an author names where a folder of policies, a site or a file is read: a path, or a site by name or host. */
export function policyPath(given: string): string {
  const site = existsSync(given) ? undefined : siteNamed(given)
  return site === undefined ? given : join(DEFAULT_POLICIES, site)
}

/** Each host, with the name of its site. */
export function sitesByHost(policies: string): ReadonlyMap<string, string> {
  if (!existsSync(policies)) return new Map()
  return new Map(readdirSync(policies).flatMap((site) => hostsOf(policies, site).map((host) => [host, site] as const)))
}

function hostsOf(policies: string, site: string): readonly string[] {
  const file = join(policies, site, 'site.toml')
  if (site.startsWith('.') || !existsSync(file)) return []
  return readSiteConfig(readPolicyFile(file)).shared?.hosts.map(({ name }) => name) ?? []
}
