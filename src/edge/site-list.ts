/**
 * The bytes of a bundle → its sites as an operator knows them. Servers read it once, at start; the Worker never does.
 */
import { openBundle } from '../bundle/decode.ts'
import type { Mode, SiteConfig } from '../vocabulary/site-config.ts'

/** A site, as far as its operator needs to know it. */
export interface ListedSite {
  readonly name: string
  readonly hosts: readonly string[]
  readonly mode: Mode
  /** Whether it refuses anybody: a route may enforce where the site does not. */
  readonly refuses: boolean
  readonly origin: string | null
  /** What unknown clients are that declare themselves bots (I3). */
  readonly selfDeclared: SiteConfig['identify']['selfDeclared']
}

export function sitesIn(bytes: ArrayBuffer | Uint8Array): readonly ListedSite[] {
  const opened = openBundle(bytes)
  if (!opened.ok) return []
  const { bundle } = opened
  const sites: ListedSite[] = []
  for (let number = 0; number < bundle.siteCount; number++) {
    const site = bundle.site(number)
    if (!site.ok) continue
    const { name, config } = site.program
    const { hosts, mode, origin, identify } = config
    const { refuses } = bundle.summary(number)
    sites.push({ name, hosts, mode, origin, refuses, selfDeclared: identify.selfDeclared })
  }
  return sites
}
