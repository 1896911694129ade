/** Reads the sites of a folder of policies, as text, for the page. */
import { existsSync, readdirSync } from 'node:fs'
import { loadSites, type SiteFiles } from '../../author/files/load-site.ts'
import type { SentSite } from '../site-files.ts'

export function sentSites(policies: string): readonly SentSite[] {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  return siteFilesIn(policies).map(({ site, files }) => ({
    site,
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, decoder.decode(bytes)])),
  }))
}

/** None where there is no folder of policies, or nothing in it: the page makes the first. */
export function siteFilesIn(policies: string): readonly SiteFiles[] {
  const isBegun =
    existsSync(policies) && readdirSync(policies).some((name) => !name.startsWith('.'))
  return isBegun ? loadSites(policies) : []
}
