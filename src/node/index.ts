/**
 * The library's `acap-edge` in Node, Deno and Bun: what src/index.ts is in the Workers runtime.
 */
export { type BundleError, type Decoded, decode } from '../bundle/decode.ts'
export { encode } from '../bundle/encode.ts'
export type { Bundle, SiteProgram } from '../bundle/program.ts'
export type { EdgeOptions } from '../edge/edge.ts'
export type { BundleStore } from '../edge/platform.ts'
export type { Facts } from '../engine/facts.ts'
export type { AcapVariables } from '../platforms/app-origin.ts'
export { fileBundle, urlBundle } from '../platforms/node/bundle-stores.ts'
export { type AcapOptions, acap } from '../platforms/node/middleware.ts'
export { folderStore, urlStore } from '../platforms/node/site-stores.ts'
export type { Usage } from '../vocabulary/usages.ts'
