/**
 * One site's files → what `build` and `check` need of it, as plain data that can be cached. It depends on the files, on the
 * lists of crawlers, on this program and, where a file names a date, on the day.
 */
import { entryOf, type SiteEntry, type StoreValue, siteValue } from '../../bundle/encode.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import type { CrawlerList } from '../../registry/crawler-list.ts'
import { registryWith } from '../input/known-crawlers.ts'
import { compileSite } from '../input/load-programs.ts'
import type { SiteFiles } from '../input/load-site.ts'
import { type Day, hasErrors, readSiteFiles } from '../input/read-policies.ts'

/** What a result depends on beside the site. */
export interface Setting {
  readonly day: Day
  /** The lists of crawlers beside the sites. */
  readonly lists: readonly CrawlerList[]
}

/** A site as a manifest has it. */
export interface ManifestSite {
  readonly entry: SiteEntry
  /** The key and the size of its value. */
  readonly key: string
  readonly size: number
}

/** What is found and made of one site. */
export interface SiteResult {
  /** Their places are inside the site's folder. */
  readonly findings: readonly Finding[]
  /** Errors that a comment silences. */
  readonly silenced: readonly Finding[]
  /** What is checked beside the other sites. */
  readonly shared: SharedNames | null
  /** What a manifest says of it; null where the policy has errors. */
  readonly listed: ManifestSite | null
}

/** A result that was just made, with the program as the value of a store; null where the policy has errors. */
interface MadeSite extends SiteResult {
  readonly value: StoreValue | null
}

/** Reads, checks and compiles one site on a day. */
export async function makeSite(source: SiteFiles, { day, lists }: Setting): Promise<MadeSite> {
  const { reading, generated, later, findings } = readSiteFiles(source, day, () => registryWith(lists))
  const { shared, silenced } = reading
  if (hasErrors(findings)) return { findings, silenced, shared, listed: null, value: null }
  const program = compileSite({ generated, later })
  const value = await siteValue(program)
  const listed = { entry: entryOf(program), key: value.key, size: value.bytes.length }
  return { findings, silenced, shared, listed, value }
}
