/**
 * The design's table of imports and its house rules, held against the source.
 */
import { describe, expect, it } from 'vitest'
import { forbiddenArrows, IMPORT_TABLE } from './support/import-rules.ts'
import {
  isFunction,
  lineAt,
  linesOf,
  type Node,
  type SourceFile,
  sourceFiles,
  walk,
} from './support/source-files.ts'

const FILE_LIMIT = 250
const TEST_FILE_LIMIT = 310
const FUNCTION_LIMIT = 50

/** Files that are longer, or have a longer function: why, and since when. At most five. */
const LONG: Readonly<Record<string, string>> = {
  'src/doors/gate/gate.ts':
    '2026-11-28: the parts of a gate, each made where the next needs it, and ended in the opposite order',
  'src/explorer/desk.ts': '2026-11-28: every question of the page, one method each',
  'src/explorer/page/explorer.ts': '2026-11-28: the views of the page, each told of the others',
  'src/program/compile/compile.ts':
    '2026-11-28: every pass once, in the order in which they need each other',
  'test/reference.ts': '2026-11-28: all that can bear on a decision, as a list',
}

const source = sourceFiles('src')
const ROOMS = [...new Set(source.map(({ path }) => path.split('/')[1]!))].filter(
  (name) => !name.endsWith('.ts'),
)
const tests = sourceFiles('test')
const reference = tests.filter(({ path }) => path.startsWith('test/reference'))

/** Everything that `find` sees in these files, as `path:line what`. */
function places(
  files: readonly SourceFile[],
  find: (node: Node, inside: Node | null) => string | null,
): string[] {
  return files.flatMap((file) => {
    const found: string[] = []
    const look = (node: Node, inside: Node | null) => {
      const what = find(node, inside)
      if (what !== null) found.push(`${file.path}:${lineAt(file, node.start)} ${what}`)
    }
    for (const statement of file.body) walk(statement, look)
    return found
  })
}

/** Files of one or more folders of src. */
function inFolders(...folders: string[]): SourceFile[] {
  return source.filter(({ path }) => folders.some((folder) => path.startsWith(`src/${folder}/`)))
}

/** Whether a call or `new` names one of these. */
function names(
  node: Node,
  type: 'CallExpression' | 'NewExpression',
  ...callees: string[]
): boolean {
  return node.type === type && callees.includes(String((node.callee as Node).name))
}

describe('imports go one way', () => {
  it.each(IMPORT_TABLE.map(({ where }) => where))('%s', (where) => {
    const files = [...source, ...reference].filter(
      (file) => where.startsWith(file.path) || file.path.startsWith(where),
    )
    expect(files.flatMap(forbiddenArrows)).toEqual([])
  })

  it('every file of src stands in the table', () => {
    expect(source.flatMap(forbiddenArrows).filter((text) => text.includes('in no row'))).toEqual([])
  })

  it('a forbidden arrow is seen and explained', () => {
    const arrows = [
      { to: 'src/language/policy/policy.ts', typeOnly: true },
      { to: 'node:fs', typeOnly: false },
    ]
    const file: SourceFile = { path: 'src/decide/decide.ts', text: '', body: [], arrows }
    expect(forbiddenArrows(file)).toEqual([
      'src/decide/decide.ts imports the types of src/language/policy/policy.ts, but src/decide/ may import src/base/, src/words/, src/program/program.ts',
      'src/decide/decide.ts imports node:fs, but src/decide/ may import src/base/, src/words/, src/program/program.ts',
    ])
  })
})

describe('imports go in no circle, types included', () => {
  it.each(ROOMS)('src/%s/', (room) => {
    expect(
      inFolders(room)
        .filter(({ path }) => reached(path).has(path))
        .map(({ path }) => path),
    ).toEqual([])
  })
})

/** The files that a file imports, itself or through others. */
function reached(path: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { to } of source.find((file) => file.path === next)?.arrows ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      open.push(to)
    }
  }
  return seen
}

describe('sizes', () => {
  it(`a file has at most ${FILE_LIMIT} lines, tables and types apart`, () => {
    const long = [...source, ...tests]
      .filter(
        (file) =>
          linesWithoutTables(file) > (file.path.startsWith('src') ? FILE_LIMIT : TEST_FILE_LIMIT) &&
          !Object.hasOwn(LONG, file.path),
      )
      .map((file) => `${file.path} has ${linesWithoutTables(file)} lines`)
    expect(long).toEqual([])
  })

  it(`a function has at most ${FUNCTION_LIMIT} lines`, () => {
    const long = [...source, ...reference]
      .filter(({ path }) => !Object.hasOwn(LONG, path))
      .flatMap((file) =>
        places([file], (node) =>
          isFunction(node) && linesOf(file, node) > FUNCTION_LIMIT
            ? `is a function of ${linesOf(file, node)} lines`
            : null,
        ),
      )
    expect(long).toEqual([])
  })

  it('at most five files are exempt, and each is there', () => {
    const paths = Object.keys(LONG)
    expect(paths.length).toBeLessThanOrEqual(5)
    const all = [...source, ...tests].map(({ path }) => path)
    expect(paths.filter((path) => !all.includes(path))).toEqual([])
  })
})

