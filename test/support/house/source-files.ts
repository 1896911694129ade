/**
 * A folder of TypeScript → its files, parsed: what each imports, and the places that the house rules speak of.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** One import or re-export. */
export interface Arrow {
  /** A path from the project's root for a relative import; else the package as written. */
  readonly to: string
  readonly typeOnly: boolean
}

export interface SourceFile {
  /** Path from the project's root. */
  readonly path: string
  readonly text: string
  readonly arrows: readonly Arrow[]
  readonly body: readonly Node[]
}

/** A node of the syntax tree, as far as the rules look at it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const ROOT = join(import.meta.dirname, '../../..')

/** Every TypeScript file under a folder of the project, by path. */
export function sourceFiles(folder: string): SourceFile[] {
  return (
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      // `npm start` keeps what it makes in folders called .wrangler.
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .filter((path) => !/(?:^|\/)(?:node_modules|\.wrangler)\//.test(path))
      .sort()
      .map(readSource)
  )
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`)
  const arrows: Arrow[] = []
  const add = (request: string, typeOnly: boolean) =>
    arrows.push({ to: resolve(path, request), typeOnly })
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) add(moduleRequest.value, isType)
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false)
  return { path, text, arrows, body: program.body as unknown as Node[] }
}

function resolve(from: string, request: string): string {
  return request.startsWith('.') ? posix.join(posix.dirname(from), request) : request
}

/** Calls `visit` for a node and everything below it, with the function that the node stands in. */
export function walk(
  node: Node,
  visit: (node: Node, inside: Node | null) => void,
  inside: Node | null = null,
): void {
  visit(node, inside)
  const within = isFunction(node) ? node : inside
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walk(child, visit, within)
  }
}

/** Whether a node is a function of any kind. */
export function isFunction(node: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The 1-based line of an offset. */
export function lineAt(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length
}

/** How many lines a node covers. */
export function linesOf(file: SourceFile, node: Node): number {
  return lineAt(file, node.end) - lineAt(file, node.start) + 1
}
