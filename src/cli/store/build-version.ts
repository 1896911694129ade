/**
 * A folder of policies → the values of a version.
 */
import { manifestValue, type StoreValue, sharedValue, siteValue } from '../../bundle/encode-values.ts'
import type { Bundle } from '../../bundle/program.ts'
import { entryOf } from '../../bundle/site-tables.ts'

/** A version that was built. */
export interface BuiltVersion {
  readonly manifest: StoreValue
  readonly shared: StoreValue
  /** Its sites, by their names. */
  readonly sites: ReadonlyMap<string, StoreValue>
}

/** Builds a version of compiled policies. @throws ValueTooLargeError */
export async function buildVersion({ sites, registry, networks }: Omit<Bundle, 'hash'>): Promise<BuiltVersion> {
  const values: StoreValue[] = []
  for (const site of sites) values.push(await siteValue(site))
  return {
    manifest: await manifestValue(sites.map(entryOf), values),
    shared: await sharedValue(registry, networks),
    sites: new Map(sites.map(({ name }, i) => [name, values[i]!])),
  }
}
