/**
 * The edge as Hono middleware in Node, Deno and Bun: what follows it in the app is the origin.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import type { BundleStore } from '../../edge/platform.ts'
import { type AcapVariables, AppOrigin } from '../app-origin.ts'
import { checkOptions, mountCheck } from '../check-options.ts'
import { trustedProxies } from './client-address.ts'
import { localServices, NodeExchange, type NodeServices } from './exchange.ts'

/** Options of the middleware. */
export interface AcapOptions extends EdgeOptions {
  /**
   * The proxies whose `X-Forwarded-For` counts: addresses, ranges, `loopback`, `private`. By default none: the client
   * is who connects.
   */
  readonly trust?: readonly string[]
  /**
   * Where newer policies than `bundle` come from: `fileBundle(path)`, `urlBundle(url)`, or what `acap publish` fills:
   * `folderStore(path)`, `urlStore(url)`. By default nowhere.
   */
  readonly bundles?: BundleStore
}

type AppEnv = { Variables: AcapVariables }

const MIDDLEWARE = {
  options: ['bundle', 'bundles', 'trust'],
  needs: ['Request', 'Response', 'Headers', 'ReadableStream', 'TransformStream', 'crypto'],
}

/** `@hono/node-server`: a handler wrote its answer to the connection itself. One with a body is an answer. */
const ALREADY_SENT = 'x-hono-already-sent'
const isAlreadySent = (answer: Response) => answer.headers.has(ALREADY_SENT) && answer.body === null

/**
 * Enforces a bundle's policies on every request. @throws TypeError without a bundle, for an unknown option, in a runtime
 * that lacks what the edge needs, for `bundles` that is no store, or for a `trust` that is not a list of addresses.
 */
export function acap(options: AcapOptions): MiddlewareHandler<AppEnv> {
  checkOptions(options, MIDDLEWARE)
  checkStore(options.bundles)
  const services = localServices(trustedProxies(options.trust ?? []), options.bundles)
  return middlewareOf(new Edge(services.platform, options), services)
}

/** The middleware of an edge. */
export function middlewareOf(edge: Edge, services: NodeServices): MiddlewareHandler<AppEnv> {
  const checkMount = mountCheck(services.platform.log)
  return async function acap(c, next) {
    checkMount(c)
    const app = new AppOrigin(c, next)
    const answer = await edge.answer(new AppExchange(c, app, services))
    if (app.answer !== null && isAlreadySent(app.answer)) return undefined
    const returned = app.handOver(answer)
    // The answer to a HEAD loses its body later, and nobody would send it.
    if (returned === undefined && c.res.headers.has(ALREADY_SENT)) c.header(ALREADY_SENT, undefined)
    return returned
  }
}

function checkStore(bundles: unknown): void {
  if (bundles === undefined || typeof (bundles as BundleStore | null)?.get === 'function') return
  throw new TypeError("acap(): `bundles` must be a store, such as `fileBundle('dist/policies.bin')`")
}

/** A request whose origin is the rest of the app. */
class AppExchange extends NodeExchange {
  readonly app: AppOrigin

  constructor(context: Context<AppEnv>, app: AppOrigin, services: NodeServices) {
    super(context.req.raw, peerOf(context), services)
    this.app = app
  }

  askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    return this.app.ask(request, siteOrigin)
  }
}

/** What servers hand to a Hono app beside the request. */
interface Handed {
  /** `@hono/node-server`. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
  /** `Deno.serve`. */
  readonly remoteAddr?: { readonly hostname?: string }
  /** `Bun.serve`. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

/** The address of the connection; undefined where the server does not tell it. */
function peerOf({ env, req }: Context<AppEnv>): string | undefined {
  const handed = (env ?? {}) as Handed
  if (handed.incoming !== undefined) return handed.incoming.socket?.remoteAddress
  if (handed.remoteAddr !== undefined) return handed.remoteAddr.hostname
  return typeof handed.requestIP === 'function' ? handed.requestIP(req.raw)?.address : undefined
}
