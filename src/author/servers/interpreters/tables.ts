/**
 * The common model of interpreted files: tables from variable to variable, in which the first
 * matching row decides. The request's variables are the raw target, the User-Agent header and the
 * address. Prefixes match addresses as servers do: IPv4-mapped IPv6 counts as IPv4.
 */
import { cached } from '../../../base/cached.ts'
import { parseAddress } from '../../../base/ip-address.ts'
import { serverExpression } from '../expressions.ts'
import { unreadableText } from './door-reader.ts'

export interface TableRow {
  /** As it is written. */
  readonly text: string
  readonly key: Key
  readonly value: string
}

export interface Table {
  readonly from: string
  readonly rows: readonly TableRow[]
  /**
   * The value if no row matches. In values, a variable's name means its value, and `$1` the first
   * group of the row's expression.
   */
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

/** What a row of a table is asked: an expression, or a prefix. */
interface Key {
  exec(text: string): readonly (string | undefined)[] | null
}

interface Prefix extends Key {
  readonly width: number
}

export function prefixIn(text: string): Prefix {
  const [address = '', bits = ''] = text.split('/')
  const words = parseAddress(address)
  const width = Number(bits)
  if (words === null || !/^\d+$/.test(bits) || width > 32 * words.length) throw unreadableText(text)
  return {
    width,
    exec: (address) => {
      const own = wordsOf(address)
      if (own?.length !== words.length) return null
      const isWithin = words.every((word, i) => {
        const rest = Math.max(0, Math.min(32, width - 32 * i))
        return rest === 0 || (word ^ own[i]!) >>> (32 - rest) === 0
      })
      return isWithin ? [address] : null
    },
  }
}

export function isInAny(prefixes: readonly Prefix[], address: string): boolean {
  return prefixes.some((each) => each.exec(address) !== null)
}

/** Prefixes with their values: the longest first, because it decides. */
export function prefixRows(rows: readonly (readonly [prefix: string, value: string])[]) {
  const read = rows.map(([text, value]) => ({ text, key: prefixIn(text), value }))
  return read.sort((a, b) => b.key.width - a.key.width)
}

const read = new Map<string, Uint32Array | null>()

function wordsOf(address: string): Uint32Array | null {
  return cached(read, address, () => parseAddress(address))
}
