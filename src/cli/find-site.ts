/**
 * What an author names → where it is: a site by its name, by one of its hosts, or by the path of its folder.
 */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './exit-codes.ts'
import { takenHosts } from './init/taken-hosts.ts'
import { BEGIN_SITE, DEFAULT_POLICIES, isExistingFolder, loadSite, loadSites, type SiteFiles } from './load-site.ts'

/** A site by its name in the folder of policies, by the path of its folder, or by one of its hosts. */
export function findSite(name: string, policies: string = DEFAULT_POLICIES): SiteFiles {
  const inPolicies = join(policies, name)
  if (isExistingFolder(inPolicies)) return loadSite(inPolicies, realpathSync.native(policies))
  if (isExistingFolder(name)) return loadSite(name)
  const site = takenHosts(policies).get(name.toLowerCase())
  if (site !== undefined) return loadSite(join(policies, site), realpathSync.native(policies))
  const known = existsSync(policies) ? loadSites(policies).map((each) => `\`${each.site}\``) : []
  throw new UsageError(
    `\`${name}\` is not a site`,
    known.length ? `known sites: ${known.join(', ')}` : `${BEGIN_SITE} makes one`,
  )
}

/** What an author names where a folder of policies, a site or a file is read: a path, or a site by name or host. */
export function policyPath(given: string): string {
  if (given === '' || existsSync(given)) return given
  const site = isExistingFolder(join(DEFAULT_POLICIES, given))
    ? given
    : takenHosts(DEFAULT_POLICIES).get(given.toLowerCase())
  return site === undefined ? given : join(DEFAULT_POLICIES, site)
}
