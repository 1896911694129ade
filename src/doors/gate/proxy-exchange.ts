/**
 * Connects a request on the wire with the edge, and requests the page from the origin.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { errors } from 'undici'
import { trustedProxies } from '../../base/files/trusted-proxies.ts'
import { networkOf } from '../../base/ip-address.ts'
import { plainAnswer } from '../../edge/answers/own-answers.ts'
import { logWarning } from '../../edge/log.ts'
import type { Refusal, Ruling, Sent } from '../../edge/platform.ts'
import { cutUrl } from '../../words/resolved-url.ts'
import { publicLocation } from '../gateway.ts'
import { NodeExchange, type NodeServices } from '../node/exchange.ts'
import { altered, endToEnd, valuesOf, withHeader } from '../node/raw-headers.ts'
import { RequestOnWire, type WireRequest } from '../node/wire-request.ts'
import type { BodyCount } from '../node/write-response.ts'
import type { GateMessage } from './client-connections.ts'
import { busy } from './gate-answers.ts'
import type { OriginPlaces, PlaceHolder } from './limits.ts'
import { OriginAnswer, RefusalAnswer } from './origin-answer.ts'
import type {
  OriginClient,
  OriginMessage,
  OriginRequest,
  SentRequest,
  Switched,
} from './origin-client.ts'

export interface ProxyServices extends NodeServices {
  readonly client: OriginClient
  readonly places: OriginPlaces
  /** The origin of all sites; null: that of each site's site.toml. */
  readonly origin: URL | null
  /** Host and port where the gate listens, for requests that name no host (HTTP/1.0). */
  readonly ownHost: string
}

/** An address of this machine or of a network that is not public. */
const isOwnAddress = trustedProxies(['loopback', 'private'])

export class ProxyExchange extends NodeExchange {
  readonly wire: WireRequest<GateMessage>
  readonly proxy: ProxyServices
  switched: Switched | null = null
  isTurnedAway = false
  /** The origin's responses so far. There may be two, because a page may be requested twice. */
  readonly received: Response[] = []
  /** Counts the body bytes sent; null if the count is not needed. */
  count: BodyCount | null = null
  #write: ((sent: Sent) => void) | null = null
  /** Requests sent to the origin. An AbortController would cost as much as the decision. */
  readonly #asked: OriginRequest[] = []
  /**
   * Who holds this exchange's place at origins: null for a reader, undefined if no place is taken.
   * One place covers all its requests.
   */
  #place: PlaceHolder | null | undefined
  #unwatch: (() => void) | null = null
  #isOver = false
  #isBodySent = false

  readonly #watch: (() => () => void) | null

  /** `watch`: begins to watch how fast a crawler is. */
  constructor(
    wire: WireRequest<GateMessage>,
    services: ProxyServices,
    watch: (() => () => void) | null = null,
  ) {
    const { message, url } = wire
    super(
      RequestOnWire.of(message.method!, url, message.rawHeaders),
      message.socket.remoteAddress,
      services,
    )
    this.wire = wire
    this.proxy = services
    this.#watch = watch
  }

