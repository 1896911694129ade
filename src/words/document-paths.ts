/** The documents beside robots.txt that a site serves in other vocabularies: where they are, and of which media type. */
import type { SiteConfig } from './site-config.ts'

/** The W3C's TDM Reservation Protocol (10 May 2024), 6.1: where its file is looked for. */
const TDMREP = '.well-known/tdmrep.json'

/** SPUR Content Telemetry 0.1, section 8. */
const TELEMETRY = '.well-known/content-telemetry.json'

/** A path inside the site, without the first slash, as of a ServedFile. */
interface DocumentPaths {
  /** The licence in RSL. */
  readonly license: string | null
  readonly tdmrep: string | null
  /** The manifest of SPUR Content Telemetry. */
  readonly telemetry: string | null
}

/** Where the whole policy is published, whose lines refusals name (R4). */
export function wholePolicyPath({ robots }: Pick<SiteConfig, 'robots'>): string {
  return robots.acap === 'meta' ? 'acap.txt' : 'robots.txt'
}

export function documentPaths({ signals }: Pick<SiteConfig, 'signals'>): DocumentPaths {
  return {
    license: signals['license-path']?.slice(1) ?? null,
    tdmrep: signals.tdmrep === 'policy' ? TDMREP : null,
    telemetry: signals.telemetry === undefined ? null : TELEMETRY,
  }
}

/** The media type of a served file: robots.txt and permission files are text. */
export function mediaType(path: string, config: Pick<SiteConfig, 'signals'>): string {
  const { license, tdmrep, telemetry } = documentPaths(config)
  if (path === license) return 'application/rsl+xml; charset=utf-8'
  return path === tdmrep || path === telemetry ? 'application/json' : 'text/plain; charset=utf-8'
}
