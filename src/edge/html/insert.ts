/**
 * A page's bytes, piece by piece → the same bytes with tags at their place and classes on elements.
 */
import { joinedBytes, NOTHING } from './byte-source.ts'
import type { ClassWriter } from './class-attributes.ts'
import type { Rewriting } from './page.ts'
import type { TagPlacer } from './tag-place.ts'

/** Puts tags in, at the place that a placer has found in the first piece, or finds in a later one. */
export class TagInsertion implements Rewriting {
  readonly #tags: Uint8Array
  readonly #placer: TagPlacer
  readonly #classes: ClassWriter | null
  #isFirst = true
  #isOver = false
  /** How many bytes of the page were passed on, and what was held back behind them. */
  #passed = 0
  #held = NOTHING

  constructor(tags: Uint8Array, placer: TagPlacer, classes: ClassWriter | null) {
    this.#tags = tags
    this.#placer = placer
    this.#classes = classes
  }

  get isDone(): boolean {
    return this.#isOver && (this.#classes === null || this.#classes.isDone)
  }

  take(bytes: Uint8Array): Uint8Array {
    if (this.#isOver) return this.#classed(bytes)
    const placer = this.#placer
    if (!this.#isFirst) placer.take(bytes, false)
    this.#isFirst = false
    const piece = joinedBytes(this.#held, bytes)
    const { place } = placer
    const until = place === 'later' ? placer.passed - this.#passed : piece.length
    this.#held = piece.subarray(until)
    this.#isOver = place !== 'later'
    if (typeof place === 'number') {
      const at = place - this.#passed
      const before = joinedBytes(this.#classed(piece.subarray(0, at)), this.#tags)
      return joinedBytes(before, this.#classed(piece.subarray(at)))
    }
    this.#passed += until
    return this.#classed(piece.subarray(0, until))
  }

  end(): Uint8Array {
    if (!this.#isOver) this.#placer.take(NOTHING, true)
    const rest = this.#classed(this.#held)
    const end = this.#classes === null ? rest : joinedBytes(rest, this.#classes.end())
    return !this.#isOver && this.#placer.place === this.#passed ? joinedBytes(this.#tags, end) : end
  }

  #classed(piece: Uint8Array): Uint8Array {
    return this.#classes === null || this.#classes.isDone ? piece : this.#classes.take(piece)
  }
}