  async askOrigin(
    request: Request,
    siteOrigin: string | null,
    countsAsCrawler = false,
    ruling?: Ruling,
  ): Promise<Response> {
    const holder = countsAsCrawler ? this.#holder(ruling) : null
    this.isTurnedAway = this.#place === undefined && !this.#takePlace(holder)
    if (this.isTurnedAway) return busy()
    try {
      const origin = this.#originOf(siteOrigin)
      const asked = this.proxy.client.ask(origin, this.#sent(request))
      this.#asked.push(asked)
      if (this.#isOver) asked.end()
      const answer = await asked.answer
      if ('status' in answer) {
        const received = originAnswer(answer, request, origin)
        this.received.push(received)
        return received
      }
      this.switched = answer
      return new Response(null, { status: WITHOUT_PAGE })
    } catch (fault) {
      const { log } = this.proxy.platform
      if (!this.#isOver) logWarning(log, 'origin', { url: request.url, fault })
      return plainAnswer(fault instanceof errors.HeadersTimeoutError ? 504 : 502)
    }
  }

  refuse(method: string, refusal: Refusal): Response {
    return RefusalAnswer.of(method, refusal)
  }

  whenSent(write: (sent: Sent) => void): void {
    this.count = { bytes: 0 }
    if (this.#isOver) write({ status: null, bytes: null })
    else this.#write = write
  }

  /** Cleans up after the client left or got its answer, and ends requests still under way. */
  end({ headersSent, statusCode }: ServerResponse): void {
    this.#isOver = true
    this.#write?.(
      headersSent
        ? { status: statusCode, bytes: this.count!.bytes }
        : { status: null, bytes: null },
    )
    const { message } = this.wire
    // Discard the rest of an upload, because the next request follows it on the connection.
    if (!message.complete) message.unpipe().resume()
    for (const asked of this.#asked) asked.end()
    if (this.#place !== undefined) this.proxy.places.giveBack(this.#place)
    this.#place = undefined
    this.#unwatch?.()
  }

  #takePlace(holder: PlaceHolder | null): boolean {
    // After the client left, `end` does not run again to give the place back.
    if (this.#isOver || !this.proxy.places.take(holder)) return false
    this.#place = holder
    if (holder !== null) this.#unwatch = this.#watch?.() ?? null
    return true
  }

  #holder(ruling: Ruling | undefined): PlaceHolder {
    const address = this.clientAddress
    const isPublic = address !== null && !isOwnAddress(address)
    return { name: ruling?.crawler.name ?? null, network: isPublic ? networkOf(address) : null }
  }

  #originOf(siteOrigin: string | null): URL {
    const origin = this.proxy.origin ?? siteOrigin
    if (origin === null)
      throw new Error('no origin: start the gate with --origin, or name one in site.toml')
    return typeof origin === 'string' ? new URL(origin) : origin
  }

  /** The request as it is sent to the origin. A body can be sent once. */
  #sent(request: Request): SentRequest {
    const { message, target } = this.wire
    const { rawHeaders } = message
    const before = this.request.headers
    const own =
      request.headers === before ? rawHeaders : altered(rawHeaders, request.headers, before)
    const headers = this.#forwarded(own, request.url)
    const body = this.#isBodySent ? null : bodyOf(message)
    this.#isBodySent = true
    const length = message.headers['content-length']
    if (body !== null && length !== undefined) headers.push('content-length', length)
    return { method: request.method, target, headers, body, isWebSocket: message.upgrade }
  }

  /**
   * The header as it is passed on. It tells the origin who asks: what a client says of itself there
   * is replaced.
   */
  #forwarded(own: readonly string[], url: string): string[] {
    const { home, host } = cutUrl(url)
    const peer = this.wire.message.socket.remoteAddress ?? ''
    const { proxied } = this
    const raw = endToEnd(own, proxied === null ? REPLACED_FOR_CLIENTS : REPLACED)
    const before = proxied?.hops ?? null
    raw.push('X-Forwarded-For', before === null ? peer : `${before}, ${peer}`)
    raw.push('X-Forwarded-Proto', home.slice(0, home.indexOf(':')), 'X-Forwarded-Host', host)
    return valuesOf(raw, 'host')[0] === this.wire.host
      ? raw
      : withHeader(raw, 'Host', this.wire.host)
  }
}

/** The status that stands for an origin's 101 where the edge sees it: there is no page. */
export const WITHOUT_PAGE = 204

/**
 * The body of a request, in a stream that ends without it: the client must still get its answer.
 * Null where it has none.
 */
function bodyOf(message: IncomingMessage): Readable | null {
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers
  return coding === undefined && Number(length ?? 0) === 0 ? null : message.pipe(new PassThrough())
}

/** What of a request's header this hop writes itself, and what undici does. */
const REPLACED: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
])
/**
 * The same, and the headers in which proxies tell servers of another client or path than the
 * request's own.
 */
const REPLACED_FOR_CLIENTS: ReadonlySet<string> = new Set([
  ...REPLACED,
  'forwarded',
  'x-original-url',
  'x-rewrite-url',
  // What a platform in front says of payments (M1).
  'cf-pay-per-crawl',
  'crawler-exact-price',
  'crawler-max-price',
  'payment-context',
])

/**
 * What an origin may write of its body's coding: behind the gate, nobody would know of another one.
 */
const PLAIN_CODING = /^(?:chunked|identity)$/i

/**
 * The answer; a redirect that names the origin leads to the public host. A phrase says nothing that
 * its status does not.
 * @throws Error where the body has another transfer coding than chunks
 */
function originAnswer(message: OriginMessage, request: Request, { origin }: URL): Response {
  const { rawHeaders } = message
  const coding = valuesOf(rawHeaders, 'transfer-encoding').find((each) => !PLAIN_CODING.test(each))
  if (coding !== undefined)
    throw new Error(`the origin has coded its answer in \`${coding}\`, which nobody asked for`)
  const written = valuesOf(rawHeaders, 'location')[0] ?? null
  const location =
    written === null ? null : publicLocation(written, origin, cutUrl(request.url).home)
  const headers = location === null ? rawHeaders : withHeader(rawHeaders, 'location', location)
  const phrase = PHRASE.test(message.phrase) ? message.phrase : ''
  return OriginAnswer.of({ ...message, phrase, rawHeaders: headers }, request.method)
}

/** RFC 9112 4. */
const PHRASE = /^[\t -~\x80-\xff]*$/
