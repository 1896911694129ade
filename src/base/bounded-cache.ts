/**
 * A cache limited by memory, for data that clients can fill. Eviction is CLOCK ("second chance"): a
 * hit marks its entry; when room is needed, the oldest unmarked entry is evicted, and a marked one
 * loses its mark and moves to the end. So keys that are requested only once evict each other.
 */

interface Entry<V> {
  readonly value: V
  readonly bytes: number
  isUsed: boolean
}

/** What an entry costs beside its key and value: the slot in the map and the entry object. */
export const ENTRY_BYTES = 128

/** The memory of a string, in bytes: two per UTF-16 unit at most, and its header. */
export function textBytes(text: string): number {
  return 2 * text.length + 24
}

export class BoundedCache<K, V> {
  readonly #entries = new Map<K, Entry<V>>()
  readonly #maxBytes: number
  readonly #maxEntryBytes: number
  #bytes = 0

  /** Entries above `maxEntryBytes` are not cached, so that one entry cannot evict many. */
  constructor(maxBytes: number, maxEntryBytes = maxBytes / 16) {
    this.#maxBytes = maxBytes
    this.#maxEntryBytes = maxEntryBytes
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  /**
   * Caches a value. `bytes` is the memory of key and value. Returns false if it is too large to
   * cache.
   */
  set(key: K, value: V, bytes: number): boolean {
    this.delete(key)
    return this.add(key, value, bytes)
  }

  /**
   * `set` for a key that `get` has just missed. It saves a lookup, which costs as much as parsing a
   * header.
   */
  add(key: K, value: V, bytes: number): boolean {
    const all = bytes + ENTRY_BYTES
    // Not `>`: NaN must be rejected, too.
    if (!(all <= this.#maxEntryBytes)) return false
    this.#makeRoom(all)
    this.#entries.set(key, { value, bytes: all, isUsed: false })
    this.#bytes += all
    return true
  }

  delete(key: K): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    return true
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Evicts an eighth at a time: a map skips the places of its deleted entries whenever an iteration
   * begins.
   */
  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes <= this.#maxBytes) return
    const target = (this.#maxBytes * 7) / 8 - bytes
    // Entries inserted during the iteration come last and are unmarked, so it ends in the second
    // round at most.
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= target) return
      this.#entries.delete(key)
      if (entry.isUsed) {
        entry.isUsed = false
        this.#entries.set(key, entry)
      } else this.#bytes -= entry.bytes
    }
  }
}
