/**
 * The source → its rooms and files, its exported types, exported names that have several meanings,
 * and the lines that write down one key of site.toml. `node bench/house/source.ts [--list]`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHARED_NAMES } from '../../test/support/house/exported-names.ts'
import type { Row } from './request-path.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = join(ROOT, 'src')

/**
 * A key of site.toml as authors write it and as the code does, and where keys are declared and
 * read.
 */
const KEY = /take-down-query|takeDownQuery/
const KEY_FILES = ['src/words/', 'src/language/site/', 'src/program/']

/** What files export under one name. */
interface Exported {
  readonly name: string
  readonly isType: boolean
  /** The files that declare it. */
  readonly files: readonly string[]
}

/** The rows of the source. */
export function source(): readonly Row[] {
  const files = sourceFiles()
  const all = exported(files)
  const types = all.filter(({ isType }) => isType).reduce((sum, each) => sum + each.files.length, 0)
  const places = placesOfKey(files)
  return [
    ['rooms / files of src', `${rooms(files)} / ${files.length}`, '12 / 475'],
    ['exported ReturnType<', String(inferredExports(files)), '0'],
    ['exported types', String(types), '480'],
    ['exported names with two meanings', String(ambiguous(all).length), '0'],
    [
      'lines / files in which one key of site.toml is written',
      `${places.length} / ${new Set(places).size}`,
      '3',
    ],
  ]
}

function sourceFiles(): readonly string[] {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(SOURCE, path))
}

/** The folders of src. */
function rooms(paths: readonly string[]): number {
  const below = paths.map((path) => path.slice(SOURCE.length + 1).split('/'))
  return new Set(below.filter((parts) => parts.length > 1).map(([room]) => room)).size
}

/** Exports whose type is what a function happens to return. */
function inferredExports(paths: readonly string[]): number {
  const exported = /^export (?:type|interface) [^\n]*(?:\n(?!export|\n)[^\n]*)*?ReturnType</gm
  return paths.reduce(
    (sum, path) => sum + [...readFileSync(path, 'utf8').matchAll(exported)].length,
    0,
  )
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n')
}

/** A declaration as the formatter leaves it: at the beginning of a line. */
const DECLARATION = /^export (?:async )?(interface|type|class|function\*?|const|let) (?!\{)(\w+)/

/** Names by the declarations behind them: a file that exports another's name declares nothing. */
function exported(paths: readonly string[]): readonly Exported[] {
  const found = new Map<string, Exported>()
  for (const path of paths) {
    for (const line of linesOf(path)) {
      const [, kind, name = ''] = DECLARATION.exec(line) ?? []
      if (kind === undefined) continue
      const known = found.get(name) ?? { name, isType: false, files: [] }
      const isType = known.isType || kind === 'interface' || kind === 'type'
      found.set(name, { name, isType, files: [...known.files, path.slice(ROOT.length + 1)] })
    }
  }
  return [...found.values()]
}

function ambiguous(all: readonly Exported[]): readonly Exported[] {
  return all.filter(
    ({ name, files }) => !Object.hasOwn(SHARED_NAMES, name) && new Set(files).size > 1,
  )
}

/** The file of each line that writes the key. */
function placesOfKey(paths: readonly string[]): readonly string[] {
  const own = paths.filter((path) =>
    KEY_FILES.some((folder) => path.startsWith(join(ROOT, folder))),
  )
  return own.flatMap((path) => linesOf(path).flatMap((line) => (KEY.test(line) ? path : [])))
}

if (import.meta.main) {
  if (process.argv.includes('--list')) {
    for (const { name, files } of ambiguous(exported(sourceFiles())))
      console.log(`${name}: ${files.join(', ')}`)
  }
  for (const row of source()) console.log(row.join(': '))
}
