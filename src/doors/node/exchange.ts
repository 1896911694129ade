/**
 * The platform of Node, Deno and Bun: the log is the console, rates are kept in memory, and of a
 * client only its address is known.
 */
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { type IsTrusted, plainAddress } from '../../base/forwarded-address.ts'
import { Coded, type Zlib } from '../../edge/html/byte-source.ts'
import { logEvent } from '../../edge/log.ts'
import { waitingTime } from '../../edge/pace.ts'
import type {
  AppBehind,
  Bodies,
  BundleStore,
  Exchange,
  LineCounter,
  PaceStore,
  Platform,
} from '../../edge/platform.ts'
import { ticks } from '../../edge/ticks.ts'
import { keyFetcher } from './fetch-keys.ts'
import { atHost, type ForwardedRequest, forwardedBy, withScheme } from './forwarded.ts'

/** How hard Brotli tries; more costs several times as much. */
const QUALITY = 4

/**
 * A rewritten body in the coding that the page came in, `gzip` or `br`; each piece is sent as soon
 * as it is there.
 */
function encoded(body: BodyInit, coding: string, zlib: Zlib): ReadableStream<Uint8Array> {
  const reader = new Response(body).body!.getReader()
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY } = zlib.constants
  const coder = new Coded(
    coding === 'br'
      ? zlib.createBrotliCompress({
          flush: BROTLI_OPERATION_FLUSH,
          params: { [BROTLI_PARAM_QUALITY]: QUALITY },
        })
      : zlib.createGzip({ flush: Z_SYNC_FLUSH }),
  )
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        const { pieces } = await coder.take(done ? null : value)
        for (const piece of pieces) controller.enqueue(piece)
        if (done) return controller.close()
        if (pieces.length > 0) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const MAX_BYTES = 4 * 1024 * 1024

export class MemoryPaces implements PaceStore {
  readonly #last = new BoundedCache<string, number>(MAX_BYTES)

  async admit(key: string, interval: number): Promise<number> {
    const now = ticks()
    const wait = waitingTime(this.#last.get(key), now, interval)
    if (wait === 0) this.#last.set(key, now, textBytes(key))
    return wait
  }
}

export interface NodeServices {
  readonly platform: Platform
  readonly isTrusted: IsTrusted
  readonly bundles: BundleStore | null
  readonly paces: PaceStore | null
  readonly counter: LineCounter | null
  readonly onUnknownHost?: ((host: string) => void) | undefined
}

export function localServices(
  isTrusted: IsTrusted,
  bundles: BundleStore | null = null,
): NodeServices {
  const platform = { log: console, fetchKeys: keyFetcher() }
  const onUnknownHost = unknownHostLog(console)
  return { platform, isTrusted, bundles, paces: new MemoryPaces(), counter: null, onUnknownHost }
}

const MOST_HOSTS = 20
const LAST_STATE = "more hosts are no site's: they are not listed"
/** The longest name of a host (RFC 1035 2.3.4), and a port. */
const MOST_CHARACTERS = 261

/**
 * Gives what logs a host that no site names, and whose request was passed on. Clients choose hosts:
 * only a few are kept.
 */
export function unknownHostLog(log: Platform['log']): (host: string) => void {
  const hosts = new Set<string>()
  return (host) => {
    if (hosts.size > MOST_HOSTS || hosts.has(host)) return
    hosts.add(host)
    const state = `${host.slice(0, MOST_CHARACTERS)} is no site's host: passed on`
    logEvent(log, 'host', { state: hosts.size > MOST_HOSTS ? LAST_STATE : state })
  }
}

let zlib: Promise<Zlib> | null = null

function loadZlib(): Promise<Zlib> {
  zlib ??= import('node:zlib')
  return zlib
}

/** Bodies come as they were sent or made, and go as they are. */
const BODIES: Bodies = {
  isStillCoded: null,
  encode: async (body, coding) => encoded(body, coding, await loadZlib()),
  loadZlib,
  queued: () => new Promise((resolve) => setImmediate(resolve, 'over')),
}

export abstract class NodeExchange implements Exchange {
  readonly request: Request
  readonly platform: Platform
  readonly bundles: BundleStore | null
  readonly paces: PaceStore | null
  readonly counter: LineCounter | null
  readonly bodies = BODIES
  readonly botVerdict = null
  readonly #services: NodeServices
  readonly #peer: string | undefined
  #proxied: ForwardedRequest | null | undefined
  readonly app: AppBehind | null

  constructor(
    request: Request,
    peer: string | undefined,
    services: NodeServices,
    app: AppBehind | null = null,
  ) {
    this.request = request
    this.platform = services.platform
    this.bundles = services.bundles
    this.paces = services.paces
    this.counter = services.counter
    this.#services = services
    this.#peer = peer
    this.app = app
  }

  abstract askOrigin(...asked: Parameters<Exchange['askOrigin']>): Promise<Response>

  withForwardedScheme(url: string): string {
    return this.proxied === null ? url : withScheme(url, this.proxied)
  }

  atForwardedHost(url: string): string | null {
    return this.proxied === null ? null : atHost(url, this.proxied)
  }

  /**
   * What trusted proxies say of the request; null where its connection is from none. Read once:
   * several ask.
   */
  protected get proxied(): ForwardedRequest | null {
    if (this.#proxied === undefined) {
      const { headers } = this.request
      const header = (name: string) => headers.get(name)
      this.#proxied = forwardedBy(this.#peer, header, this.#services.isTrusted)
    }
    return this.#proxied
  }

  get clientAddress(): string | null {
    return this.proxied?.address ?? plainAddress(this.#peer ?? '')
  }

  get pricing(): string | null {
    return this.proxied === null ? null : this.request.headers.get('cf-pay-per-crawl')
  }

  onUnknownHost(host: string): void {
    this.#services.onUnknownHost?.(host)
  }

  keepAlive(_work: Promise<unknown>): void {
    // Nothing to do: a process keeps running after it has answered.
  }
}
