/**
 * Source files → the names that they declare and export, and who imports each.
 */
import { posix } from 'node:path'
import type { Node, SourceFile } from './source-files.ts'

export interface ExportedName {
  readonly name: string
  readonly path: string
  readonly isType: boolean
}

/** Names of one thing that several files have to make. */
export const SHARED_NAMES: Readonly<Record<string, string>> = {
  acap: 'the middleware, for Workers and for Node, and the plugin',
  edge: 'the edge in the shape of the web, for Workers and for Node',
  robots: 'a robots.txt, without ACAP and with it',
  robotsOf: 'the answer to a request for one, without ACAP and with it',
}

/** The declarations that a file exports. What it hands on from others is theirs. */
export function exportedNames({ path, body }: SourceFile): ExportedName[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return []
    const declaration = statement.declaration as Node
    const isType = /^(?:TSInterface|TSTypeAlias|TSEnum|Class)/.test(declaration.type)
    return namesOf(declaration).map((name) => ({ name, path, isType }))
  })
}

function namesOf(declaration: Node): string[] {
  if (declaration.type !== 'VariableDeclaration') return [textOf(declaration.id)]
  return (declaration.declarations as Node[]).flatMap(({ id }) => boundNames(id as Node))
}

function boundNames(pattern: Node): string[] {
  if (pattern.type === 'ObjectPattern')
    return (pattern.properties as Node[]).map(({ value }) => textOf(value))
  return [textOf(pattern)]
}

/** What a file imports or hands on, as `path name`; `path *` where it takes everything. */
export function importedNames({ path, text, body }: SourceFile): string[] {
  const statements = body.flatMap((statement) => {
    const source = (statement.source as Node | null | undefined)?.value
    if (typeof source !== 'string' || !source.startsWith('.')) return []
    const from = posix.join(posix.dirname(path), source)
    if (statement.type === 'ExportAllDeclaration') return [`${from} *`]
    return ((statement.specifiers ?? []) as Node[]).map((each) => {
      const name = each.type === 'ExportSpecifier' ? each.local : each.imported
      return `${from} ${name === undefined ? '*' : textOf(name)}`
    })
  })
  const calls = text.matchAll(/import\(\s*'(\.[^']+)'/g)
  return [
    ...statements,
    ...[...calls].map(([, request]) => `${posix.join(posix.dirname(path), request!)} *`),
  ]
}

function textOf(node: unknown): string {
  const { name, value } = node as { readonly name?: string; readonly value?: string }
  return name ?? value ?? ''
}
