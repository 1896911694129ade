/**
 * Reads client, scheme and host from proxies' headers. Only trusted proxies count: X-Forwarded-For,
 * -Proto and -Host, or `Forwarded` (RFC 7239) if none of those is sent.
 */
import { clientAmong, type IsTrusted, plainAddress } from '../../base/forwarded-address.ts'
import { isAuthority } from '../../base/ip-address.ts'
import { cutUrl, requestUrl } from '../../words/resolved-url.ts'

export interface ForwardedRequest {
  /** The client's address: the last hop that is not trusted. */
  readonly address: string
  /** The addresses that proxies wrote, as X-Forwarded-For has them; null where they wrote none. */
  readonly hops: string | null
  /** Null where it is not sent, or illegible. */
  readonly scheme: 'http' | 'https' | null
  readonly host: string | null
}

type HeaderOf = (name: string) => string | null

/**
 * What the proxies before this server say of a request; null where its connection is not from a
 * trusted one.
 */
export function forwardedBy(
  peer: string | undefined,
  header: HeaderOf,
  isTrusted: IsTrusted,
): ForwardedRequest | null {
  const own = plainAddress(peer ?? '')
  if (own === null || !isTrusted(own)) return null
  const { hops, schemes, hosts } = written(header)
  const { address, depth } = clientAmong(own, hops, isTrusted)
  return {
    address,
    hops,
    scheme: schemeOf(entryAt(depth, schemes)),
    host: legibleHost(entryAt(depth, hosts)),
  }
}

/** A resolved URL with the scheme that was forwarded (E3). */
export function withScheme(url: string, { scheme }: ForwardedRequest): string {
  if (scheme === null || url.startsWith(`${scheme}:`)) return url
  return requestUrl(scheme + url.slice(url.indexOf(':'))) ?? url
}

/** A resolved URL at the host that was forwarded; null where none was. */
export function atHost(url: string, { host }: ForwardedRequest): string | null {
  const { home, target } = cutUrl(url)
  return host === null ? null : requestUrl(home.slice(0, home.indexOf('//') + 2) + host + target)
}

interface Written {
  readonly hops: string | null
  readonly schemes: string | null
  readonly hosts: string | null
}

function written(header: HeaderOf): Written {
  const hops = header('x-forwarded-for')
  const schemes = header('x-forwarded-proto')
  const hosts = header('x-forwarded-host')
  const isAlone = hops === null && schemes === null && hosts === null
  const standard = isAlone ? header('forwarded') : null
  return standard === null ? { hops, schemes, hosts } : readForwarded(standard)
}

/** A part of `Forwarded`: a pair of a name and a value, or what ends an element or the pair. */
const FORWARDED_PART = /([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))|[,;]|[^\s,;"]+|"/g

/** `Forwarded` in the form of the other three: each element gives one entry to each list. */
function readForwarded(text: string): Written {
  const elements: Record<string, string>[] = [{}]
  for (const [part, name, quoted, token] of text.matchAll(FORWARDED_PART)) {
    if (part === ',') elements.push({})
    if (name === undefined) continue
    const value = quoted === undefined ? token! : quoted.replace(/\\(.)/g, '$1')
    // A comma is in no address, scheme or host.
    elements.at(-1)![name.toLowerCase()] ??= value.includes(',') ? '' : value
  }
  const list = (name: string) => elements.map((element) => element[name] ?? '').join(', ')
  return { hops: list('for'), schemes: list('proto'), hosts: list('host') }
}

/**
 * The entry of a list that stands as far from its end as the client's address does. Most proxies
 * append to the list of addresses alone: a shorter list gives its first. One without an address is
 * the peer's.
 */
function entryAt(depth: number, list: string | null): string {
  if (list === null || !list.includes(',')) return list?.trim() ?? ''
  const entries = list.split(',')
  return entries[Math.max(0, entries.length - Math.max(1, depth))]!.trim()
}

/** The scheme of a WebSocket is that of its connection. */
const SCHEMES: Readonly<Record<string, 'http' | 'https'>> = {
  http: 'http',
  ws: 'http',
  https: 'https',
  wss: 'https',
}

function schemeOf(text: string): 'http' | 'https' | null {
  const scheme = text.toLowerCase()
  return Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme]! : null
}

/** The host that a text names, without a port that none can have; null where it names none. */
export function legibleHost(text: string): string | null {
  if (isAuthority(text)) return text
  // Servers choose their site by the name alone.
  const [name] = text.split(':', 1)
  return name !== text && isAuthority(name!) ? name! : null
}
