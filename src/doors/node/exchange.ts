/**
 * The platform of Node, Deno and Bun: the log is the console, rates are kept in memory, and nothing is known of a
 * client but the address that it connects from.
 */
import { isIP } from 'node:net'
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
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
import { keyFetcher } from './fetch-keys.ts'
import type { IsTrusted } from './trusted-proxies.ts'

/** How hard Brotli tries; more costs several times as much. */
const QUALITY = 4

/** A rewritten body in the coding that the page came in, `gzip` or `br`; each piece is sent as soon as it is there. */
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
    const now = Date.now()
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

/** Gives what logs a host that no site names, and whose request was passed on. Clients choose hosts: only a few are kept. */
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

  get clientAddress(): string | null {
    return clientAddress(
      this.#peer,
      this.request.headers.get('x-forwarded-for'),
      this.#services.isTrusted,
    )
  }

  get isFromProxy(): boolean {
    const peer = plainAddress(this.#peer ?? '')
    return peer !== null && this.#services.isTrusted(peer)
  }

  onUnknownHost(host: string): void {
    this.#services.onUnknownHost?.(host)
  }

  keepAlive(_work: Promise<unknown>): void {
    // A process goes on after an answer by itself.
  }
}

/**
 * The client's address: the last hop that is not trusted. `peer` is the address of the connection; `forwardedFor` the
 * X-Forwarded-For header, to which each proxy has appended the address of its own peer. An entry that is not an address
 * ends the search: nothing vouches for what stands before it.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null,
  isTrusted: IsTrusted,
): string | null {
  let address = plainAddress(peer ?? '')
  if (address === null) return null
  const hops = forwardedFor === null ? [] : forwardedFor.split(',')
  for (let i = hops.length - 1; i >= 0 && isTrusted(address); i--) {
    const hop = plainAddress(hops[i]!)
    if (hop === null) break
    address = hop
  }
  return address
}

/** An address without port, brackets, zone and the prefix of an IPv4 address in IPv6; null where the text is no address. */
export function plainAddress(text: string): string | null {
  // Nearly all are.
  if (isIP(text) === 4) return text
  const trimmed = text.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1]
  const address = (bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'))
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIP(address) === 0 ? null : address
}
