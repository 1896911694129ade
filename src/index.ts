/**
 * The library's `acap-edge`: the edge for an app of your own, in the web's shape, and the bundle
 * that it takes. Policy text is read, compiled and asked by `acap-edge/policy`; Hono has an entry
 * of its own.
 */

export type { DecidingField, Decision } from './decide/decision.ts'
export type { AcapVariables, Next, RequestContext } from './doors/app-origin.ts'
export { edge, type WorkersContext, type WorkersEdge } from './doors/workers/app-edge.ts'
export type {
  DecisionLog,
  EdgeEnv,
  OriginEnv,
  PacerNamespace,
  PolicyStore,
  WorkersOptions,
} from './doors/workers/exchange.ts'
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
