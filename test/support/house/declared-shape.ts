/**
 * A value and the type that the library documents for it → where they differ: members that the type lacks or that the value lacks,
 * what is not enumerable or not its own. Types that cannot be read from their syntax (`keyof`, conditions) agree with everything.
 */
import { type Declared, named } from '../../../docs/generate/public-api.ts'
import type { Node, SourceFile } from './source-files.ts'

interface Typed {
  readonly node: Node
  readonly file: SourceFile
}

interface Member extends Typed {
  readonly isOptional: boolean
  readonly isMethod: boolean
}

type Members = ReadonlyMap<string, Member>

interface NameNode {
  readonly name?: string
  readonly value?: unknown
}

type TypeNode = Node & {
  readonly typeAnnotation?: TypeNode
  readonly elementType?: TypeNode
  readonly types?: readonly TypeNode[]
  readonly members?: readonly TypeNode[]
  readonly literal?: NameNode
  readonly typeName?: NameNode
  readonly typeArguments?: { readonly params: readonly TypeNode[] } | null
  readonly key?: NameNode
  readonly optional?: boolean
  readonly operator?: string
  readonly body?: { readonly body: readonly TypeNode[] }
  readonly extends?: readonly (TypeNode & { readonly expression: NameNode })[]
}

/** Where a value is not what a declared type says, by its path. */
export function shapeFaults({ node, file }: Declared, value: unknown, path: string): string[] {
  const { type, typeAnnotation } = node as TypeNode
  if (type === 'TSInterfaceDeclaration') return faults({ node, file }, value, path)
  return type === 'TSTypeAliasDeclaration'
    ? faults({ node: typeAnnotation!, file }, value, path)
    : []
}

const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  TSStringKeyword: (value) => typeof value === 'string',
  TSNumberKeyword: (value) => typeof value === 'number',
  TSBooleanKeyword: (value) => typeof value === 'boolean',
  TSNullKeyword: (value) => value === null,
  TSUndefinedKeyword: (value) => value === undefined,
  TSFunctionType: (value) => typeof value === 'function',
}

function faults({ node, file }: Typed, value: unknown, path: string): string[] {
  const { type, typeAnnotation, elementType, types, literal, operator } = node as TypeNode
  const isSo = KEYWORDS[type]
  if (isSo !== undefined) return isSo(value) ? [] : [`${path} is no ${type}`]
  if (type === 'TSParenthesizedType' || (type === 'TSTypeOperator' && operator === 'readonly'))
    return faults({ node: typeAnnotation!, file }, value, path)
  if (type === 'TSLiteralType')
    return literal!.value === value ? [] : [`${path} is not ${String(literal!.value)}`]
  if (type === 'TSArrayType') return listFaults({ node: elementType!, file }, value, path)
  if (type === 'TSUnionType')
    return types!
      .map((each) => faults({ node: each, file }, value, path))
      .reduce((fewest, each) => (each.length < fewest.length ? each : fewest))
  if (type === 'TSTypeReference') return referenceFaults({ node, file }, value, path)
  const members = membersOf({ node, file })
  return members === null ? [] : objectFaults(members, value, path)
}

function listFaults(element: Typed, value: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [`${path} is no list`]
  // Long ones are all alike.
  return value.slice(0, 40).flatMap((each, i) => faults(element, each, `${path}[${i}]`))
}

function referenceFaults({ node, file }: Typed, value: unknown, path: string): string[] {
  const { typeName, typeArguments } = node as TypeNode
  const [first, second] = (typeArguments?.params ?? []).map((each) => ({ node: each, file }))
  if (typeName?.name === 'ReadonlyMap')
    return value instanceof Map
      ? [...value].flatMap(([key, each]) => faults(second!, each, `${path}.get(${String(key)})`))
      : [`${path} is no Map`]
  if (typeName?.name === 'Readonly') return faults(first!, value, path)
  if (typeName?.name === 'Record')
    return Object.entries(value ?? {}).flatMap(([key, each]) =>
      faults(second!, each, `${path}.${key}`),
    )
  const members = membersOf({ node, file })
  if (members !== null) return objectFaults(members, value, path)
  const declared = named(file, typeName?.name ?? '')
  return declared === undefined ? [] : shapeFaults(declared, value, path)
}

