/**
 * Reads the URL of a request on the wire, and offers what the edge needs of a Request. A standard
 * Request costs more than a decision, and the origin gets the header as written.
 */
import type { IncomingMessage } from 'node:http'
import { isAuthority } from '../../base/ip-address.ts'
import type { LightRequest } from '../../edge/platform.ts'
import { cutUrl, requestUrl } from '../../words/resolved-url.ts'
import { headersFrom, valuesOf } from './raw-headers.ts'

class WireHeaders {
  readonly #raw: readonly string[]
  #all: Headers | null = null

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  get(name: string): string | null {
    if (!PLAIN_NAME.test(name)) return this.#standard().get(name)
    const raw = this.#raw
    let found: string | null = null
    for (let i = 0; i < raw.length; i += 2) {
      if (raw[i]!.length !== name.length || raw[i]!.toLowerCase() !== name) continue
      found = found === null ? raw[i + 1]! : `${found}, ${raw[i + 1]!}`
    }
    return found
  }

  has(name: string): boolean {
    return this.get(name) !== null
  }

  /** What makes `new Headers` of them: names in lower case, sorted, values joined. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#standard()[Symbol.iterator]()
  }

  #standard(): Headers {
    this.#all ??= headersFrom(this.#raw)
    return this.#all
  }
}

/** Names that clients write in signatures can be in other letters, or no names at all. */
const PLAIN_NAME = /^[a-z\d-]+$/

export class RequestOnWire {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** It is not read here: the origin gets it from the wire. */
  readonly body = null

  private constructor(method: string, url: string, headers: Headers) {
    this.method = method
    this.url = url
    this.headers = headers
  }

  /** The request with this header, as names and values in turn. */
  static of(method: string, url: string, raw: readonly string[]): LightRequest {
    return new RequestOnWire(
      method,
      url,
      new WireHeaders(raw) as unknown as Headers,
    ) as unknown as LightRequest
  }

  altered({
    method = this.method,
    headers = this.headers,
    url = this.url,
  }: Parameters<LightRequest['altered']>[0]): LightRequest {
    return new RequestOnWire(method, url, headers) as unknown as LightRequest
  }
}

export interface WireRequest<Message extends IncomingMessage> {
  readonly message: Message
  readonly url: string
  /** What the origin is asked for: the path and query that were judged, without a fragment. */
  readonly target: string
  /** The host in the request to the origin: the one that was judged. */
  readonly host: string
}

/**
 * Reads the URL of a request; null where it names no host, or several, or its target has none of
 * the forms of RFC 9112 3.2, or its body is coded in another way than in chunks. `scheme` is that
 * of the public site.
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

/**
 * Node reads the chunks of any coding that ends with them; the origin would get the rest without
 * its name.
 */
function isFramedPlainly({ headers, httpVersionMinor }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersionMinor > 0)
}
