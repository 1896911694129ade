/**
 * A folder of policies → its sites, checked and compiled. Many sites use all cores, and unchanged ones come from a cache.
 * What sites share is checked each time.
 */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { readSiteValue } from '../../bundle/decode.ts'
import { type StoreValue, siteSection } from '../../bundle/encode-values.ts'
import type { SiteProgram } from '../../bundle/program.ts'
import { asWritten } from '../../bundle/write-section.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import { checkedTogether } from '../check-policies.ts'
import type { Io } from '../io.ts'
import { crawlerFiles } from '../known-crawlers.ts'
import { loadSites, type SiteFiles } from '../load-site.ts'
import { inFolder, today } from '../read-policies.ts'
import { programFingerprint } from './program-fingerprint.ts'
import { ResultCache, resultKey } from './result-cache.ts'
import { type ListedSite, resultOf, type Setting, type SiteResult, type SiteSource } from './site-result.ts'
import { resultsOf } from './threads.ts'

/** A site with what was found and made of it. */
export interface BuiltSite extends SiteFiles {
  readonly shared: SharedNames | null
  /** Paths are from where the author stands. */
  readonly findings: readonly Finding[]
  /** Errors that a comment silences. */
  readonly silenced: readonly Finding[]
  /** What a manifest says of it; null where the policy has errors. */
  readonly listed: ListedSite | null
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
  const day = today()
  const path = sites.length < least ? null : cachePath(folder, env)
  const cache = path === null ? null : new ResultCache(path, day)
  const setting: Setting = { day, lists: crawlerFiles(folder).flatMap(({ list }) => list ?? []) }
  const program = cache === null ? '' : programFingerprint() + JSON.stringify(setting.lists)
  const keys = cache === null ? [] : sites.map((site) => resultKey(program, site))
  const found = sites.map((site, i): Found | undefined => {
    const result = cache?.get(keys[i]!)
    return result && { result, value: async () => (await cache!.value(keys[i]!)) ?? remadeValue(site, setting) }
  })
  const missing = sites.map((_, i) => i).filter((i) => found[i] === undefined)
  const made = await resultsOf(
    missing.map((i) => sourceOf(sites[i]!)),
    setting,
  )
  missing.forEach((i, at) => {
    const { value, ...result } = made[at]!
    found[i] = { result, value: async () => value }
    cache?.set(keys[i]!, made[at]!)
  })
  cache?.save()
  return checkedTogether(
    sites.map((site, i) => builtSite(site, found[i]!)),
    folder,
  )
}

/** The program of a site that has no errors. */
export async function programOf(site: BuiltSite): Promise<SiteProgram> {
  const value = await site.value()
  return asWritten(readSiteValue(value.bytes, value.key), siteSection(value))
}

/** The programs of sites that have no errors. */
export async function programsOf(sites: readonly BuiltSite[]): Promise<readonly SiteProgram[]> {
  const programs: SiteProgram[] = []
  for (const site of sites) programs.push(await programOf(site))
  return programs
}

/** A result, and the program when it is needed; null where the policy has errors. */
interface Found {
  readonly result: SiteResult
  readonly value: () => Promise<StoreValue | null>
}

function builtSite(files: SiteFiles, { result: { shared, findings, silenced, listed }, value }: Found): BuiltSite {
  return {
    ...files,
    shared,
    findings: inFolder(files.folder, findings),
    silenced: inFolder(files.folder, silenced),
    listed,
    value: async () => {
      const own = listed === null ? null : await value()
      if (own === null) throw new Error(`\`${files.site}\` has errors`)
      return own
    },
  }
}

/** Makes again a value that is damaged in the cache. */
async function remadeValue(site: SiteFiles, setting: Setting): Promise<StoreValue | null> {
  return (await resultOf(sourceOf(site), setting)).value
}

function sourceOf({ site, files }: SiteFiles): SiteSource {
  return { site, files }
}

/** Where the results of a folder are cached; null where ACAP_CACHE says `off`. */
function cachePath(folder: string, env: Io['env']): string | null {
  const { ACAP_CACHE: own, XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = env
  if (own === 'off') return null
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  return join(own ?? join(caches, 'acap-edge'), name)
}
