/**
 * The entries of the library → what each exports, with its declaration, its comment and the types that its signature shows. Read from
 * the source: the compiler's own API would take seconds.
 */
import { posix } from 'node:path'
import { cached } from '../../src/base/cached.ts'
import {
  type Node,
  type SourceFile,
  sourceFiles,
  walk,
} from '../../test/support/house/source-files.ts'

/** By entry: its file. */
export const ENTRY_FILES: Readonly<Record<string, string>> = {
  'acap-edge': 'src/index.ts',
  'acap-edge/node': 'src/node.ts',
  'acap-edge/hono': 'src/doors/hono/node.ts',
  'acap-edge/fastify': 'src/doors/fastify/index.ts',
  'acap-edge/worker': 'src/doors/workers/index.ts',
  'acap-edge/x402': 'src/doors/x402/index.ts',
  'acap-edge/robots': 'src/robots.ts',
  'acap-edge/robots/full': 'src/robots-full.ts',
  'acap-edge/policy': 'src/policy.ts',
  'acap-edge/analysis': 'src/analysis.ts',
  'acap-edge/registry': 'src/registry.ts',
}

export interface PublicExport {
  readonly name: string
  readonly kind: 'function' | 'class' | 'value' | 'type'
  /** Its documentation comment, without its marks. */
  readonly comment: string
  /** The declaration without bodies and private members. */
  readonly signature: string
  /** Types of the project that the signature names, each by the name and file of its declaration. */
  readonly shown: readonly string[]
  /** `name file` of its declaration. */
  readonly id: string
  readonly file: SourceFile
}

/** A declaration, where it stands. */
export interface Declared {
  readonly file: SourceFile
  readonly node: Node
  /** Where the statement begins, which its comment stands before. */
  readonly start: number
}

type Names = ReadonlyMap<string, Declared>

let known: ReadonlyMap<string, SourceFile> | null = null
const resolved = new Map<string, Names>()

/** What an entry exports, functions first, in the order of the alphabet. */
export function publicExports(entry: string): readonly PublicExport[] {
  return cached(described, entry, () => readExports(entry))
}

const described = new Map<string, readonly PublicExport[]>()

function readExports(entry: string): readonly PublicExport[] {
  readSources()
  const names = exportsOf(ENTRY_FILES[entry]!)
  return [...names]
    .map(([name, declared]) => describe(name, declared))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.name < b.name ? -1 : 1))
}

function readSources(): void {
  known ??= new Map(sourceFiles('src').map((file) => [file.path, file]))
}

const KINDS = ['function', 'class', 'value', 'type']

/** What a file exports, its own declarations and those that it hands on. */
function exportsOf(path: string): Names {
  const before = resolved.get(path)
  if (before !== undefined) return before
  const file = known!.get(path)
  const found = new Map<string, Declared>()
  resolved.set(path, found)
  for (const statement of file?.body ?? []) {
    const { source, declaration, specifiers, type } = statement as Statement
    const from = source && posix.join(posix.dirname(path), source.value)
    if (type === 'ExportAllDeclaration')
      for (const [name, declared] of exportsOf(from!))
        if (isType(declared.node)) found.set(name, declared)
    if (declaration && type === 'ExportNamedDeclaration')
      for (const [name, node] of declaredIn(declaration))
        found.set(name, { file: file!, node, start: statement.start })
    for (const { local, exported } of type === 'ExportNamedDeclaration' ? (specifiers ?? []) : []) {
      const declared = from ? exportsOf(from).get(local.name) : named(file!, local.name)
      if (declared !== undefined) found.set(exported.name, declared)
    }
  }
  return found
}

interface Identifier {
  readonly name: string
}

type Statement = Node & {
  readonly source?: { readonly value: string } | null
  readonly declaration?: Node | null
  readonly specifiers?: readonly {
    readonly local: Identifier
    readonly exported: Identifier
    readonly imported?: Identifier
  }[]
}

function declaredIn(declaration: Node): readonly (readonly [string, Node])[] {
  const { id, declarations } = declaration as Node & {
    readonly id?: Identifier
    readonly declarations?: readonly (Node & { readonly id: Identifier })[]
  }
  if (declarations !== undefined) return declarations.map((each) => [each.id.name, declaration])
  return id === undefined ? [] : [[id.name, declaration]]
}

