/**
 * A folder of policies → the hosts of its sites. Two sites with one host cannot be built.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSiteConfig } from '../language/site/site.ts'
import { readPolicyFile } from './load-site.ts'

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
