/**
 * The common model of interpreted files: tables from variable to variable, in which the first
 * matching row decides. The request's variables are the raw target, the User-Agent header and the
 * address.
 */
import { cached } from '../../../base/cached.ts'
import { serverExpression } from '../server-expression.ts'
import type { Key } from './prefixes.ts'

export interface TableRow {
  /** As it is written. */
  readonly text: string
  readonly key: Key
  readonly value: string
}

export interface Table {
  readonly from: string
  readonly rows: readonly TableRow[]
  /** A value that names a variable stands for that variable's, and `$1` for the first group of the row's expression. */
  readonly otherwise: string
}

export function expressionRow(text: string, value: string, flags = ''): TableRow {
  return { text, key: serverExpression(text, flags), value }
}

/** The expressions that a variable is compared with. */
export function askedOf(tables: Tables, variable: string): readonly string[] {
  const own = [...tables.values()].filter(({ from }) => from === variable)
  return own.flatMap(({ rows }) => rows.map(({ text }) => text))
}

type Tables = ReadonlyMap<string, Table>
type Values = Map<string, string>

export function variableIn(tables: Tables, variable: string, known: Values): string {
  return cached(known, variable, () => {
    const table = tables.get(variable)
    // A variable that nothing defines stops a server's start.
    if (table === undefined) throw new Error(`nothing defines ${variable}`)
    const text = variableIn(tables, table.from, known)
    for (const { key, value } of table.rows) {
      const found = key.exec(text)
      if (found !== null) return value === '$1' ? (found[1] ?? '') : resolved(tables, value, known)
    }
    return resolved(tables, table.otherwise, known)
  })
}

function resolved(tables: Tables, value: string, known: Values): string {
  return tables.has(value) || known.has(value) ? variableIn(tables, value, known) : value
}
