/**
 * A page's bytes, piece by piece → the same bytes with tags at their place, and with class tokens on the elements that
 * selectors find (E1). Nothing is taken away, so no fault loses a byte: where a page cannot be read any further with
 * certainty, what was found so far counts. A tag is held until it ends, or is longer than 64 KiB.
 */
import type { RouteConfig } from '../../vocabulary/site-config.ts'
import { type Attribute, attributesOf, textOf } from './attributes.ts'
import { joinedBytes, NOTHING } from './byte-source.ts'
import { ElementMatcher, type SelectorSet, selectorSet } from './element-matcher.ts'
import type { Rewriting } from './page.ts'
import type { TagPlacer } from './tag-place.ts'
import { TagReader } from './tag-reader.ts'

interface Insertion {
  readonly at: number
  readonly text: string
}

export interface ClassRules {
  readonly selectors: SelectorSet
  readonly classes: readonly string[]
}

export function classRules(elements: RouteConfig['elements']): ClassRules {
  const selectors = selectorSet(elements.flatMap(({ selectors }) => selectors))
  return { selectors, classes: elements.flatMap((each) => each.selectors.map(() => each.class)) }
}

export class ClassWriter implements Rewriting {
  readonly #reader = new TagReader({ scripting: true })
  readonly #matcher: ElementMatcher
  readonly #classes: readonly string[]
  readonly #report: (fault: unknown) => void
  #held = NOTHING
  #isStopped = false

  constructor({ selectors, classes }: ClassRules, report: (fault: unknown) => void) {
    this.#report = report
    this.#matcher = new ElementMatcher(selectors)
    this.#classes = classes
  }

  get isDone(): boolean {
    return this.#isStopped && this.#held.length === 0
  }

  take(bytes: Uint8Array): Uint8Array {
    const piece = joinedBytes(this.#held, bytes)
    this.#held = NOTHING
    if (this.#isStopped) return piece
    const insertions = this.#safelyRead(piece)
    const settled = this.#isStopped ? piece.length : this.#reader.settled
    this.#held = piece.subarray(settled)
    return spliced(piece.subarray(0, settled), insertions)
  }

  end(): Uint8Array {
    return this.#held
  }

  /** A fault of our own ends the classes, never the page. */
  #safelyRead(piece: Uint8Array): readonly Insertion[] {
    try {
      return this.#read(piece)
    } catch (fault) {
      this.#isStopped = true
      this.#report(fault)
      return []
    }
  }

  #read(piece: Uint8Array): readonly Insertion[] {
    const reader = this.#reader
    const insertions: Insertion[] = []
    for (let at = 0; reader.next(piece, at); at = reader.end) {
      if (reader.isEnd) this.#matcher.close(reader.name)
      else this.#mark(piece, insertions)
      if (this.#matcher.isFull) this.#isStopped = true
      if (this.#isStopped) return insertions
    }
    this.#isStopped = reader.isStopped
    return insertions
  }

  #mark(piece: Uint8Array, insertions: Insertion[]): void {
    const { name, isSelfClosing, nameEnd, end } = this.#reader
    const matched = this.#matcher.open(name, isSelfClosing, piece, nameEnd, end)
    if (matched.length === 0) return
    const tokens = [...new Set(matched.map((i) => this.#classes[i]!))].join(' ')
    const own = attributesOf(piece, nameEnd, end).list.find((attribute) => attribute.name === 'class')
    if (own === undefined) insertions.push({ at: nameEnd, text: ` class="${tokens}"` })
    else insertions.push(...added(piece, own, tokens))
  }
}

function added(piece: Uint8Array, { from, to, nameEnd, quote }: Attribute, tokens: string): readonly Insertion[] {
  if (quote === 'none') return [{ at: nameEnd, text: `="${tokens}"` }]
  if (quote !== 'bare') return [{ at: to, text: from === to ? tokens : ` ${tokens}` }]
  if (from === to) return [{ at: to, text: `"${tokens}"` }]
  // A value without quotes may hold a quote; one that holds both is ended by a reference to a space instead.
  const value = textOf(piece, from, to)
  const mark = ['"', "'"].find((each) => !value.includes(each))
  if (mark === undefined) return [{ at: to, text: `&#32;${tokens.replaceAll(' ', '&#32;')}` }]
  return [
    { at: from, text: mark },
    { at: to, text: ` ${tokens}${mark}` },
  ]
}

function spliced(bytes: Uint8Array, insertions: readonly Insertion[]): Uint8Array {
  if (insertions.length === 0) return bytes
  const added = insertions.reduce((sum, { text }) => sum + text.length, 0)
  const out = new Uint8Array(bytes.length + added)
  let from = 0
  let to = 0
  for (const { at, text } of insertions) {
    out.set(bytes.subarray(from, at), to)
    to += at - from
    for (let i = 0; i < text.length; i++) out[to++] = text.charCodeAt(i)
    from = at
  }
  out.set(bytes.subarray(from), to)
  return out
}

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
