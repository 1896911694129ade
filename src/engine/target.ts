/**
 * A request target → its bytes in the form of P2, in a buffer that is used again and again. It is `targetForm` of the
 * grammar for the request path.
 */
import { hexValue, isUnreserved, OCTET_CLASS } from '../grammar/path-form.ts'

const HASH = 0x23
const PERCENT = 0x25

/** 1 for the characters that P2 keeps, 0 for all that need a closer look. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => (OCTET_CLASS[code] !== 0 || code === HASH ? 0 : 1))

const HEX = new TextEncoder().encode('0123456789ABCDEF')

const NO_TEXTS: readonly string[] = []
const NO_TARGETS: readonly Target[] = []

const EMPTY = new Uint8Array()
/** Room for a target of about 100 characters; longer ones get more. */
const LEAST_ROOM = 1024

/** The buffer of one target. */
export class Target {
  /** The form of P2, `length` bytes; letter case as received. */
  bytes = EMPTY
  length = 0
  /** Changes with each target that is read. */
  revision = 0
  /** Further targets whose fields are found together with those of this one (P6). */
  joined: readonly Target[] = NO_TARGETS
  readonly #spare: Target[] = []

  /** Reads path and query; a fragment is dropped. */
  read(target: string, joined: readonly string[] = NO_TEXTS): void {
    this.joined = joined.length === 0 ? NO_TARGETS : this.#readOthers(joined)
    this.#readOne(target)
  }

  #readOthers(texts: readonly string[]): readonly Target[] {
    while (this.#spare.length < texts.length) this.#spare.push(new Target())
    return texts.map((text, i) => {
      const other = this.#spare[i]!
      other.#readOne(text)
      return other
    })
  }

  #readOne(target: string): void {
    this.revision++
    // An octet becomes three at most, a UTF-16 unit at most three octets.
    if (target.length * 9 > this.bytes.length) this.bytes = new Uint8Array(Math.max(LEAST_ROOM, target.length * 9))
    const { bytes } = this
    let at = 0
    for (let i = 0; i < target.length; i++) {
      const code = target.charCodeAt(i)
      if (code < 128 && PLAIN[code] === 1) bytes[at++] = code
      else if (code === HASH) break
      else {
        this.length = at
        i += this.#readOdd(target, i, code)
        at = this.length
      }
    }
    this.length = at
  }

  /** A percent triple, or a character that P2 encodes; returns how many further characters it took. */
  #readOdd(target: string, i: number, code: number): number {
    if (code === PERCENT) {
      const high = i + 2 < target.length ? hexValue(target.charCodeAt(i + 1)) : -1
      const low = high < 0 ? -1 : hexValue(target.charCodeAt(i + 2))
      if (low < 0) {
        this.#push(PERCENT)
        return 0
      }
      const octet = high * 16 + low
      if (isUnreserved(octet)) this.#push(octet)
      else this.#pushTriple(octet)
      return 2
    }
    if (code < 0x80) this.#pushTriple(code)
    else return this.#pushCharacter(target.codePointAt(i)!)
    return 0
  }

  /** A character beyond ASCII as percent-encoded UTF-8; a lone surrogate as U+FFFD. */
  #pushCharacter(codePoint: number): number {
    const point = codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint
    if (point < 0x800) this.#pushTriple(0xc0 | (point >> 6))
    else if (point < 0x10000) {
      this.#pushTriple(0xe0 | (point >> 12))
      this.#pushTriple(0x80 | ((point >> 6) & 63))
    } else {
      this.#pushTriple(0xf0 | (point >> 18))
      this.#pushTriple(0x80 | ((point >> 12) & 63))
      this.#pushTriple(0x80 | ((point >> 6) & 63))
    }
    this.#pushTriple(0x80 | (point & 63))
    return point >= 0x10000 ? 1 : 0
  }

  #pushTriple(octet: number): void {
    this.#push(PERCENT)
    this.#push(HEX[octet >> 4]!)
    this.#push(HEX[octet & 15]!)
  }

  #push(octet: number): void {
    this.bytes[this.length++] = octet
  }
}
