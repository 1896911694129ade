/**
 * The edge in the web's own shape for Node, Deno and Bun: a Request in, a Response out, the app as what comes after it.
 */
import { edgeFor, handlerOf } from './app-edge.ts'
import type { NodeEdge, NodeEdgeOptions } from './edge-options.ts'

/**
 * Enforces a bundle's policies on every request. @throws TypeError without a bundle, for an unknown option, in a runtime
 * that lacks what the edge needs, for `bundles` that is no store, or for a `trust` that is not a list of addresses.
 */
export function edge(bundle: ArrayBuffer | Uint8Array, options: NodeEdgeOptions = {}): NodeEdge {
  return handlerOf(...edgeFor('edge', bundle, options))
}
