/** The result of building one site, as plain data that later runs can reuse. */
import type { Day } from '../../author/files/read-policies.ts'
import type { OpenedName } from '../../author/served/opened-names.ts'
import type { CrawlerList } from '../../crawlers/crawler-list.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import type { SiteEntry } from '../../program/encode.ts'

/** What a site's result depends on beside its files. */
export interface BuildInputs {
  readonly day: Day
  readonly lists: readonly CrawlerList[]
}

/** A compiled site as the manifest of a version lists it. */
export interface ManifestSite {
  readonly entry: SiteEntry
  readonly key: string
  readonly size: number
}

/** What is found and made of one site, as plain data that can be cached. */
export interface SiteResult {
  /** Their places are inside the site's folder. */
  readonly findings: readonly Finding[]
  readonly silenced: readonly Finding[]
  /** What is checked beside the other sites. */
  readonly shared: SharedNames | null
  readonly opened: readonly OpenedName[]
  readonly compiled: ManifestSite | null
}
