/**
 * The library's `acap-edge`: the edge for an app of your own, in the web's shape, and the bundle that it takes. Policy text is
 * read, compiled and asked by `acap-edge/policy`; Hono has an entry of its own.
 */

export type { Decision } from './decide/decision.ts'
export type { AcapVariables, Next } from './doors/app-origin.ts'
export { edge, type WorkersContext, type WorkersEdge } from './doors/workers/app-edge.ts'
export type { EdgeEnv, WorkersOptions } from './doors/workers/exchange.ts'
export { type BundleError, type Decoded, decode } from './program/decode.ts'
export { encode } from './program/encode.ts'
export type { Bundle, SiteProgram } from './program/program.ts'
