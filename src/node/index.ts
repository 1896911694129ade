/**
 * The library's `acap-edge/node`: what `acap-edge` has, for Node, Deno and Bun, and the middleware of `node:http`.
 */
export { type BundleError, type Decoded, decode } from '../bundle/decode.ts'
export { encode } from '../bundle/encode.ts'
export type { Bundle, SiteProgram } from '../bundle/program.ts'
export type { BundleStore } from '../edge/platform.ts'
export type { Decision } from '../engine/decision.ts'
export type { AcapVariables, Next } from '../platforms/app-origin.ts'
export type { NodeContext, NodeEdge, NodeEdgeOptions } from '../platforms/node/app-edge.ts'
export { edge } from '../platforms/node/app-edge.ts'
export { fileBundle, folderStore, urlBundle, urlStore } from '../platforms/node/bundle-stores.ts'
export {
  type NodeMiddleware,
  type NodeRequest,
  type NodeResponse,
  nodeMiddleware,
} from '../platforms/node/node-middleware.ts'
