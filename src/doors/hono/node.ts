/**
 * The library's `acap-edge/hono` in Node, Deno and Bun: the edge as Hono middleware.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { AcapVariables } from '../app-origin.ts'
import { type AcapOptions, edgeFor, handlerOf, type NodeContext } from '../node/app-edge.ts'
import { honoMiddleware } from './hono-middleware.ts'

export type { EdgeOptions } from '../../edge/edge.ts'
export type { BundleStore, DecidingField, Decision } from '../../edge/platform.ts'
export type { Assurance, Basis, Category, Outcome } from '../../words/decision-words.ts'
export type * from '../../words/restriction.ts'
export type { Usage } from '../../words/usages.ts'
export type { AcapVariables } from '../app-origin.ts'
export type { AcapOptions, NodeEdgeOptions } from '../node/app-edge.ts'

/**
 * Enforces a bundle's policies on every request of an app.
 *
 * @param options The bundle, and what `edge` takes.
 * @throws TypeError as `edge` does.
 * @example
 * const app = new Hono()
 * app.use(acap({ bundle }))
 */
export function acap(options: AcapOptions): MiddlewareHandler<{ Variables: AcapVariables }> {
  const [edge, services] = edgeFor('acap', options?.bundle, options ?? {})
  return honoMiddleware(handlerOf(edge, services), services.platform.log, contextOf)
}

interface Handed {
  /** `@hono/node-server`. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
  /** `Deno.serve`. */
  readonly remoteAddr?: { readonly hostname?: string }
  /** `Bun.serve`. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

function contextOf({ env, req }: Context, routedAs: string): NodeContext {
  const { incoming, remoteAddr, requestIP } = (env ?? {}) as Handed
  if (incoming !== undefined) return { routedAs, address: incoming.socket?.remoteAddress }
  if (remoteAddr !== undefined) return { routedAs, address: remoteAddr.hostname }
  return {
    routedAs,
    address: typeof requestIP === 'function' ? requestIP.call(env, req.raw)?.address : undefined,
  }
}