function objectFaults(members: Members, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} is no object`]
  const hasMethods = [...members.values()].some(({ isMethod }) => isMethod)
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value))
  const own = Reflect.ownKeys(value).map(String)
  const shown = Object.keys(value)
  return [
    ...(isPlain || hasMethods ? [] : [`${path} is no plain object`]),
    ...own.flatMap((key) => (shown.includes(key) ? [] : [`${path}.${key} is not enumerable`])),
    ...shown.flatMap((key) => (members.has(key) ? [] : [`${path}.${key} is not in the type`])),
    ...[...members].flatMap(([key, member]) => {
      if (member.isMethod) return []
      if (!shown.includes(key)) return member.isOptional ? [] : [`${path}.${key} is missing`]
      const each = (value as Readonly<Record<string, unknown>>)[key]
      return member.isOptional && each === undefined ? [] : faults(member, each, `${path}.${key}`)
    }),
  ]
}

/** The members of an object type; null for what is no object, or cannot be read. */
function membersOf({ node, file }: Typed): Members | null {
  const { type, members, types, body, typeName, typeArguments, typeAnnotation } = node as TypeNode
  if (type === 'TSParenthesizedType') return membersOf({ node: typeAnnotation!, file })
  if (type === 'TSTypeLiteral') return memberMap(members!, file)
  if (type === 'TSIntersectionType')
    return joined(types!.map((each) => membersOf({ node: each, file })))
  if (type === 'TSInterfaceDeclaration') {
    const bases = ((node as TypeNode).extends ?? []).map(({ expression, typeArguments: given }) =>
      baseMembers(expression.name!, given?.params ?? [], file),
    )
    return joined([...bases, memberMap(body!.body, file)])
  }
  if (type === 'TSTypeReference')
    return baseMembers(typeName!.name ?? '', typeArguments?.params ?? [], file)
  return null
}

function joined(parts: readonly (Members | null)[]): Members | null {
  return parts.includes(null) ? null : new Map(parts.flatMap((part) => [...part!]))
}

function memberMap(nodes: readonly TypeNode[], file: SourceFile): Members {
  const properties = nodes.filter(({ key }) => key !== undefined)
  return new Map(
    properties.map(({ type, key, optional, typeAnnotation }) => {
      const node = typeAnnotation?.typeAnnotation ?? typeAnnotation
      const isMethod = type === 'TSMethodSignature'
      const member = { node: node!, file, isOptional: optional === true, isMethod }
      return [key!.name ?? String(key!.value), member]
    }),
  )
}

function baseMembers(name: string, params: readonly TypeNode[], file: SourceFile): Members | null {
  if (['Omit', 'Pick', 'Partial'].includes(name)) {
    const all = membersOf({ node: params[0]!, file })
    const keys = namesIn(params[1])
    if (all === null || keys === null) return null
    if (name === 'Partial')
      return new Map([...all].map(([key, member]) => [key, { ...member, isOptional: true }]))
    return new Map([...all].filter(([key]) => keys.includes(key) === (name === 'Pick')))
  }
  const declared = named(file, name)
  if (declared?.node.type === 'TSInterfaceDeclaration') return membersOf(declared)
  return null
}

/** The names of a union of literals; null for another type. */
function namesIn(node: TypeNode | undefined): readonly string[] | null {
  if (node === undefined) return []
  const all = node.type === 'TSUnionType' ? node.types! : [node]
  return all.every(({ type }) => type === 'TSLiteralType')
    ? all.map(({ literal }) => String(literal!.value))
    : null
}
