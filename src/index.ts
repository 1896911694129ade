/**
 * The library's `acap-edge`: the edge for an app of your own, in the web's shape, and the bundle that it takes. Policy text is
 * read, compiled and asked by `acap-edge/policy`; Hono has an entry of its own.
 */
export { type BundleError, type Decoded, decode } from './bundle/decode.ts'
export { encode } from './bundle/encode.ts'
export type { Bundle, SiteProgram } from './bundle/program.ts'
export type { Decision } from './engine/decision.ts'
export type { AcapVariables, Next } from './platforms/app-origin.ts'
export { edge, type WorkersContext, type WorkersEdge } from './platforms/workers/app-edge.ts'
export type { EdgeEnv } from './platforms/workers/exchange.ts'
