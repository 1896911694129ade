/**
 * The input of a check: a policy, the trees that it was read from, and the places of its fields.
 */
import type { Arguments, FindingName, FromCatalogue } from '../findings/diagnostic.ts'
import type { ValueKind } from '../policy/field-row.ts'
import type { Origin, Policy } from '../policy/policy.ts'
import type { RouteReading } from '../site/routes.ts'
import type { PlacedName } from '../site/site.ts'
import type { Line } from '../text/lines.ts'
import type { Span } from '../text/source.ts'
import { fieldSpan, fieldValue, type Tree, valueSpan, wordSpan, wordsOf } from '../text/tree.ts'
import { type FieldLevel, groupBy } from './levels.ts'

export interface Context {
  readonly policy: Policy
  /** The robots.txt first, then files that it references. */
  readonly trees: readonly Tree[]
  readonly lines: ReadonlyMap<ValueKind, readonly FieldLine[]>
  readonly levels: readonly FieldLevel[]
  readonly routes: readonly RouteReading[]
  /** The names of site.toml's profiles, as written. */
  readonly profiles: readonly PlacedName[]
  /** The signals of site.toml, as written. */
  readonly signals: readonly PlacedName[]
  readonly hasSite: boolean
  readonly now: number
}

export type Check = (context: Context, report: FromCatalogue<void>) => void

interface FieldLine {
  readonly tree: Tree
  readonly line: Line
}

export function spanOfField(context: Context, origin: Origin): Span {
  const { tree, line } = lineOf(context, origin)
  return fieldSpan(tree, line)
}

/** The place of a field's resource: the first word of its value, else the field. */
export function spanOfResource(context: Context, origin: Origin): Span {
  const { tree, line } = lineOf(context, origin)
  const [word] = wordsOf(tree, line)
  return word === undefined ? fieldSpan(tree, line) : wordSpan(tree, line, word)
}

function lineOf({ trees }: Context, { source, line }: Origin): FieldLine {
  const tree = trees.find((each) => each.source.file === source)!
  return { tree, line: tree.lines[line - 1]! }
}

export function linesWith({ lines }: Context, ...kinds: readonly ValueKind[]) {
  const found = kinds.flatMap((kind) => lines.get(kind) ?? [])
  return found.map(({ tree, line }) => ({
    tree,
    line,
    value: fieldValue(tree, line),
    at: valueSpan(tree, line),
  }))
}

/**
 * A check of lines by themselves: `valuesOf` gives the values for the finding; null where there is
 * none.
 */
export function eachLine<N extends FindingName>(
  kinds: readonly ValueKind[],
  name: N,
  valuesOf: (line: ReturnType<typeof linesWith>[number]) => Arguments<N> | null,
): Check {
  return (context, report) => {
    for (const line of linesWith(context, ...kinds)) {
      const values = valuesOf(line)
      if (values !== null) report(line.at, name, values)
    }
  }
}

export function linesByKind(trees: readonly Tree[]): Context['lines'] {
  const known = trees.flatMap((tree) =>
    tree.lines.flatMap((line) => (line.field === null ? [] : [{ tree, line }])),
  )
  return new Map(
    groupBy(known, ({ line }) => line.field!.value).map((alike) => [
      alike[0]!.line.field!.value,
      alike,
    ]),
  )
}

/** The path before a list; empty for none. */
export function pathBefore(value: string): string {
  return /^\/[^ \t]*/.exec(value)?.[0] ?? ''
}

export function itemsOf(
  context: Context,
  kind: ValueKind,
): readonly { readonly text: string; readonly at: Span }[] {
  return linesWith(context, kind).flatMap(({ tree, line, value }) => {
    const listAt = pathBefore(value).length
    return Array.from(
      value.slice(listAt).matchAll(/[^ \t,](?:[^,]*[^ \t,])?/g),
      ({ 0: text, index }) => {
        return { text, at: wordSpan(tree, line, { text, at: line.valueStart + listAt + index }) }
      },
    )
  })
}
