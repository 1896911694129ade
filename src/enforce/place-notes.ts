/**
 * A page's address as an author wrote it, and the place that it means → what is odd about it, in sentences for the
 * author.
 */
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { HostIndex } from './hosts.ts'
import { homeOf, type Place } from './place-of.ts'

const WHOLE = /^[a-z][a-z\d+.-]*:\/\//i
const WEB_AUTHORITY = /^https?:\/\/([^/?#\\]+)/i

/** Notes about an address; none where it is requested as written, from a host of the site. */
export function placeNotes(written: string, place: Place, config: SiteConfig): readonly string[] {
  const text = written.trim()
  const requested = WHOLE.test(text) ? place.uri : place.target
  const authority = refusedAuthority(text)
  const host = authority === null ? foreignHost(place, config) : null
  return [
    ...(text === '' || requested === text ? [] : [`\`${text}\` is asked for as \`${requested}\``]),
    ...(authority === null ? [] : [`\`${authority}\` is more than a host and its port: the edge answers 400`]),
    ...(host === null
      ? []
      : [`\`${host}\` is not a host of this site (${config.hosts.join(', ')}): the edge would not ask this policy`]),
  ]
}

/** What stands for the host in a URL with user information; null without any. */
function refusedAuthority(written: string): string | null {
  const authority = WEB_AUTHORITY.exec(written)?.[1]
  return authority?.includes('@') ? authority : null
}

/**
 * The host of a place for which a site does not answer; null where it does, with the port or without, or names none.
 */
function foreignHost({ target, uri }: Place, config: SiteConfig): string | null {
  const home = uri.slice(0, uri.length - target.length)
  const host = home.replace(WHOLE, '').replace(/^.*@/, '').toLowerCase()
  if (config.hosts.length === 0 || home === homeOf(config)) return null
  return typeof new HostIndex([{ config }]).at(host) === 'string' ? host : null
}
