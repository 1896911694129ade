/**
 * The table of allowed imports, which a test enforces → the same in Markdown.
 */
import { IMPORT_TABLE } from '../../test/support/house/import-rules.ts'
import { markdownTable } from './toml-reference.ts'

/** Each folder of the source with what it may import. */
export function importTable(): string {
  const rows = IMPORT_TABLE.filter(({ where }) => where.startsWith('src/')).map(
    ({ where, may, packages, not = [] }) => [
      `\`${where}\``,
      inWords(may.map(entryInWords)) + (not.length > 0 ? `; never ${inWords(not.map(code))}` : ''),
      inWords(packages.map((name) => (name === '*' ? 'any' : code(name)))),
    ],
  )
  return markdownTable(['files in', 'may import', 'and the packages'], rows)
}

function entryInWords(entry: string): string {
  const [where = '', types] = entry.split(' ')
  return types === undefined ? code(where) : `${code(where)} (types)`
}

function code(text: string): string {
  return `\`${text}\``
}

function inWords(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ')
}
