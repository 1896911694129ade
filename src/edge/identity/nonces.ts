/**
 * Nonces that one isolate has seen and that have not expired. They are kept as digests of one size, however long they
 * were, and those of strangers apart from those of known signers.
 */
import { BoundedCache, textBytes } from '../../engine/bounded-cache.ts'

/** Remembers nonces, within a number of bytes: the oldest go first. */
export class Nonces {
  readonly #known = new BoundedCache<string, number>(512 * 1024)
  readonly #strangers = new BoundedCache<string, number>(128 * 1024)

  /** Takes a signer's nonce until it expires; false where it was taken before. Times are milliseconds since 1970. */
  async take(signer: string, nonce: string, isKnown: boolean, until: number, now: number): Promise<boolean> {
    const taken = isKnown ? this.#known : this.#strangers
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([signer, nonce])))
    const key = String.fromCharCode(...new Uint8Array(digest))
    if ((taken.get(key) ?? 0) > now) return false
    taken.set(key, until, textBytes(key))
    return true
  }
}
