/**
 * Compiled sites → the values of a version. A site's own value is made when it is uploaded.
 */
import { checkSiteSize, entryOf, manifestValue, type StoreValue, sharedValue, siteValue } from '../../bundle/encode.ts'
import type { Bundle, SiteProgram } from '../../bundle/program.ts'
import type { ManifestSite } from '../build/site-result.ts'

/** What a version needs of a site. */
export interface VersionSite extends ManifestSite {
  readonly value: () => Promise<StoreValue>
}

/** A version that was built. */
export interface BuiltVersion {
  readonly manifest: StoreValue
  readonly shared: StoreValue
  readonly sites: readonly VersionSite[]
}

/** Builds a version of sites. @throws ValueTooLargeError */
export async function buildVersion(
  sites: readonly VersionSite[],
  { registry, networks }: Pick<Bundle, 'registry' | 'networks'>,
): Promise<BuiltVersion> {
  for (const { entry, size } of sites) checkSiteSize(entry.name, size)
  const manifest = await manifestValue(
    sites.map(({ entry }) => entry),
    sites.map(({ key }) => key),
  )
  return { manifest, shared: await sharedValue(registry, networks), sites }
}

/** A site that was compiled just now. */
export async function versionSite(program: SiteProgram): Promise<VersionSite> {
  const value = await siteValue(program)
  return { entry: entryOf(program), key: value.key, size: value.bytes.length, value: async () => value }
}
