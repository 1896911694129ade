/**
 * Text → value, for the texts that came last: each has one slot, which a few of its characters choose. A Map would hash the whole
 * text, which costs as much as reading a header does.
 */

const SLOTS = 1024
/** Longer ones are not kept, so that strangers cannot fill more than half a megabyte. */
const LONGEST = 256
const SAMPLES = 16

export class RecentTexts<V> {
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined)
  readonly #values: (V | undefined)[] = new Array(SLOTS).fill(undefined)

  /** The value of a text, made where it is not kept. */
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
