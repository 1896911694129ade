/**
 * Markdown → the parts of it that tests look at: fenced blocks and tables in their order, each with its heading. It
 * knows as much Markdown as the documents of this project use.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** A fenced block. */
export interface Fence {
  readonly kind: 'fence'
  /** The first word behind the fence. */
  readonly language: string
  /** The second: the file that the block shows; null where it shows none. */
  readonly path: string | null
  readonly lines: readonly string[]
  /** Number of the first line inside. */
  readonly line: number
  readonly heading: string
}

/** A table: its rows by the words of its head. */
export interface Table {
  readonly kind: 'table'
  readonly rows: readonly ReadonlyMap<string, string>[]
  readonly line: number
  readonly heading: string
}

/** The documents of the project, by path from its root; generated ones too. */
export function documents(): readonly string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path))
  return [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'policies/.networks/README.md',
    ...inDocs.sort(),
  ]
}

/** The text of a document. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** The fenced blocks and tables of a text. */
export function partsOf(text: string): readonly (Fence | Table)[] {
  const lines = text.split('\n')
  const parts: (Fence | Table)[] = []
  let heading = ''
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const title = /^#+ +(?:<a id="[^"]*"><\/a>)?(.*)$/.exec(line)?.[1]
    if (title !== undefined) heading = title
    const [, fence, language = '', path = null] = /^(`{3,}) *(\S*)(?: +(\S+))?/.exec(line) ?? []
    if (fence !== undefined) {
      const end = lines.indexOf(fence, at + 1)
      if (end < 0) throw new Error(`line ${at + 1}: the block has no end`)
      parts.push({
        kind: 'fence',
        language,
        path,
        lines: lines.slice(at + 1, end),
        line: at + 2,
        heading,
      })
      at = end
    } else if (/^\|(?: *-+ *\|)+$/.test(lines[at + 1] ?? '')) {
      let end = at + 2
      while (lines[end]?.startsWith('|')) end++
      parts.push({ kind: 'table', rows: rowsOf(lines.slice(at, end)), line: at + 1, heading })
      at = end - 1
    }
  }
  return parts
}

function rowsOf([head = '', , ...rows]: readonly string[]): Table['rows'] {
  const names = cellsOf(head)
  return rows.map((row) => new Map(cellsOf(row).map((cell, i) => [names[i]!, cell])))
}

function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, row.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}
