/**
 * One site's files → what `build` and `check` need of it, as plain data: it can be cached, and made in another thread. It
 * depends on the files, on the lists of crawlers, on this program and, where `isDated`, on the day.
 */
import { type StoreValue, siteValue } from '../../bundle/encode-values.ts'
import type { SiteProgram } from '../../bundle/program.ts'
import { entryOf, type SiteEntry } from '../../bundle/site-tables.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import type { CrawlerList } from '../../registry/crawler-list.ts'
import { compileSite } from '../compile-policies.ts'
import { registryWith } from '../known-crawlers.ts'
import type { SiteFiles } from '../load-site.ts'
import { type Day, hasErrors, readSiteFiles } from '../read-policies.ts'

/** A site's files, as they go to another thread. */
export type SiteSource = Pick<SiteFiles, 'site' | 'files'>

/** What a result depends on beside the site. */
export interface Setting {
  readonly day: Day
  /** The lists of crawlers beside the sites. */
  readonly lists: readonly CrawlerList[]
}

/** A site as a manifest has it. */
export interface ListedSite {
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
  readonly listed: ListedSite | null
  /** Whether another day could give another result: by a date, by visiting hours, or for an unknown reason. */
  readonly isDated: boolean
}

/** A result that was just made, with the program as the value of a store; null where the policy has errors. */
export interface MadeResult extends SiteResult {
  readonly value: StoreValue | null
}

/** Reads, checks and compiles one site on a day. */
export async function resultOf(source: SiteSource, { day, lists }: Setting): Promise<MadeResult> {
  const { reading, generated, findings } = readSiteFiles(source, day, () => registryWith(lists))
  const { shared, silenced } = reading
  if (hasErrors(findings)) return { findings, silenced, shared, listed: null, value: null, isDated: true }
  const program = compileSite({ generated })
  const isDated = namesDate(source.files) || hasHours(program)
  const value = await siteValue(program)
  const listed = { entry: entryOf(program), key: value.key, size: value.bytes.length }
  return { findings, silenced, shared, listed, value, isDated }
}

const DATE = /\d{4}-\d{2}-\d{2}/

function namesDate(files: SiteFiles['files']): boolean {
  return [...files.values()].some((bytes) =>
    DATE.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')),
  )
}

/** X2, X3: what is served is compared at the hours that the policy names. */
function hasHours({ settings: { visits, rates } }: SiteProgram): boolean {
  return visits.length > 0 || rates.some(({ window }) => window !== null)
}
