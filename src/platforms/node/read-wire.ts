/**
 * A request on the wire → the URL that it stands for, which is judged and passed on.
 */
import type { IncomingMessage } from 'node:http'
import { isAuthority } from '../../grammar/authority.ts'
import { cutUrl, requestUrl } from '../../grammar/resolved-url.ts'
import { valuesOf } from './raw-headers.ts'

/** A request as it came, and the URL that it stands for. */
export interface WireRequest<Message extends IncomingMessage> {
  readonly message: Message
  readonly url: string
  /** What the origin is asked for: the path and query that were judged, without a fragment. */
  readonly target: string
  /** The host in the request to the origin: the one that was judged. */
  readonly host: string
}

/**
 * Reads the URL of a request; null where it names no host, or several, or its target has none of the forms of RFC 9112 3.2,
 * or its body is coded in another way than in chunks. `scheme` is that of the public site.
 */
export function readWire<Message extends IncomingMessage>(
  message: Message,
  ownHost: string,
  scheme: string,
  written = message.url ?? '/',
): WireRequest<Message> | null {
  const { rawHeaders, headers } = message
  if (valuesOf(rawHeaders, 'host').length > 1 || !isFramedPlainly(message)) return null
  // A client of a proxy writes the whole URL, and Host does not count (RFC 9112 3.2.2).
  const isWhole = /^https?:\/\//i.test(written)
  if (!isWhole && !written.startsWith('/')) return null
  const host = headers.host ?? ownHost
  // What a URL parser would take for a path, it must not see.
  if (!isWhole && !isAuthority(host)) return null
  const url = requestUrl(isWhole ? written : `${scheme}://${host}${written}`)
  if (url === null) return null
  const parts = cutUrl(url)
  return { message, url, target: parts.target, host: isWhole ? parts.host : host }
}

/** Node reads the chunks of any coding that ends with them; the origin would get the rest without its name. */
function isFramedPlainly({ headers, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersionMinor > 0)
}
