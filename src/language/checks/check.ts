/**
 * What a check is: a look at a whole policy that finds one kind of thing. Each stands in a file of its own and has one
 * code; checks.ts lists them. With it how a check finds the place of what it speaks about.
 */
import type { Finding } from '../findings/diagnostic.ts'
import type { ValueKind } from '../policy/fields.ts'
import type { Origin, Policy } from '../policy/policy.ts'
import type { RouteReading } from '../site/routes.ts'
import type { Line } from '../text/lines.ts'
import type { Span } from '../text/source.ts'
import { spanOf, type Tree, wordSpan, wordsOf } from '../text/tree.ts'
import type { Level } from './levels.ts'

/** A policy with the trees it was read from. */
export interface Context {
  readonly policy: Policy
  /** The robots.txt first, then the files that it refers to. */
  readonly trees: readonly Tree[]
  /** The lines of known fields by their kind of value. */
  readonly places: ReadonlyMap<ValueKind, readonly Place[]>
  /** What the records come to, level by level (L1). */
  readonly levels: readonly Level[]
  readonly routes: readonly RouteReading[]
  /** Whether there is a site.toml to speak of. */
  readonly hasSite: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

export type Check = (context: Context) => Iterable<Finding>

/** A line with its tree. */
export interface Place {
  readonly tree: Tree
  readonly line: Line
}

/** Where a field stands. */
export function placeOf({ trees }: Context, { source, line }: Origin): Place {
  const tree = trees.find((each) => each.source.file === source)!
  return { tree, line: tree.lines[line - 1]! }
}

/** The place of a whole field. */
export function fieldSpan({ tree, line }: Place): Span {
  return spanOf(tree, line, line.nameStart, line.valueEnd)
}

/** The place of a field's resource: the first word of its value, or the field. */
export function resourceSpan(place: Place): Span {
  const [word] = wordsOf(place.tree, place.line)
  return word === undefined ? fieldSpan(place) : wordSpan(place.tree, place.line, word)
}

/** The lines of some kinds of value, kind by kind. */
export function linesOf({ places }: Context, ...values: readonly ValueKind[]): Place[] {
  return values.flatMap((value) => places.get(value) ?? [])
}

/** All lines of known fields by their kind of value. */
export function placesOf(trees: readonly Tree[]): Map<ValueKind, Place[]> {
  const places = new Map<ValueKind, Place[]>()
  for (const tree of trees) {
    for (const line of tree.lines) {
      if (line.field === null) continue
      const { value } = line.field
      const list = places.get(value)
      if (list === undefined) places.set(value, [{ tree, line }])
      else list.push({ tree, line })
    }
  }
  return places
}
