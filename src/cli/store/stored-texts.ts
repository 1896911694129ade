/** Reads from a store's history the programs of each site, with the times in which they served. */

import { UsageError } from '../../base/faults.ts'
import { openManifest, readSiteValue } from '../../program/decode.ts'
import type { SiteProgram } from '../../program/program.ts'
import { type PolicyVersion, RELEASE_KEY } from '../../program/release.ts'
import { readStoredRelease, versionsOf } from './stored-release.ts'
import type { StoreTarget } from './target.ts'

/**
 * How long an edge may take to see a switch: it polls every 30 seconds, and what it reads may be a
 * minute old.
 */
const SWITCH_TIME = 120_000

/** What served a site for some time. */
export interface ServedProgram {
  readonly name: string
  /** Null where the store does not have it any more. */
  readonly program: SiteProgram | null
  readonly from: number
  readonly until: number
}

/**
 * By the site's name; the only site of a version has any name. @throws UsageError where there is no
 * store
 */
export async function storedPrograms(
  target: StoreTarget,
  store: string,
): Promise<(site: string, isOnly: boolean) => readonly ServedProgram[]> {
  const release = readStoredRelease(await target.get(RELEASE_KEY))
  if (release === null)
    throw new UsageError(`nothing was published to \`${store}\``, 'acap publish --list')
  const sites = new Map<number, ReadonlyMap<string, SiteProgram>>()
  for (const version of versionsOf(release))
    sites.set(version.version, await sitesOf(version, target))
  const history = release.history ?? []
  return (site, isOnly) =>
    history.flatMap(({ from, versions }, i) =>
      versions.map((version) => {
        const found = sites.get(version)
        const program =
          found?.get(site) ?? (isOnly && found?.size === 1 ? [...found.values()][0] : undefined)
        const until = i === 0 ? Infinity : history[i - 1]!.from + SWITCH_TIME
        return { name: `version ${version}`, program: program ?? null, from, until }
      }),
    )
}

async function sitesOf(
  { manifest }: PolicyVersion,
  target: StoreTarget,
): Promise<ReadonlyMap<string, SiteProgram>> {
  const sites = new Map<string, SiteProgram>()
  const bytes = await target.get(manifest)
  const opened = bytes === null ? null : openManifest(bytes, manifest)
  for (const [i, name] of (opened?.siteNames ?? []).entries()) {
    const key = opened!.siteKey(i)!
    const value = await target.get(key)
    if (value !== null) sites.set(name, readSiteValue(value, key))
  }
  return sites
}
