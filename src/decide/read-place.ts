/**
 * Parses a page's address as an author writes it, for questions to the engine, with notes on what
 * is unusual.
 */
import { resolvedUrl } from '../words/resolved-url.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { HostIndex } from './hosts.ts'

export interface Place {
  /** Path and query. */
  readonly target: string
  readonly uri: string
}

const HOME = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i
const NOWHERE = 'https://www.example.com'

/** Where a site's own URLs begin: scheme and host. */
export function homeOf(config: Pick<SiteConfig, 'canonical' | 'hosts'>): string {
  return namedHome(config) ?? NOWHERE
}

/** As `homeOf`; null where the site names no host. */
function namedHome({ canonical, hosts }: Pick<SiteConfig, 'canonical' | 'hosts'>): string | null {
  if (canonical !== null) return canonical.replace(/\/$/, '')
  const host = hosts.find((each) => each !== '*')
  return host === undefined ? null : `https://${host}`
}

/**
 * A page's address for people: without host if the site names none and the page was given as a
 * path.
 */
export function shownPlace(
  { target, uri }: Pick<Place, 'target'> & Partial<Place>,
  config: Pick<SiteConfig, 'canonical' | 'hosts'>,
): string {
  const isNowhere = uri === NOWHERE + target && namedHome(config) === null
  return isNowhere ? target : (uri ?? target)
}

/** Whether a page is given as a URL, not as a path. */
export function isWholeUrl(written: string): boolean {
  return HOME.test(written.trim())
}

/** The place of a page. Paths are resolved against `home`. */
export function readPlace(written: string, home: string): Place {
  // Clients encode blanks like this. A raw blank cannot be requested.
  const text = written.trim().replace(/#.*$/s, '').replaceAll(' ', '%20')
  const isWhole = isWholeUrl(text)
  const own = isWhole ? '' : /^[/\\]/.test(text) ? home : `${home}/`
  const uri = resolvedUrl(own + text)
  const from = HOME.exec(uri)?.[0].length ?? 0
  const rest = uri.slice(from)
  return rest.startsWith('/')
    ? { target: rest, uri }
    : { target: `/${rest}`, uri: `${uri.slice(0, from)}/${rest}` }
}

const WEB_AUTHORITY = /^https?:\/\/([^/?#\\]+)/i

/** Notes about an address; none if clients request it as written, from a host of the site. */
export function placeNotes(written: string, place: Place, config: SiteConfig): readonly string[] {
  const text = written.trim()
  const requested = isWholeUrl(text) ? place.uri : place.target
  const [, inFront = ''] = WEB_AUTHORITY.exec(text) ?? []
  // User information in the URL.
  const authority = inFront.includes('@') ? inFront : null
  const host = authority === null ? foreignHost(place, config) : null
  return [
    ...(text === '' || requested === text ? [] : [`\`${text}\` is asked for as \`${requested}\``]),
    ...(authority === null
      ? []
      : [`\`${authority}\` is more than a host and its port: the edge answers 400`]),
    ...(host === null
      ? []
      : [
          `\`${host}\` is not a host of this site (${config.hosts.join(', ')}): the edge would not ask this policy`,
        ]),
  ]
}

/** The place's host, if the site does not answer for it; else null. */
function foreignHost({ target, uri }: Place, config: SiteConfig): string | null {
  const home = uri.slice(0, uri.length - target.length)
  const host = home
    .slice(home.indexOf('//') + 2)
    .replace(/^.*@/, '')
    .toLowerCase()
  if (config.hosts.length === 0 || home === homeOf(config)) return null
  return typeof new HostIndex([{ config }]).at(host) === 'string' ? host : null
}
