/**
 * A request on the wire → an exchange for the edge, whose origin is asked over the wire.
 */
import type { ClientRequest, IncomingMessage } from 'node:http'
import { logWarning } from '../edge/log.ts'
import { cutUrl, requestUrl } from '../grammar/resolved-url.ts'
import { gatewayFault, publicLocation } from '../platforms/gateway.ts'
import { NodeExchange, type NodeServices } from '../platforms/node/exchange.ts'
import { altered, endToEnd, headersFrom, withHeader, without } from './headers.ts'
import { OriginAnswer } from './origin-answer.ts'
import { type OriginClient, OriginSilent, type SentRequest } from './origin-client.ts'

/** What the proxied exchanges of one gate have in common. */
export interface ProxyServices extends NodeServices {
  readonly client: OriginClient
  /** The origin of all sites; null: that of each site's site.toml. */
  readonly origin: string | null
  /** Host and port where the gate listens, for requests that name no host (HTTP/1.0). */
  readonly ownHost: string
}

/** A request as it came, and the URL that it stands for. */
export interface WireRequest {
  readonly message: IncomingMessage
  readonly url: string
  /** What the origin is asked: path and query that were decided upon, and no fragment. */
  readonly target: string
  /** The host that the origin is told: the one that is judged. */
  readonly host: string
}

/**
 * Reads the URL of a request; null where it names no host, or several, or its target has none of the forms of RFC 9112 3.2.
 * `scheme` is that of the public site.
 */
export function readWire(message: IncomingMessage, ownHost: string, scheme: string): WireRequest | null {
  const { url: written = '/', method, rawHeaders } = message
  if (rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1) return null
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
  readonly inApp = false
  readonly routedAs = null
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
    const request = new Request(url, {
      method: message.method!,
      headers: headersFrom(message.rawHeaders),
      redirect: 'manual',
    })
    super(request, message.socket.remoteAddress, services)
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

  /** The gate's own origin, else that of the site. @throws Error where neither is named. */
  originOf(siteOrigin: string | null): URL {
    const origin = this.proxy.origin ?? siteOrigin
    if (origin === null) throw new Error('no origin: start the gate with --origin, or name one in site.toml')
    return new URL(origin)
  }

  /** The request as it is sent to the origin. */
  sent(request: Request): SentRequest {
    const { message, target } = this.wire
    const { rawHeaders, headers } = message
    const isFirst = !this.#isBodySent
    this.#isBodySent = true
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    let raw = endToEnd(rawHeaders)
    if (request !== this.request) raw = altered(raw, request.headers, this.request.headers)
    raw = this.#forwarded(without(raw, 'expect'))
    if (hasBody && !isFirst) raw = without(raw, 'content-length')
    else if (headers['transfer-encoding'] !== undefined) raw.push('transfer-encoding', 'chunked')
    else if (!hasBody && !BODILESS_METHODS.has(request.method)) raw.push('content-length', '0')
    const body = hasBody && isFirst ? message : null
    const onSent = (request: ClientRequest) => {
      this.#pending = request
      if (this.#isOver) request.destroy()
    }
    return { method: request.method, target, headers: raw, body, onSent }
  }

  /** Stops what is still on its way: the client has left, or has its answer. */
  end(): void {
    this.#isOver = true
    this.#pending?.destroy()
    for (const answer of this.#answers) if (!answer.readableEnded) answer.destroy()
  }

  /** Tells the origin who asks. What a client says of itself in these headers is replaced. */
  #forwarded(raw: readonly string[]): string[] {
    const { message, url } = this.wire
    const { home, host } = cutUrl(url)
    const peer = message.socket.remoteAddress ?? ''
    const before = this.isFromProxy ? message.headers['x-forwarded-for'] : undefined
    let out = withHeader(raw, 'X-Forwarded-For', before === undefined ? peer : `${String(before)}, ${peer}`)
    out = withHeader(out, 'X-Forwarded-Proto', home.slice(0, home.indexOf(':')))
    out = withHeader(out, 'X-Forwarded-Host', host)
    if (!this.isFromProxy) for (const name of PROXIES_OWN) out = without(out, name)
    const named = out.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
    return named >= 0 && out[named + 1] === this.wire.host ? out : withHeader(out, 'Host', this.wire.host)
  }
}

/** Headers in which proxies tell servers of another client or path than the request's own. */
const PROXIES_OWN = ['forwarded', 'x-original-url', 'x-rewrite-url']

/** Methods whose requests say nothing where they have no body (RFC 9110 8.6). */
const BODILESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE'])

/** The answer; a redirect that names the origin leads to the public host. */
function withPublicLocation(message: IncomingMessage, request: Request, { origin }: URL): Response {
  const location = publicLocation(message.headers.location ?? null, origin, cutUrl(request.url).home)
  if (location !== null) message.rawHeaders = withHeader(message.rawHeaders, 'location', location)
  return OriginAnswer.of(message, request.method)
}
