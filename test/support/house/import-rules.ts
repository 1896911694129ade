/**
 * The import table of docs/architecture.md as data: folder → what it may import. Paths are from the project's root.
 */
import type { Arrow, SourceFile } from './source-files.ts'

/** A row: which files it is for, and what they may import beside their own folder. */
export interface ImportRule {
  /** A folder that ends in `/`, or one file. */
  readonly where: string
  /** Folders or files; `types` after one allows its types alone. */
  readonly may: readonly string[]
  /** Packages; `node:` and `cloudflare:` stand for the modules of these platforms, `*` for any package. */
  readonly packages: readonly string[]
  /** Files or folders of its own folder that must not be imported from this one. */
  readonly not?: readonly string[]
}

/** What both halves read alike, and what knows no policy at all. */
const WORDS = ['src/base/', 'src/words/']
/** A compiled site as types, and nothing of how it is stored. */
const PROGRAM = 'src/program/program.ts'
/** What works offline on policies. */
const OFFLINE = [
  ...WORDS,
  'src/crawlers/',
  'src/language/',
  'src/program/',
  'src/decide/',
  'src/registry.ts',
]

/** The rooms, in their order: none imports a later one. The first row that names a file decides. */
export const IMPORT_TABLE: readonly ImportRule[] = [
  { where: 'src/base/files/', may: ['src/base/'], packages: ['node:'] },
  { where: 'src/base/', may: [], packages: [], not: ['src/base/files/'] },
  { where: 'src/words/', may: ['src/base/'], packages: [] },
  { where: 'src/crawlers/', may: WORDS, packages: [] },
  { where: 'src/language/', may: [...WORDS, 'src/crawlers/'], packages: ['smol-toml', 'valibot'] },
  { where: 'src/program/', may: [...WORDS, 'src/crawlers/', 'src/language/ types'], packages: [] },
  {
    // The text of a robots.txt and its decisions without a program between them.
    where: 'src/decide/rep/',
    may: [
      ...WORDS,
      'src/crawlers/',
      'src/language/text/',
      'src/language/policy/',
      'src/decide/globs.ts',
      'src/decide/leading-names.ts',
      'src/decide/precedence.ts',
      'src/decide/visits.ts',
    ],
    packages: [],
  },
  { where: 'src/decide/', may: [...WORDS, PROGRAM], packages: [], not: ['src/decide/rep/'] },
  {
    where: 'src/edge/',
    may: [...WORDS, 'src/program/decode.ts', 'src/program/release.ts', PROGRAM, 'src/decide/'],
    packages: [],
  },
  {
    where: 'src/doors/gate/',
    may: [...WORDS, 'src/program/decode.ts', PROGRAM, 'src/edge/', 'src/doors/'],
    packages: ['*'],
  },
  {
    where: 'src/doors/',
    may: [...WORDS, 'src/program/decode.ts', 'src/decide/decision-of.ts', 'src/edge/'],
    packages: [
      'node:',
      'cloudflare:',
      'hono',
      'fastify',
      '@x402/core/http',
      '@x402/core/utils',
      'jose',
    ],
  },
  { where: 'src/author/', may: OFFLINE, packages: ['node:', 'smol-toml', 'valibot'] },
  { where: 'src/logs/', may: [...OFFLINE, 'src/author/'], packages: ['*'] },
  {
    where: 'src/explorer/',
    may: [...OFFLINE, 'src/edge/', 'src/author/', 'src/logs/'],
    packages: ['node:', 'valibot', 'preact', 'htm', '@codemirror', '@lezer'],
  },
  {
    where: 'src/cli/',
    may: [...OFFLINE, 'src/author/', 'src/logs/', 'src/explorer/', 'src/doors/gate/ types'],
    packages: ['*'],
  },
  { where: 'src/', may: ['src/'], packages: ['crawler-user-agents', 'dist/policies.bin'] },
]

/** The reference evaluator shares no rule with the engine that is held to it. */
const REFERENCE: readonly ImportRule[] = ['test/reference.ts', 'test/reference/'].map((where) => ({
  where,
  may: [...WORDS, 'test/reference/', 'src/language/ types', 'src/crawlers/'],
  packages: [],
}))

/** The forbidden arrows of a file, each explained in a sentence. */
export function forbiddenArrows(file: SourceFile): string[] {
  const rule = [...IMPORT_TABLE, ...REFERENCE].find(({ where }) => stands(file.path, where))
  if (rule === undefined) return [`${file.path} stands in no row of the import table: add one here`]
  return file.arrows
    .filter((arrow) => !isAllowed(arrow, rule))
    .map((arrow) => explain(file, arrow, rule))
}

function isAllowed(arrow: Arrow, rule: ImportRule): boolean {
  if (rule.not?.some((path) => stands(arrow.to, path))) return false
  if (!/^(?:src|test)\//.test(arrow.to))
    return rule.packages.some((name) => isPackage(arrow.to, name))
  const own = rule.where.endsWith('/')
    ? rule.where
    : rule.where.slice(0, rule.where.lastIndexOf('/') + 1)
  if (own !== 'src/' && own !== 'test/' && arrow.to.startsWith(own)) return true
  return rule.may.some((entry) => {
    const [where, types] = entry.split(' ')
    return stands(arrow.to, where!) && (types === undefined || arrow.typeOnly)
  })
}

/** The platform modules are asked for by name even where any package may be imported. */
function isPackage(request: string, name: string): boolean {
  if (name === '*') return !request.startsWith('cloudflare:')
  return name.endsWith(':')
    ? request.startsWith(name)
    : request === name || request.startsWith(`${name}/`)
}

function stands(path: string, where: string): boolean {
  return where.endsWith('/') ? path.startsWith(where) : path === where
}

function explain(file: SourceFile, arrow: Arrow, rule: ImportRule): string {
  const allowed = [
    ...rule.may.map((entry) => entry.replace(' types', ' (types)')),
    ...rule.packages,
  ]
  const kind = arrow.typeOnly ? 'the types of ' : ''
  const list = allowed.length === 0 ? 'nothing outside its folder' : allowed.join(', ')
  return `${file.path} imports ${kind}${arrow.to}, but ${rule.where} may import ${list}`
}
