/**
 * The library's `acap-edge`: the edge as Hono middleware for your own app, and the bundle that it takes. Policy text is read,
 * compiled and asked by `acap-edge/policy`.
 */
export { type BundleError, type Decoded, decode } from './bundle/decode.ts'
export { encode } from './bundle/encode.ts'
export type { Bundle, SiteProgram } from './bundle/program.ts'
export type { EdgeOptions } from './edge/edge.ts'
export type { Facts } from './engine/facts.ts'
export type { AcapVariables } from './platforms/app-origin.ts'
export type { EdgeEnv } from './platforms/workers/env.ts'
export { acap } from './platforms/workers/middleware.ts'
export type { Usage } from './vocabulary/usages.ts'
