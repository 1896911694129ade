/**
 * Interprets printed nginx files as nginx does: in a map, equal texts come first, then expressions
 * in order.
 */

import { serverExpression } from '../server-expression.ts'
import type { DoorReader } from './door-reader.ts'
import { byLength, prefixIn } from './prefixes.ts'
import { type Table, type TableRow, variableIn } from './tables.ts'

const MAP = /^map (\S+) (\S+) \{\n\tdefault (\S+);\n((?:\t"[^\n]*;\n)*)\}\n/
const GEO = /^geo (\S+) \{\n\tdefault (\S+);\n((?:\t[^\n"]*;\n)*)\}\n/
const PREFIX = /^\t(\S+) (\S+);$/
const ROW = /^\t"((?:[^"\\]|\\x[0-9a-f]{2})*)" (\S+);$/
const CONDITION = /^if \((\S+)\) \{\n\treturn 403;\n\}\n$/

export const readNginx: DoorReader = (files) => {
  const [maps = '', server = ''] = ['acap-http.conf', 'acap.conf'].map((name) => {
    const text = files.find((file) => file.name === name)?.text ?? ''
    return text.replace(/^(?:#[^\n]*\n)*/, '')
  })
  const tables = new Map<string, Table>()
  const targets: string[] = []
  let rest = maps
  for (let found = blockIn(rest); found !== null; found = blockIn(rest)) {
    const [whole, from, to, otherwise, rows] = found
    if (from === '$remote_addr')
      tables.set(to!, { from, otherwise: otherwise!, rows: prefixes(rows!) })
    else tables.set(to!, { from: from!, otherwise: otherwise!, rows: rowsOf(rows!) })
    if (from === '$request_uri')
      targets.push(...[...rows!.matchAll(/"~([^"*][^"]*)"/g)].map(([, text]) => text!))
    rest = rest.slice(whole.length).replace(/^\n/, '')
  }
  const condition = CONDITION.exec(server)?.[1]
  if (rest !== '' || condition === undefined)
    throw new Error(`unreadable: ${(rest || server).slice(0, 80)}`)
  return {
    targets,
    refuses: ({ target, userAgent, address }) => {
      const known = new Map([
        ['$request_uri', target],
        ['$http_user_agent', userAgent],
        ['$remote_addr', address],
      ])
      // `if` is false for an empty text and for 0.
      return !['', '0'].includes(variableIn(tables, condition, known))
    },
  }
}

/** A map, or a table of addresses in the form of one. */
function blockIn(text: string): readonly [string, ...string[]] | null {
  const geo = GEO.exec(text)
  if (geo === null) return MAP.exec(text) as readonly [string, ...string[]] | null
  const [whole, to, otherwise, rows] = geo
  return [whole!, '$remote_addr', to!, otherwise!, rows!]
}

function prefixes(text: string): readonly TableRow[] {
  const rows = text.split('\n').slice(0, -1)
  return byLength(
    rows.map((line) => {
      const [, prefix, value] = PREFIX.exec(line) ?? []
      if (prefix === undefined) throw new Error(`unreadable: ${line}`)
      return { key: prefixIn(prefix), value: value! }
    }),
  )
}

function rowsOf(text: string): readonly TableRow[] {
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map((line): TableRow => {
      const [, key, value] = ROW.exec(line) ?? []
      if (key === undefined) throw new Error(`unreadable: ${line.slice(0, 80)}`)
      if (!key.startsWith('~')) return { key, value: value! }
      const isCaseless = key.startsWith('~*')
      return {
        key: serverExpression(key.slice(isCaseless ? 2 : 1), isCaseless ? 'i' : ''),
        value: value!,
      }
    })
  const isText = ({ key }: TableRow) => typeof key === 'string'
  // An expression matches no empty text.
  return [...rows.filter(isText), ...rows.filter((row) => !isText(row))]
}
