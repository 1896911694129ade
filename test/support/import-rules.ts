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
  /** Files of its own folder that must not be imported from this one. */
  readonly not?: readonly string[]
}

const WORDS = ['src/grammar/', 'src/vocabulary/']
/** What is known of crawlers: data, and what reads it. */
const REGISTRY = 'src/registry/'
/** What a compiled site consists of: types, and nothing of how they are stored. */
const PROGRAM = ['src/bundle/program.ts']
/** What works offline: the author's tools, and the library's entry points to them. */
const OFFLINE = [
  'src/language/',
  'src/compile/',
  'src/bundle/',
  'src/engine/',
  'src/compare/',
  'src/served/',
  'src/convert/',
  'src/enforce/',
  'src/analysis/',
  REGISTRY,
  ...WORDS,
]

/** The first row that names a file decides. */
export const IMPORT_TABLE: readonly ImportRule[] = [
  { where: 'src/vocabulary/', may: [], packages: [] },
  { where: 'src/grammar/', may: ['src/vocabulary/'], packages: [] },
  { where: REGISTRY, may: WORDS, packages: [] },
  { where: 'src/language/', may: [REGISTRY, ...WORDS], packages: ['smol-toml', 'valibot'] },
  { where: 'src/compile/', may: ['src/language/ types', ...PROGRAM, REGISTRY, ...WORDS], packages: [] },
  { where: 'src/bundle/encode.ts', may: [REGISTRY, 'src/vocabulary/'], packages: [], not: ['src/bundle/decode.ts'] },
  { where: 'src/bundle/decode.ts', may: ['src/vocabulary/'], packages: [], not: ['src/bundle/encode.ts'] },
  { where: 'src/bundle/', may: [REGISTRY, 'src/vocabulary/'], packages: [] },
  { where: 'src/engine/', may: [...PROGRAM, ...WORDS], packages: [] },
  { where: 'src/enforce/', may: ['src/engine/', ...PROGRAM, ...WORDS], packages: [] },
  { where: 'src/compare/', may: ['src/compile/', 'src/engine/', ...PROGRAM, REGISTRY, ...WORDS], packages: [] },
  {
    where: 'src/served/',
    may: ['src/language/', 'src/compile/', 'src/engine/', 'src/compare/', ...PROGRAM, REGISTRY, ...WORDS],
    packages: [],
  },
  {
    where: 'src/convert/',
    may: [
      'src/language/',
      'src/compile/',
      'src/engine/',
      'src/compare/',
      'src/served/',
      ...PROGRAM,
      REGISTRY,
      ...WORDS,
    ],
    packages: [],
  },
  {
    where: 'src/analysis/',
    may: [
      'src/language/',
      'src/compile/',
      'src/engine/',
      'src/compare/',
      'src/enforce/',
      ...PROGRAM,
      REGISTRY,
      ...WORDS,
    ],
    packages: [],
  },
  {
    where: 'src/edge/',
    may: ['src/engine/', 'src/enforce/', 'src/bundle/decode.ts', 'src/bundle/release.ts', ...PROGRAM, ...WORDS],
    packages: [],
  },
  // Hono is needed by its own entry alone.
  { where: 'src/platforms/workers/hono.ts', may: ['src/edge/', 'src/platforms/'], packages: ['hono'] },
  { where: 'src/platforms/node/hono.ts', may: ['src/edge/', 'src/platforms/'], packages: ['hono'] },
  {
    where: 'src/platforms/workers/',
    may: ['src/edge/', 'src/platforms/', ...WORDS],
    packages: ['cloudflare:', 'node:'],
  },
  {
    where: 'src/platforms/node/',
    may: ['src/edge/', 'src/engine/bounded-cache.ts', 'src/bundle/decode.ts', 'src/platforms/', ...WORDS],
    packages: ['node:'],
  },
  { where: 'src/platforms/hono-middleware.ts', may: ['src/edge/', 'src/platforms/app-origin.ts'], packages: ['hono'] },
  { where: 'src/platforms/', may: ['src/edge/'], packages: [] },
  { where: 'src/gate/', may: ['src/edge/', 'src/platforms/', ...WORDS], packages: ['*'] },
  {
    where: 'src/registry.ts',
    may: ['src/compile/', ...PROGRAM, REGISTRY, ...WORDS],
    packages: ['crawler-user-agents'],
  },
  { where: 'src/robots.ts', may: OFFLINE, packages: [] },
  { where: 'src/policy/', may: OFFLINE, packages: [] },
  { where: 'src/cli/', may: [...OFFLINE, 'src/gate/ types', 'src/registry.ts'], packages: ['*'] },
  { where: 'src/explorer/', may: OFFLINE, packages: [] },
  { where: 'src/dev/', may: ['src/cli/', 'src/language/'], packages: ['node:'] },
  { where: 'src/index.ts', may: [...OFFLINE, 'src/edge/', 'src/platforms/'], packages: [] },
  { where: 'src/node/', may: [...OFFLINE, 'src/edge/', 'src/platforms/'], packages: [] },
  { where: 'src/worker.ts', may: ['src/platforms/'], packages: ['dist/policies.bin'] },
  // The reference evaluator shares no rule with the engine that is held to it.
  {
    where: 'test/reference.ts',
    may: ['test/reference/', 'src/language/ types', REGISTRY, 'src/vocabulary/'],
    packages: [],
  },
  { where: 'test/reference/', may: ['src/language/ types', REGISTRY, 'src/vocabulary/'], packages: [] },
]

/** The forbidden arrows of a file, each explained in a sentence. */
export function forbiddenArrows(file: SourceFile): string[] {
  const rule = IMPORT_TABLE.find(({ where }) => stands(file.path, where))
  if (rule === undefined) return [`${file.path} stands in no row of the import table: add one here`]
  return file.arrows.filter((arrow) => !isAllowed(arrow, rule)).map((arrow) => explain(file, arrow, rule))
}

function isAllowed(arrow: Arrow, rule: ImportRule): boolean {
  if (rule.not?.some((path) => path === arrow.to)) return false
  if (!/^(?:src|test)\//.test(arrow.to)) return rule.packages.some((name) => isPackage(arrow.to, name))
  const own = rule.where.endsWith('/') ? rule.where : rule.where.slice(0, rule.where.lastIndexOf('/') + 1)
  if (own !== 'src/' && own !== 'test/' && arrow.to.startsWith(own)) return true
  return rule.may.some((entry) => {
    const [where, types] = entry.split(' ')
    return stands(arrow.to, where!) && (types === undefined || arrow.typeOnly)
  })
}

/** The platform modules are asked for by name even where any package may be imported. */
function isPackage(request: string, name: string): boolean {
  if (name === '*') return !request.startsWith('cloudflare:')
  return name.endsWith(':') ? request.startsWith(name) : request === name || request.startsWith(`${name}/`)
}

function stands(path: string, where: string): boolean {
  return where.endsWith('/') ? path.startsWith(where) : path === where
}

function explain(file: SourceFile, arrow: Arrow, rule: ImportRule): string {
  const allowed = [...rule.may.map((entry) => entry.replace(' types', ' (types)')), ...rule.packages]
  const kind = arrow.typeOnly ? 'the types of ' : ''
  const list = allowed.length === 0 ? 'nothing outside its folder' : allowed.join(', ')
  return `${file.path} imports ${kind}${arrow.to}, but ${rule.where} may import ${list}`
}
