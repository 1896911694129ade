/**
 * A page's bytes, piece by piece → the same bytes with tags at their place and classes on elements.
 */
import { joined, NOTHING } from './byte-source.ts'
import type { ClassWriter } from './class-attributes.ts'
import { HeadPlace } from './head-place.ts'
import type { Rewriting } from './page.ts'
import type { TagPlace } from './tag-place.ts'

/** Puts tags in, at a place of the first piece or, where it comes later, first in head. */
export class TagInsertion implements Rewriting {
  readonly #tags: Uint8Array
  readonly #classes: ClassWriter | null
  #place: TagPlace
  #search: HeadPlace | null
  #held = NOTHING

  constructor(tags: Uint8Array, place: TagPlace, classes: ClassWriter | null) {
    this.#tags = tags
    this.#place = place
    this.#classes = classes
    this.#search = place === 'later' ? new HeadPlace() : null
  }

  get isDone(): boolean {
    return this.#place === 'nowhere' && this.#held.length === 0 && (this.#classes === null || this.#classes.isDone)
  }

  take(bytes: Uint8Array): Uint8Array {
    const piece = this.#held.length === 0 ? bytes : joined(this.#held, bytes)
    this.#held = NOTHING
    if (this.#search !== null) return this.#searched(piece, this.#search)
    if (typeof this.#place !== 'number') return this.#classed(piece)
    return this.#inserted(piece, this.#place)
  }

  end(): Uint8Array {
    const isLast = this.#search?.atEnd === true
    const rest = this.#classed(this.#held)
    const end = this.#classes === null ? rest : joined(rest, this.#classes.end())
    return isLast ? joined(this.#tags, end) : end
  }

  #searched(piece: Uint8Array, search: HeadPlace): Uint8Array {
    const found = search.read(piece)
    if (found === 'nowhere') {
      this.#search = null
      this.#place = 'nowhere'
      return this.#classed(piece)
    }
    if ('at' in found) return this.#inserted(piece, found.at)
    this.#held = piece.subarray(found.passed)
    return this.#classed(piece.subarray(0, found.passed))
  }

  #inserted(piece: Uint8Array, at: number): Uint8Array {
    this.#search = null
    this.#place = 'nowhere'
    const before = this.#classed(piece.subarray(0, at))
    const after = this.#classed(piece.subarray(at))
    const out = new Uint8Array(before.length + this.#tags.length + after.length)
    out.set(before)
    out.set(this.#tags, before.length)
    out.set(after, before.length + this.#tags.length)
    return out
  }

  #classed(piece: Uint8Array): Uint8Array {
    return this.#classes === null || this.#classes.isDone ? piece : this.#classes.take(piece)
  }
}
