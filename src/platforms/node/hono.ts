/**
 * The library's `acap-edge/hono` in Node, Deno and Bun: the edge as Hono middleware.
 */
import type { MiddlewareHandler } from 'hono'
import type { EdgeOptions } from '../../edge/edge.ts'
import type { AcapVariables } from '../app-origin.ts'
import { honoMiddleware } from '../hono-middleware.ts'
import { edgeFor, handlerOf, type NodeContext, type NodeEdgeOptions } from './app-edge.ts'

export type { AcapVariables } from '../app-origin.ts'

/** Options of the middleware. In Workers it has `bundle` alone. */
export interface AcapOptions extends EdgeOptions, NodeEdgeOptions {}

/** Enforces a bundle's policies on every request of an app. @throws TypeError as `edge` does. */
export function acap(options: AcapOptions): MiddlewareHandler<{ Variables: AcapVariables }> {
  const [edge, services] = edgeFor('acap', options?.bundle, options ?? {})
  return honoMiddleware<NodeContext>(handlerOf(edge, services), services.platform.log, ({ env, req }) => {
    return { address: peerOf(env, req.raw) }
  })
}

interface Handed {
  /** `@hono/node-server`. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
  /** `Deno.serve`. */
  readonly remoteAddr?: { readonly hostname?: string }
  /** `Bun.serve`. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null
}

function peerOf(env: unknown, request: Request): string | undefined {
  const handed = (env ?? {}) as Handed
  if (handed.incoming !== undefined) return handed.incoming.socket?.remoteAddress
  if (handed.remoteAddr !== undefined) return handed.remoteAddr.hostname
  return typeof handed.requestIP === 'function' ? handed.requestIP(request)?.address : undefined
}
