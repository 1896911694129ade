/** A request target → its bytes in the form of P2, in a buffer that is used again and again. */
import { targetForm } from '../grammar/path-form.ts'

const NO_TEXTS: readonly string[] = []
const NO_TARGETS: readonly Target[] = []

const EMPTY = new Uint8Array()
const LEAST_ROOM = 64

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
    this.joined = joined.length === 0 ? NO_TARGETS : joined.map((text, i) => this.#readOther(text, i))
    this.revision++
    const form = targetForm(target)
    if (form.length > this.bytes.length) this.bytes = new Uint8Array(Math.max(LEAST_ROOM, 2 * form.length))
    const { bytes } = this
    for (let at = 0; at < form.length; at++) bytes[at] = form.charCodeAt(at)
    this.length = form.length
  }

  #readOther(text: string, place: number): Target {
    this.#spare[place] ??= new Target()
    this.#spare[place].read(text)
    return this.#spare[place]
  }
}