/** What an entry exports by a name; undefined where it exports none. */
export function publicDeclaration(entry: string, name: string): Declared | undefined {
  readSources()
  return exportsOf(ENTRY_FILES[entry]!).get(name)
}

/** What a name means inside a file: a declaration of its own, or one that it imports; undefined for names of packages. */
export function named(file: SourceFile, name: string): Declared | undefined {
  for (const statement of file.body) {
    const { source, specifiers, type, declaration } = statement as Statement
    const own = type.startsWith('Export') ? declaration : statement
    if (own && declaredIn(own).some(([each]) => each === name))
      return { file, node: own, start: statement.start }
    if (type !== 'ImportDeclaration' || !source?.value.startsWith('.')) continue
    const imported = specifiers?.find(({ local }) => local.name === name)?.imported
    if (imported !== undefined)
      return exportsOf(posix.join(posix.dirname(file.path), source.value)).get(imported.name)
  }
  return undefined
}

function describe(name: string, { file, node, start }: Declared): PublicExport {
  const kind =
    node.type === 'FunctionDeclaration'
      ? 'function'
      : node.type === 'ClassDeclaration'
        ? 'class'
        : node.type === 'VariableDeclaration'
          ? 'value'
          : 'type'
  return {
    name,
    kind,
    comment: commentBefore(file.text, start),
    signature: renamed(cut(file, node, hiddenIn(node)), name),
    shown: [...new Set(typesIn(node).flatMap((type) => idOf(named(file, type)) ?? []))],
    id: idOf({ file, node, start })!,
    file,
  }
}

/** The signature of a function by the name that it is exported by. */
function renamed(signature: string, name: string): string {
  return signature.replace(/^((?:async )?function )\w+/, `$1${name}`)
}

function idOf(declared: Declared | undefined): string | null {
  if (declared === undefined) return null
  const [[name] = ['']] = declaredIn(declared.node)
  return `${name} ${declared.file.path}`
}

/** The parts of a declaration that are no part of its signature. */
function hiddenIn(node: Node): readonly Node[] {
  const hidden: Node[] = []
  walk(node, (each) => {
    const { type, key, body, accessibility } = each as Node & {
      readonly key?: Node
      readonly body?: Node
      readonly accessibility?: string
    }
    const isMember = type === 'MethodDefinition' || type === 'PropertyDefinition'
    if (isMember && (key?.type === 'PrivateIdentifier' || accessibility === 'private'))
      hidden.push(each)
    else if (type.startsWith('Function') && body) hidden.push(body)
    else if (type === 'VariableDeclarator' && each.init) hidden.push(each.init as Node)
  })
  return hidden.filter((each) => !hidden.some((other) => other !== each && contains(other, each)))
}

function contains(outer: Node, inner: Node): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

function cut({ text }: SourceFile, node: Node, hidden: readonly Node[]): string {
  let signature = ''
  let at = node.start
  for (const each of [...hidden].sort((a, b) => a.start - b.start)) {
    signature += text.slice(at, each.start)
    at = each.end
  }
  return (signature + text.slice(at, node.end))
    .replace(/ =\s*$/, '')
    .replace(/\n {2}(?:readonly )?\s*(?=\n)/g, '')
    .trimEnd()
}

/** The names of types that a declaration shows: those of its hidden parts and of its own parameters are none. */
function typesIn(node: Node): readonly string[] {
  const hidden = hiddenIn(node)
  const names: string[] = []
  const own = new Set<string>()
  walk(node, (each) => {
    if (hidden.some((part) => contains(part, each))) return
    const { typeName, name, expression } = each as Node & {
      readonly typeName?: Node & Partial<Identifier>
      readonly name?: Identifier
      readonly expression?: Node & Partial<Identifier>
    }
    if (each.type === 'TSTypeReference' && typeName?.name !== undefined) names.push(typeName.name)
    if (/^TS(?:InterfaceHeritage|ClassImplements)$/.test(each.type) && expression?.name)
      names.push(expression.name)
    if (each.type === 'TSTypeParameter' && name !== undefined) own.add(name.name)
  })
  return names.filter((each) => !own.has(each))
}

/** The documentation comment that ends before a place; empty where there is none. */
function commentBefore(text: string, start: number): string {
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start)) ?? []
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n')
    .trim()
}

function isType({ type }: Node): boolean {
  return type.startsWith('TS')
}
