/** A type that is made of a value (`keyof typeof TABLE`, `(typeof LIST)[number]`, `typeof DEFAULTS`) → what callers write. */
import type { Node, SourceFile } from '../../test/support/house/source-files.ts'
import { named } from './public-api.ts'

interface Place {
  readonly file: SourceFile
  readonly node: Node
}

/** The text of a declaration with values in place of the tables that they are made of. */
export function withValues(file: SourceFile, signature: string): string {
  return signature
    .replace(/\(typeof ([A-Z_]+)\)\[number\]/g, (written, name: string) =>
      union(valuesOf(file, name), written),
    )
    .replace(/keyof typeof ([A-Z_]+)/g, (written, name: string) =>
      union(valuesOf(file, name), written),
    )
    .replace(
      /(?<!keyof )typeof ([A-Z_]+)/g,
      (written, name: string) => settings(file, name) ?? written,
    )
    .replace(/ +\n/g, '\n')
}

/** The type of an object whose values say theirs: `key: [] as readonly string[]`. */
function settings(file: SourceFile, name: string): string | null {
  const place = constantOf(file, name)
  if (place === null) return null
  const { expression = place.node } = place.node as Node & { readonly expression?: Node }
  return place.file.text
    .slice(expression.start, expression.end)
    .replace(/^( *)(\w+): .* as ((?:[^,]|,(?!$))+),$/gm, '$1readonly $2: $3')
    .replace(/^( *)(\w+): \{$/gm, '$1readonly $2: {')
    .replace(/^( *)\},$/gm, '$1}')
}

function union(values: readonly string[], written: string): string {
  if (values.length === 0) return written
  const line = values.map((value) => `'${value}'`).join(' | ')
  return line.length <= WIDTH ? line : values.map((value) => `\n  | '${value}'`).join('')
}

const WIDTH = 90

/** The keys of an object, or the members of a list, by the name of the constant that has it. */
function valuesOf(file: SourceFile, name: string): readonly string[] {
  const place = constantOf(file, name)
  return place === null ? [] : membersOf(place)
}

/** What a constant is; null where the project has none of that name. */
function constantOf(file: SourceFile, name: string): Place | null {
  const declared = named(file, name)
  const found = (declared?.node.declarations as readonly Node[] | undefined)?.find(
    (each) => (each.id as Node).name === name,
  )
  return declared && found ? { file: declared.file, node: found.init as Node } : null
}

function membersOf({ file, node }: Place): readonly string[] {
  const { expression, properties, elements, argument, key, value, name } = node as Node & {
    readonly expression?: Node
    readonly properties?: readonly Node[]
    readonly elements?: readonly Node[]
    readonly argument?: Node
    readonly key?: Node
    readonly value?: unknown
    readonly name?: string
  }
  const inside = (each: Node | undefined) => (each ? membersOf({ file, node: each }) : [])
  switch (node.type) {
    case 'ObjectExpression':
      return properties!.flatMap((each) => inside(each))
    case 'ArrayExpression':
      return elements!.flatMap((each) => inside(each))
    case 'Property':
      return key!.type === 'Identifier' ? [key!.name as string] : inside(key)
    case 'SpreadElement':
      return argument!.type === 'Identifier'
        ? valuesOf(file, argument!.name as string)
        : inside(argument)
    case 'Literal':
      return typeof value === 'string' ? [value] : []
    case 'Identifier':
      return valuesOf(file, name!)
    default:
      // `as const`, `satisfies`.
      return inside(expression)
  }
}
