/**
 * The options of a middleware → a clear error at start where something is missing, instead of a site that answers every
 * crawler 503. Unreadable bytes are no such error: they follow the failure contract (docs/architecture.md).
 */
import type { EdgeOptions } from '../edge/edge.ts'

/** @throws TypeError where `bundle` is not an ArrayBuffer or Uint8Array, or the runtime lacks a web API that the edge needs. */
export function checkOptions(options: EdgeOptions | undefined, needed: readonly string[]): void {
  const bundle: unknown = options?.bundle
  if (!(bundle instanceof ArrayBuffer) && !(bundle instanceof Uint8Array)) {
    throw new TypeError('acap() needs `bundle`: the bytes that `acap build --out policies.bin` writes')
  }
  const missing = needed.filter((name) => !(name in globalThis))
  if (missing.length > 0) {
    throw new TypeError(
      `acap() needs ${missing.join(', ')}, which this runtime lacks: use Node 20 or newer, Deno 2, Bun 1.2 or Cloudflare Workers`,
    )
  }
}
