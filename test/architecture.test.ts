/**
 * The design's table of imports and its house rules, held against the source.
 */
import { describe, expect, it } from 'vitest'
import { forbiddenArrows, IMPORT_TABLE } from './support/house/import-rules.ts'
import { inFolders, places, source, tests } from './support/house/places.ts'
import {
  isFunction,
  linesOf,
  type Node,
  type SourceFile,
  walk,
} from './support/house/source-files.ts'

const FILE_LIMIT = 250
const TEST_FILE_LIMIT = 250
const FUNCTION_LIMIT = 50
const LINE_LIMIT = 100

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

const ROOMS = [...new Set(source.map(({ path }) => path.split('/')[1]!))].filter(
  (name) => !name.endsWith('.ts'),
)

const reference = tests.filter(({ path }) => path.startsWith('test/reference'))

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

  it(`a comment ends before column ${LINE_LIMIT + 1}, examples, links and directives apart`, () => {
    const long = source.flatMap(({ path, text }) =>
      // An example is code that a user copies.
      text
        .replace(/@example[\s\S]*?\*\//g, (example) => example.replace(/[^\n]/g, ''))
        .split('\n')
        .flatMap((line, i) => (isLongComment(line) ? `${path}:${i + 1}` : [])),
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

function isLongComment(line: string): boolean {
  return (
    line.length > LINE_LIMIT &&
    /^\s*(?:\/\/|\/\*|\*)/.test(line) &&
    !/https?:|biome-ignore/.test(line)
  )
}
