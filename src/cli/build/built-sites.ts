/** Checks and compiles the sites in a folder of policies, as a version for a store. */

import { compileSite } from '../../author/files/load-programs.ts'
import { loadSites, type SiteFiles } from '../../author/files/load-site.ts'
import { crawlerLists, registryWith } from '../../author/files/policy-lists.ts'
import {
  checkedTogether,
  hasErrors,
  inFolder,
  readSiteFiles,
  today,
} from '../../author/files/read-policies.ts'
import type { Io } from '../../base/io.ts'
import { readSiteValue } from '../../program/decode.ts'
import {
  checkSiteSize,
  entryOf,
  manifestValue,
  type StoreValue,
  sharedValue,
  siteSection,
  siteValue,
} from '../../program/encode.ts'
import type { Bundle, SiteProgram } from '../../program/program.ts'
import { asWritten } from '../../program/write-file.ts'
import {
  type BuildInputs,
  type ManifestSite,
  resultCache,
  type SiteResult,
} from './result-cache.ts'

export interface VersionSite extends ManifestSite {
  readonly value: () => Promise<StoreValue>
}

/**
 * A site with what was found and made of it. The paths of findings are from where the author
 * stands.
 */
export interface BuiltSite extends SiteFiles, Omit<SiteResult, 'compiled'> {
  /** Null where the policy has errors. */
  readonly compiled: VersionSite | null
}

/** With fewer sites, building all is faster than looking them up in the cache. */
const LEAST_TO_CACHE = 64

/**
 * Builds every site of a folder, or the one site that the folder is. The cache is used from `least`
 * sites on.
 */
export async function buildSites(
  folder: string,
  { env }: Pick<Io, 'env'>,
  least = LEAST_TO_CACHE,
): Promise<readonly BuiltSite[]> {
  const sites = loadSites(folder)
  const inputs = { day: today(), lists: crawlerLists(folder).map(({ list }) => list) }
  const cache = sites.length < least ? null : resultCache(folder, env, inputs)
  const built: BuiltSite[] = []
  for (const site of sites) {
    const value = async () => (await makeSite(site, inputs)).compiled!.value()
    const known = cache?.get(site)
    const result = known
      ? { ...known, compiled: known.compiled && { ...known.compiled, value } }
      : await makeSite(site, inputs)
    if (known === undefined) cache?.set(site, result)
    const [findings, silenced] = [
      inFolder(site.folder, result.findings),
      inFolder(site.folder, result.silenced),
    ]
    built.push({ ...site, ...result, findings, silenced })
  }
  cache?.save()
  return checkedTogether(built, folder)
}

/** Reads, checks and compiles one site. */
async function makeSite(
  source: SiteFiles,
  { day, lists }: BuildInputs,
): Promise<Omit<BuiltSite, keyof SiteFiles>> {
  const { reading, generated, later, opened, findings } = readSiteFiles(source, day, () =>
    registryWith(lists),
  )
  const { shared, silenced } = reading
  const compiled = hasErrors(findings) ? null : await versionSite(compileSite({ generated, later }))
  return { findings, silenced, shared, opened, compiled }
}

export async function versionSite(program: SiteProgram): Promise<VersionSite> {
  const value = await siteValue(program)
  return {
    entry: entryOf(program),
    key: value.key,
    size: value.bytes.length,
    value: async () => value,
  }
}

/** The programs as they are read back from their values, whose bytes a bundle takes as they are. */
export async function programsOf(sites: readonly BuiltSite[]): Promise<readonly SiteProgram[]> {
  const programs: SiteProgram[] = []
  for (const { compiled } of sites) {
    const value = await compiled!.value()
    programs.push(asWritten(readSiteValue(value.bytes, value.key), siteSection(value)))
  }
  return programs
}

export interface BuiltVersion {
  readonly manifest: StoreValue
  readonly shared: StoreValue
  readonly sites: readonly VersionSite[]
}

export async function buildVersion(
  sites: readonly VersionSite[],
  { registry, networks }: Pick<Bundle, 'registry' | 'networks'>,
): Promise<BuiltVersion> {
  for (const { entry, size } of sites) checkSiteSize(entry.name, size)
  const [entries, keys] = [sites.map(({ entry }) => entry), sites.map(({ key }) => key)]
  return {
    manifest: await manifestValue(entries, keys),
    shared: await sharedValue(registry, networks),
    sites,
  }
}
