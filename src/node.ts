/**
 * The library's `acap-edge/node`: what `acap-edge` has, for Node, Deno and Bun, and the middleware
 * of `node:http`.
 */

export type { DecidingField, Decision } from './decide/decision.ts'
export type { AcapVariables, Next, RequestContext } from './doors/app-origin.ts'
export type { NodeContext, NodeEdge, NodeEdgeOptions } from './doors/node/app-edge.ts'
export { edge } from './doors/node/app-edge.ts'
export { fileBundle, folderStore, urlBundle, urlStore } from './doors/node/bundle-stores.ts'
export {
  type NodeMiddleware,
  type NodeRequest,
  type NodeResponse,
  nodeMiddleware,
} from './doors/node/node-middleware.ts'
export type { BundleStore } from './edge/platform.ts'
export { type BundleError, type Decoded, decode } from './program/decode.ts'
export { encode } from './program/encode.ts'
export type * from './program/program.ts'
export type { Result } from './program/section-file.ts'
export type { Assurance, Basis, Category, Effect, Outcome } from './words/decision-words.ts'
export type { EmbeddedField } from './words/embedded.ts'
export type { NameProofs } from './words/name-proofs.ts'
export type * from './words/restriction.ts'
export type { SiteConfig } from './words/site-config.ts'
export type { Usage } from './words/usages.ts'
