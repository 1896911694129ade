/**
 * Key → value, within a number of bytes: for everything that strangers can fill. Eviction is CLOCK ("second chance"): a
 * hit marks its entry; where room is needed, the oldest entry goes unless it is marked, in which case it loses the mark
 * and becomes the youngest. So a flood of keys that are asked for once evicts itself.
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

  /** `maxEntryBytes`: a larger entry is not kept at all, so that no single one evicts many. */
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

  /** Keeps a value. `bytes` is the memory of key and value; false where it is too large to keep. */
  set(key: K, value: V, bytes: number): boolean {
    this.delete(key)
    return this.add(key, value, bytes)
  }

  /** The same for a key that has no value, as `get` has just found: a look-up costs as much as reading a header. */
  add(key: K, value: V, bytes: number): boolean {
    const all = bytes + ENTRY_BYTES
    // Not `>`: a size that is not a number is not kept either.
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

  /** Evicts an eighth at a time: a map skips the places of its deleted entries whenever an iteration begins. */
  #makeRoom(bytes: number): void {
    if (this.#bytes + bytes <= this.#maxBytes) return
    const target = (this.#maxBytes * 7) / 8 - bytes
    // What is inserted during the iteration comes last, without its mark: so this ends in the second round at most.
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
