/**
 * Bundle → bytes (format.ts). Deterministic: equal bundles give equal bytes. Runs offline only.
 */
import { MAX_SITES, MAX_SIZE, SECTION } from './format.ts'
import type { Bundle } from './program.ts'
import { entryOf, hostTable, nameLists } from './site-tables.ts'
import { section, sectionFile, sharedSections } from './write-file.ts'

/** The policies compile to more than a Worker could load. */
export class BundleTooLargeError extends RangeError {
  override readonly name = 'BundleTooLargeError'

  /** `size` in bytes. */
  constructor(size: number) {
    const [is, may] = [size, MAX_SIZE].map((bytes) => Math.ceil(bytes / 2 ** 20))
    super(`the policies compile to ${is} MiB, and a bundle may have ${may}`)
  }
}

/** There are more sites than one bundle serves. */
export class TooManySitesError extends RangeError {
  override readonly name = 'TooManySitesError'

  constructor(sites: number) {
    const [are, may] = [sites, MAX_SITES].map((count) => count.toLocaleString('en'))
    super(`there are ${are} sites, and a bundle may have ${may}`)
  }
}

/**
 * Encodes a bundle, giving it the hash of its content.
 * @throws BundleTooLargeError when it would be larger than a Worker could load.
 * @throws TooManySitesError for more than MAX_SITES.
 */
export async function encode({ sites, registry, networks }: Omit<Bundle, 'hash'>): Promise<Uint8Array<ArrayBuffer>> {
  if (sites.length > MAX_SITES) throw new TooManySitesError(sites.length)
  const entries = sites.map(entryOf)
  const sections = [
    section(SECTION.hosts, hostTable(entries)),
    section(SECTION.names, nameLists(entries)),
    ...sharedSections(registry, networks),
    ...sites.map((site) => section(SECTION.site, site)),
  ]
  const bytes = await sectionFile(sections)
  if (bytes.length > MAX_SIZE) throw new BundleTooLargeError(bytes.length)
  return bytes
}
