/**
 * Where the policies come from → the bundle in force. The one shipped with the Worker is decoded once per isolate; with
 * a KV binding a newer one takes its place within a minute, and on any fault the last good one stays.
 */

import { type Decoded, decode } from '../bundle/decode.ts'
import { logWarning } from './log.ts'

/** The key of the bundle in KV. */
export const BUNDLE_KEY = 'bundle'

/** The part of a KV namespace that is needed. */
export type PolicyStore = Pick<KVNamespace, 'get'>

const REFRESH_MS = 30_000
/** The least that KV takes: what the isolate's data centre may have been holding already. */
const CACHE_TTL_S = 30

/** The bundle of one isolate. */
export class BundleSource {
  readonly #shipped: Decoded
  #current: Decoded
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  #stored: Uint8Array | null = null

  constructor(shipped: ArrayBuffer | Uint8Array) {
    this.#shipped = decode(shipped)
    this.#current = this.#shipped
    if (!this.#shipped.ok) reportFault(this.#shipped.error.message)
  }

  /** The bundle in force, or why there is none. */
  get current(): Decoded {
    return this.#current
  }

  /** Looks into the store where it is time to; null where the bundle is as new as it can be. Never rejects. */
  refresh(store: PolicyStore | undefined, now: number): Promise<void> | null {
    if (store === undefined || now - this.#askedAt < REFRESH_MS) return this.#asking
    this.#askedAt = now
    this.#asking = this.#take(store).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #take(store: PolicyStore): Promise<void> {
    try {
      this.#adopt(await store.get(BUNDLE_KEY, { type: 'arrayBuffer', cacheTtl: CACHE_TTL_S }))
    } catch (fault) {
      reportFault(String(fault))
    }
  }

  #adopt(bytes: ArrayBuffer | null): void {
    const stored = bytes === null ? null : new Uint8Array(bytes)
    if (bytes === null) this.#current = this.#shipped
    else if (this.#stored === null || !isSame(this.#stored, stored!)) {
      const decoded = decode(bytes)
      if (decoded.ok) this.#current = decoded
      else reportFault(decoded.error.message)
    }
    this.#stored = stored
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The bundle in force stays what it was. */
function reportFault(fault: string): void {
  logWarning('bundle', { fault })
}
