/** The paths and media types of the files that a site serves for other vocabularies. */
import type { SiteConfig } from './site-config.ts'

/** The path of the W3C's TDM Reservation Protocol (10 May 2024), 6.1. */
const TDMREP = '.well-known/tdmrep.json'

/** SPUR Content Telemetry 0.1, section 8. */
const TELEMETRY = '.well-known/content-telemetry.json'

/** Paths inside the site, without the leading slash, as in a ServedFile. */
interface DocumentPaths {
  /** The RSL licence. */
  readonly license: string | null
  readonly tdmrep: string | null
  /** The manifest of SPUR Content Telemetry. */
  readonly telemetry: string | null
}

/** The file with the whole policy. Refusals cite its lines (R4). */
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

/** The media type of a served file. robots.txt and permission files are text. */
export function mediaType(path: string, config: Pick<SiteConfig, 'signals'>): string {
  const { license, tdmrep, telemetry } = documentPaths(config)
  if (path === license) return 'application/rsl+xml; charset=utf-8'
  return path === tdmrep || path === telemetry ? 'application/json' : 'text/plain; charset=utf-8'
}
