/**
 * The content of an element that holds text and no markup → where its end tag begins (HTML standard 13.2.5.2 to 13.2.5.31).
 * Comments in a script, and scripts in these, keep `</script>` from ending it.
 */
import { endsTagName, lowerCaseOf } from './attributes.ts'

const PLAIN = 0
const ESCAPED = 1
const DOUBLE_ESCAPED = 2

export class TextContent {
  readonly #name: string
  readonly #isScript: boolean
  /** Whether some read this content as markup: then only text without any `<` is sure to be passed over. */
  readonly #isUnclear: boolean
  #state = PLAIN
  #dashes = 0
  /** After `end` gave -1: the index from which bytes must be given again. */
  settled = 0
  /** After `end` gave an index: whether the end tag begins there, and not what some read as markup. */
  isClosed = false

  constructor(name: string, isUnclear: boolean) {
    this.#name = name
    this.#isScript = name === 'script'
    this.#isUnclear = isUnclear
  }

  end(bytes: Uint8Array, from: number): number {
    let i = from
    while (i < bytes.length) {
      if (this.#state === PLAIN) i = bytes.indexOf(0x3c, i)
      if (i < 0) break
      const step = bytes[i] === 0x3c ? this.#angle(bytes, i) : this.#escaped(bytes[i]!)
      if (step === 0) return i
      if (step < 0) {
        this.settled = i
        return -1
      }
      i += step
    }
    this.settled = bytes.length
    return -1
  }

  #escaped(byte: number): number {
    if (byte === 0x3e && this.#dashes >= 2) this.#state = PLAIN
    this.#dashes = byte === 0x2d ? this.#dashes + 1 : 0
    return 1
  }

  /** How many bytes of text go on at a `<`: 0 where the text ends, -1 where more bytes are needed. */
  #angle(bytes: Uint8Array, i: number): number {
    this.#dashes = 0
    const closer = `</${this.#name}`
    const found = lowerCaseOf(bytes, i, i + closer.length + 1)
    const isCut = found.length <= closer.length
    if (isCut && (closer.startsWith(found) || (this.#isScript && isOpener(found)))) return -1
    const closes = found.startsWith(closer) && endsTagName(found.charCodeAt(closer.length))
    if (this.#isUnclear || (closes && this.#state !== DOUBLE_ESCAPED)) {
      this.isClosed = closes
      return 0
    }
    return this.#isScript ? this.#inScript(found, closes) : 1
  }

  #inScript(found: string, closes: boolean): number {
    if (this.#state === PLAIN && found.startsWith('<!--')) {
      this.#state = ESCAPED
      this.#dashes = 2
      return 4
    }
    if (this.#state === DOUBLE_ESCAPED && closes) {
      this.#state = ESCAPED
      return 8
    }
    if (this.#state === ESCAPED && found.startsWith('<script') && endsTagName(found.charCodeAt(7))) {
      this.#state = DOUBLE_ESCAPED
      return 7
    }
    return 1
  }
}

function isOpener(found: string): boolean {
  return '<!--'.startsWith(found) || '<script'.startsWith(found)
}
