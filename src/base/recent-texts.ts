/**
 * A small cache keyed by text. A few characters of the text choose its slot: a Map would hash the
 * whole text, which costs as much as reading a header.
 */

const SLOTS = 1024
/** Longer texts are not cached, so that clients can fill half a megabyte at most. */
const LONGEST = 256
const SAMPLES = 16

export class RecentTexts<V> {
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined)
  readonly #values: (V | undefined)[] = new Array(SLOTS).fill(undefined)

  /** The cached value of a text, made if it is missing. */
  of(text: string, make: (text: string) => V): V {
    const slot = slotOf(text)
    if (this.#texts[slot] === text) return this.#values[slot]!
    const value = make(text)
    if (text.length <= LONGEST) {
      this.#texts[slot] = text
      this.#values[slot] = value
    }
    return value
  }
}

function slotOf(text: string): number {
  const { length } = text
  let hash = length
  for (let i = 1; i <= SAMPLES; i++)
    hash = Math.imul(hash, 31) + text.charCodeAt(((length - 1) * i) >> 4)
  return (hash ^ (hash >>> 10)) & (SLOTS - 1)
}
