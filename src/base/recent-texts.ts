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

  get(text: string): V | undefined {
    const slot = slotOf(text)
    return this.#texts[slot] === text ? this.#values[slot] : undefined
  }

  set(text: string, value: V): void {
    if (text.length > LONGEST) return
    const slot = slotOf(text)
    this.#texts[slot] = text
    this.#values[slot] = value
  }
}

function slotOf(text: string): number {
  const { length } = text
  let hash = length
  for (let i = 1; i <= SAMPLES; i++)
    hash = Math.imul(hash, 31) + text.charCodeAt(((length - 1) * i) >> 4)
  return (hash ^ (hash >>> 10)) & (SLOTS - 1)
}
