/**
 * The edge for apps in Node, Deno and Bun, with web-standard requests and responses. Its exported
 * types do not need Node's.
 */

import { trustedProxies } from '../../base/files/trusted-proxies.ts'
import { decisionOf } from '../../decide/decision-of.ts'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import type { AppBehind, BundleStore, Ruling } from '../../edge/platform.ts'
import {
  askApp,
  checkOptions,
  type Next,
  type RequestContext,
  seemsForPage,
} from '../app-origin.ts'
import { localServices, NodeExchange, type NodeServices } from './exchange.ts'
import { addition } from './raw-headers.ts'

/** Options of an edge in an app. */
export interface NodeEdgeOptions {
  /**
   * The proxies whose `X-Forwarded-*` headers count: addresses, ranges, `loopback`, `private`.
   * @default none
   */
  readonly trust?: readonly string[]
  /**
   * Where newer policies than `bundle` come from: `fileBundle(path)`, `urlBundle(url)`, or what
   * `acap publish` fills:
   * `folderStore(path)`, `urlStore(url)`. @default nowhere
   */
  readonly bundles?: BundleStore
  /**
   * An option of the edge in Workers, for apps that run there, too: it means nothing here. @default
   * true
   */
  readonly rewriter?: boolean
}

/**
 * Options of a middleware that takes all of them at once. In Workers it has `bundle` and `rewriter`
 * alone.
 */
export interface AcapOptions extends EdgeOptions, NodeEdgeOptions {}

/** What a server knows of a request beside it. */
export interface NodeContext extends RequestContext {
  /** The address of the connection. Without it no name is proven by address. */
  readonly address?: string | undefined
}

/** Answers a request, by the app where the policy lets it. */
export type NodeEdge = (request: Request, next: Next, context?: NodeContext) => Promise<Response>

const OPTIONS = ['bundles', 'trust', 'rewriter']
const NEEDS = ['Request', 'Response', 'Headers', 'ReadableStream', 'TransformStream', 'crypto']

/** The edge that a function of this name makes of these options, and its services. */
export function edgeFor(
  name: string,
  bundle: ArrayBuffer | Uint8Array,
  options: NodeEdgeOptions,
): [edge: Edge, services: NodeServices] {
  checkOptions(name, bundle, options, name === 'acap' ? ['bundle', ...OPTIONS] : OPTIONS, NEEDS)
  checkStore(name, options?.bundles)
  const { trust = [], bundles } = options ?? {}
  const services = localServices(trustedProxies(trust), bundles)
  return [new Edge(services.platform, { bundle }), services]
}

export function handlerOf(edge: Edge, services: NodeServices): NodeEdge {
  return async (request, next, context = {}) => {
    let tag = ''
    const app: Next = async (...asked) => {
      const answered = await next(...asked)
      tag = answered.headers.get(ROBOTS_TAG) ?? ''
      return answered
    }
    const answer = await edge.answer(new AppExchange(request, app, context, services))
    // Without a crawler's name in the app's value, the order does not matter.
    if (tag.includes(':') && !KEEPS_LINES) putOwnFirst(answer, tag)
    return answer
  }
}

/** Deno sends each appended value as its own line. Node and Bun join them into one. */
const KEEPS_LINES = 'Deno' in globalThis
const ROBOTS_TAG = 'x-robots-tag'

/**
 * Puts the edge's general rules before the app's value: after a crawler's name, they would apply to
 * that crawler only.
 */
function putOwnFirst({ headers }: Response, before: string): void {
  const own = addition(headers.get(ROBOTS_TAG), before)
  if (own !== null) headers.set(ROBOTS_TAG, `${own}, ${before}`)
}

function checkStore(name: string, bundles: unknown): void {
  if (bundles === undefined || typeof (bundles as BundleStore | null)?.get === 'function') return
  throw new TypeError(
    `${name}(): \`bundles\` must be a store, such as \`fileBundle('dist/policies.bin')\``,
  )
}

interface NodeApp extends AppBehind {
  readonly next: Next
}

export class AppExchange extends NodeExchange {
  declare readonly app: NodeApp

  constructor(request: Request, next: Next, context: NodeContext, services: NodeServices) {
    const app: NodeApp = { routedAs: context.routedAs, seemsForPage, next }
    super(request, context.address, services, app)
  }

  askOrigin(
    request: Request,
    siteOrigin: string | null,
    _countsAsCrawler: boolean,
    ruling: Ruling | undefined,
  ): Promise<Response> {
    return askApp(this.app.next, request, {
      siteOrigin,
      decision: ruling ? decisionOf(ruling) : null,
    })
  }
}

/**
 * Enforces a bundle's policies on every request.
 *
 * @param bundle The bytes that `acap build --out` writes.
 * @param options Trusted proxies, and a store of newer bundles. @default none
 * @throws TypeError without a bundle, for an unknown option, in a runtime that lacks what the edge
 * needs, for `bundles` that is no store, or for a `trust` that is not a list of addresses.
 * @example
 * const handle = edge(readFileSync('dist/policies.bin'))
 * Bun.serve({ fetch: (request) => handle(request, () => new Response('a page')) })
 */
export function edge(bundle: ArrayBuffer | Uint8Array, options: NodeEdgeOptions = {}): NodeEdge {
  return handlerOf(...edgeFor('edge', bundle, options))
}
