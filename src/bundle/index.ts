/**
 * The library's `acap-edge/bundle`: programs from and to bytes, for projects without Hono.
 */
export { type BundleError, type Decoded, decode } from './decode.ts'
export { encode } from './encode.ts'
export type { Bundle, SiteProgram } from './program.ts'
