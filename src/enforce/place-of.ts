/**
 * A page as an author writes it, a path or a whole URL → the target and the URI by which the edge would know it.
 */
import { resolvedUrl } from '../grammar/resolved-url.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'

/** A page's address in the two forms in which rules look at it. */
export interface Place {
  /** Path and query. */
  readonly target: string
  readonly uri: string
}

const HOME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i
const NOWHERE = 'https://www.example.com'

/** Where a site's own URLs begin: scheme and host. */
export function homeOf({ canonical, hosts }: Pick<SiteConfig, 'canonical' | 'hosts'>): string {
  if (canonical !== null) return canonical.replace(/\/$/, '')
  const host = hosts.find((each) => each !== '*')
  return host === undefined ? NOWHERE : `https://${host}`
}

/** Whether a page is written as a whole URL, not as a path. */
export function isWholeUrl(written: string): boolean {
  return HOME.test(written.trim())
}

/** The place of a page; a path is at `home`. */
export function readPlace(written: string, home: string): Place {
  // Clients write blanks so; what has one in it cannot be asked for.
  const text = written.trim().replace(/#.*$/s, '').replaceAll(' ', '%20')
  const isWhole = isWholeUrl(text)
  const own = isWhole ? '' : /^[/\\]/.test(text) ? home : `${home}/`
  const uri = resolvedUrl(own + text)
  const from = HOME.exec(uri)?.[0].length ?? 0
  const rest = uri.slice(from)
  return rest.startsWith('/') ? { target: rest, uri } : { target: `/${rest}`, uri: `${uri.slice(0, from)}/${rest}` }
}