/** The lines of a file, less those of top-level types and of constants that are plain tables. */
function linesWithoutTables(file: SourceFile): number {
  const exempt = file.body.filter((statement) =>
    isTable((statement.declaration as Node | null) ?? statement),
  )
  const lines = file.text.split('\n').length - 1
  return lines - exempt.reduce((sum, statement) => sum + linesOf(file, statement), 0)
}

function isTable(node: Node): boolean {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return true
  if (node.type !== 'VariableDeclaration') return false
  return (node.declarations as { init: Node | null }[]).every(
    ({ init }) => init !== null && isLiteral(init),
  )
}

/** An array or object literal that holds no function. */
function isLiteral(node: Node): boolean {
  const inner = /^TS(?:As|Satisfies)Expression$/.test(node.type) ? (node.expression as Node) : node
  if (inner !== node) return isLiteral(inner)
  if (!/^(?:Array|Object)Expression$/.test(inner.type)) return false
  let holdsFunction = false
  walk(inner, (below) => {
    if (isFunction(below)) holdsFunction = true
  })
  return !holdsFunction
}

describe('house rules', () => {
  it('files are named in kebab-case, and none is called utils', () => {
    const named = source.filter(
      ({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path),
    )
    const vague = source.filter(({ path }) =>
      /\/(?:utils?|helpers?|common|misc|shared)(?:\.ts|\/)/.test(path),
    )
    expect([...named, ...vague].map(({ path }) => path)).toEqual([])
  })

  it('a file opens with what it is for', () => {
    // One line, or several; what stands before an import or a blank line is the file's, not that of its first name.
    const header = /^\/\*\*(?:\n| \S.* \*\/\n(?:import|\n))/
    expect(source.filter(({ text }) => !header.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('nothing but an entry only passes exports on', () => {
    const isReExport = (node: Node) =>
      /^Export(?:All|Named)Declaration$/.test(node.type) && node.source != null
    const barrels = source.filter(
      ({ path, body }) =>
        !path.endsWith('/index.ts') &&
        path.split('/').length > 2 &&
        body.length > 0 &&
        body.every(isReExport),
    )
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  it('no catch is empty', () => {
    const empty = (node: Node) =>
      node.type === 'CatchClause' && ((node.body as Node).body as Node[]).length === 0
        ? 'is an empty catch'
        : null
    expect(places([...source, ...tests], empty)).toEqual([])
  })

  it('no RegExp is built per request', () => {
    const built = (node: Node, inside: Node | null) =>
      inside !== null &&
      (names(node, 'NewExpression', 'RegExp') || names(node, 'CallExpression', 'RegExp'))
        ? 'builds a RegExp whenever the function runs'
        : null
    expect(places(inFolders('base', 'words', 'program', 'decide', 'edge'), built)).toEqual([])
  })

  it('no code is made from text', () => {
    const dynamic = (node: Node) =>
      names(node, 'CallExpression', 'eval', 'Function') || names(node, 'NewExpression', 'Function')
        ? 'makes code from text'
        : null
    expect(places(source, dynamic)).toEqual([])
  })

  it('the engine knows no platform and no clock', () => {
    const platform =
      /^(?:Request|Response|Headers|URL|URLPattern|ReadableStream|HTMLRewriter|ExecutionContext|Buffer)$/
    const foreign = (node: Node) => {
      if (node.type === 'Identifier' && platform.test(String(node.name)))
        return `knows ${node.name}`
      if (node.type !== 'MemberExpression') return null
      const path = `${(node.object as Node).name}.${(node.property as Node).name}`
      return /^(?:Date\.now|Math\.random|performance\.now|crypto\.\w+|process\.\w+)$/.test(path)
        ? `uses ${path}`
        : null
    }
    const found = places(inFolders('base', 'words', 'decide'), foreign).filter(
      (place) => !place.startsWith('src/base/files/'),
    )
    // Every platform has the same parser of URLs; what resolves them must be it, and what reads IPv6 addresses is.
    const owned = (place: string) =>
      /^src\/(?:words\/(?:resolved-url|key-location)\.ts:\d+ knows URL|base\/(?:ip-address\.ts:\d+ knows URL|octets\.ts:\d+ uses crypto\.subtle))$/.test(
        place,
      )
    expect(found.filter((place) => !owned(place))).toEqual([])
  })

  it('edge and doors read the clock of the day for dates alone: it may be set', () => {
    const read = (node: Node) =>
      node.type === 'MemberExpression' &&
      (node.object as Node).name === 'Date' &&
      (node.property as Node).name === 'now'
        ? 'reads the clock'
        : null
    const files = places(inFolders('edge', 'doors'), read).map((place) => place.split(':')[0])
    expect(files).toEqual([
      'src/doors/workers/pacer.ts',
      'src/doors/workers/request-terms.ts',
      'src/edge/edge.ts',
      'src/edge/html/apply-notice.ts',
    ])
  })

  it('the core of the edge knows no platform', () => {
    const platform =
      /^(?:KVNamespace|DurableObject\w*|AnalyticsEngine\w*|Fetcher|ExecutionContext|Hono|process|Deno|Bun|caches)$/
    const foreign = (node: Node) =>
      node.type === 'Identifier' && platform.test(String(node.name)) ? `knows ${node.name}` : null
    expect(places(inFolders('edge'), foreign)).toEqual([])
  })
})
