/**
 * A request on the wire → an exchange for the edge, whose origin is asked over the wire.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { logWarning } from '../edge/log.ts'
import type { Refusal } from '../edge/platform.ts'
import { cutUrl, requestUrl } from '../grammar/resolved-url.ts'
import { gatewayFault, publicLocation } from '../platforms/gateway.ts'
import { NodeExchange, type NodeServices } from '../platforms/node/exchange.ts'
import { altered, endToEnd, firstValue, isRepeated, withHeader, without } from './headers.ts'
import { OriginAnswer } from './origin-answer.ts'
import { type OriginClient, OriginSilent, RequestEnded, type SentRequest } from './origin-client.ts'
import { RefusalAnswer } from './refusal-answer.ts'
import { RequestOnWire } from './wire-request.ts'

/** What the proxied exchanges of one gate have in common. */
export interface ProxyServices extends NodeServices {
  readonly client: OriginClient
  /** The origin of all sites; null: that of each site's site.toml. */
  readonly origin: URL | null
  /** Host and port where the gate listens, for requests that name no host (HTTP/1.0). */
  readonly ownHost: string
}

/** A request as it came, and the URL that it stands for. */
export interface WireRequest {
  readonly message: IncomingMessage
  readonly url: string
  /** What the origin is asked for: the path and query that were judged, without a fragment. */
  readonly target: string
  /** The host in the request to the origin: the one that was judged. */
  readonly host: string
}

/**
 * Reads the URL of a request; null where it names no host, or several, or its target has none of the forms of RFC 9112 3.2.
 * `scheme` is that of the public site.
 */
export function readWire(message: IncomingMessage, ownHost: string, scheme: string): WireRequest | null {
  const { url: written = '/', method, rawHeaders } = message
  if (isRepeated(rawHeaders, 'host')) return null
  // A client of a proxy writes the whole URL, and Host does not count (RFC 9112 3.2.2).
  const isWhole = /^https?:\/\//i.test(written)
  const isForServer = written === '*' && method === 'OPTIONS'
  if (!isWhole && !isForServer && !written.startsWith('/')) return null
  const host = message.headers.host ?? ownHost
  const url = requestUrl(isWhole ? written : `${scheme}://${host}${isForServer ? '/' : written}`)
  if (url === null) return null
  const parts = cutUrl(url)
  return { message, url, target: isForServer ? written : parts.target, host: isWhole ? parts.host : host }
}

/** A request that is passed on to an origin. */
export class ProxyExchange extends NodeExchange {
  readonly app = null
  readonly wire: WireRequest
  readonly proxy: ProxyServices
  /** The request that waits for the origin's answer. An AbortController would cost as much as the decision. */
  #pending: ClientRequest | null = null
  #isOver = false
  /** What the origin answered, for as long as it is not read. */
  readonly #answers: IncomingMessage[] = []
  #isBodySent = false

  constructor(wire: WireRequest, services: ProxyServices) {
    const { message, url } = wire
    super(RequestOnWire.of(message.method!, url, message.rawHeaders), message.socket.remoteAddress, services)
    this.wire = wire
    this.proxy = services
  }

  async askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    const { client, platform } = this.proxy
    try {
      const origin = this.originOf(siteOrigin)
      const message = await client.ask(origin, this.sent(request))
      this.#pending = null
      this.#answers.push(message)
      return withPublicLocation(message, request, origin)
    } catch (fault) {
      if (!this.#isOver) logWarning(platform.log, 'origin', { url: request.url, fault: String(fault) })
      return gatewayFault(fault instanceof OriginSilent ? 504 : 502)
    }
  }

  refuse(method: string, refusal: Refusal): Response {
    return RefusalAnswer.of(method, refusal)
  }

  /** The gate's own origin, else that of the site. @throws Error where neither is named. */
  originOf(siteOrigin: string | null): URL {
    const origin = this.proxy.origin ?? siteOrigin
    if (origin === null) throw new Error('no origin: start the gate with --origin, or name one in site.toml')
    return typeof origin === 'string' ? new URL(origin) : origin
  }

  /** The request as it is sent to the origin. */
  sent(request: Request): SentRequest {
    const { message, target } = this.wire
    const { rawHeaders, headers } = message
    const isFirst = !this.#isBodySent
    this.#isBodySent = true
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    const own = request === this.request ? rawHeaders : altered(rawHeaders, request.headers, this.request.headers)
    let raw = this.#forwarded(own)
    if (hasBody && !isFirst) raw = without(raw, 'content-length')
    else if (headers['transfer-encoding'] !== undefined) raw.push('transfer-encoding', 'chunked')
    else if (!hasBody && !BODILESS_METHODS.has(request.method)) raw.push('content-length', '0')
    const body = hasBody && isFirst ? message : null
    const onSent = (request: ClientRequest) => {
      this.#pending = request
      if (this.#isOver) endRequest(request)
    }
    return { method: request.method, target, headers: raw, body, onSent }
  }

  /** Stops what is still on its way: the client has left, or has its answer. */
  end(): void {
    this.#isOver = true
    if (this.#pending !== null) endRequest(this.#pending)
    for (const answer of this.#answers) if (!answer.readableEnded) answer.destroy()
  }

  /** The header as it is passed on. It tells the origin who asks: what a client says of itself there is replaced. */
  #forwarded(own: readonly string[]): string[] {
    const { message, url } = this.wire
    const { home, host } = cutUrl(url)
    const peer = message.socket.remoteAddress ?? ''
    const { isFromProxy } = this
    const raw = endToEnd(own, isFromProxy ? REPLACED : REPLACED_FOR_CLIENTS)
    const before = isFromProxy ? message.headers['x-forwarded-for'] : undefined
    raw.push('X-Forwarded-For', before === undefined ? peer : `${String(before)}, ${peer}`)
    raw.push('X-Forwarded-Proto', home.slice(0, home.indexOf(':')), 'X-Forwarded-Host', host)
    return firstValue(raw, 'host') === this.wire.host ? raw : withHeader(raw, 'Host', this.wire.host)
  }
}

function endRequest(request: ClientRequest): void {
  request.destroy(new RequestEnded('the client left'))
}

/** What of a request's header this hop writes itself. */
const REPLACED: ReadonlySet<string> = new Set(['expect', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])
/** The same, and the headers in which proxies tell servers of another client or path than the request's own. */
const REPLACED_FOR_CLIENTS: ReadonlySet<string> = new Set([...REPLACED, 'forwarded', 'x-original-url', 'x-rewrite-url'])

/** Methods whose requests say nothing where they have no body (RFC 9110 8.6). */
const BODILESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'])

/** The answer; a redirect that names the origin leads to the public host. */
function withPublicLocation(message: IncomingMessage, request: Request, { origin }: URL): Response {
  const written = firstValue(message.rawHeaders, 'location')
  const location = written === null ? null : publicLocation(written, origin, cutUrl(request.url).home)
  if (location !== null) message.rawHeaders = withHeader(message.rawHeaders, 'location', location)
  return OriginAnswer.of(message, request.method)
}
