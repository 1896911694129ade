/**
 * A page's address as an author wrote it, and the place that it means → what is odd about it, in sentences for the author.
 */
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { homeOf, type Place } from './place-of.ts'

const WHOLE = /^[a-z][a-z\d+.-]*:\/\//i

/** What to say of an address; nothing where it is asked for as it stands, of a host that the site answers for. */
export function placeNotes(written: string, place: Place, config: SiteConfig): readonly string[] {
  const text = written.trim()
  const asked = WHOLE.test(text) ? place.uri : place.target
  const host = foreignHost(place, config)
  return [
    ...(text === '' || asked === text ? [] : [`\`${text}\` is asked for as \`${asked}\``]),
    ...(host === null
      ? []
      : [`\`${host}\` is no host of this site (${config.hosts.join(', ')}): the edge would not ask this policy`]),
  ]
}

/** The host of a place for which a site does not answer; null where it does, with the port or without, or names none. */
function foreignHost({ target, uri }: Place, config: SiteConfig): string | null {
  const home = uri.slice(0, uri.length - target.length)
  const host = home.replace(WHOLE, '').replace(/^.*@/, '').toLowerCase()
  const own = config.hosts.map((each) => each.toLowerCase())
  if (own.length === 0 || home === homeOf(config)) return null
  return ['*', host, host.replace(/:\d+$/, '')].some((each) => own.includes(each)) ? null : host
}
