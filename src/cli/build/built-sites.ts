/**
 * A folder of policies → its sites, checked and compiled. Of many sites, those that did not change are known from an earlier
 * run. What sites share is checked each time.
 */
import { readSiteValue } from '../../bundle/decode.ts'
import { type StoreValue, siteSection } from '../../bundle/encode.ts'
import type { SiteProgram } from '../../bundle/program.ts'
import { asWritten } from '../../bundle/write-file.ts'
import { checkedTogether } from '../input/check-policies.ts'
import { crawlerFiles } from '../input/known-crawlers.ts'
import { loadSites, type SiteFiles } from '../input/load-site.ts'
import { inFolder, today } from '../input/read-policies.ts'
import type { Io } from '../io.ts'
import { ResultCache } from './result-cache.ts'
import { makeSite, type SiteResult } from './site-result.ts'

/** A site with what was found and made of it. The paths of findings are from where the author stands. */
export interface BuiltSite extends SiteFiles, SiteResult {
  /** The compiled program as the value of a store. Rejects where the policy has errors. */
  readonly value: () => Promise<StoreValue>
}

/** Building fewer sites is faster than looking them up. */
const LEAST_TO_CACHE = 64

/** Builds every site of a folder, or the one site that the folder is. `least`: how many sites have a cache. */
export async function buildSites(
  folder: string,
  { env }: Pick<Io, 'env'>,
  least = LEAST_TO_CACHE,
): Promise<readonly BuiltSite[]> {
  const sites = loadSites(folder)
  const setting = { day: today(), lists: crawlerFiles(folder).flatMap(({ list }) => list ?? []) }
  const cache = sites.length < least ? null : ResultCache.of(folder, env, setting)
  const built: BuiltSite[] = []
  for (const site of sites) {
    const known = cache?.get(site)
    const { value, ...result } = known === undefined ? await makeSite(site, setting) : { ...known, value: null }
    if (known === undefined) cache?.set(site, result)
    const remake = async () => value ?? (await makeSite(site, setting)).value
    built.push(builtSite(site, result, remake))
  }
  cache?.save()
  return checkedTogether(built, folder)
}

function builtSite(
  site: SiteFiles,
  { findings, silenced, shared, listed }: SiteResult,
  remake: () => Promise<StoreValue | null>,
): BuiltSite {
  return {
    ...site,
    shared,
    listed,
    findings: inFolder(site.folder, findings),
    silenced: inFolder(site.folder, silenced),
    value: async () => {
      const value = listed === null ? null : await remake()
      if (value === null) throw new Error(`\`${site.site}\` has errors`)
      return value
    },
  }
}

/** The programs of sites that have no errors. */
export async function programsOf(sites: readonly BuiltSite[]): Promise<readonly SiteProgram[]> {
  const programs: SiteProgram[] = []
  for (const site of sites) {
    const value = await site.value()
    programs.push(asWritten(readSiteValue(value.bytes, value.key), siteSection(value)))
  }
  return programs
}
