/**
 * Interprets printed nginx files as nginx does: in a map, equal texts come first, then expressions
 * in order.
 */
import {
  contentOf,
  type DoorReader,
  leadingBlocks,
  matched,
  matchedLines,
  unreadableText,
} from './door-reader.ts'
import {
  askedOf,
  expressionRow,
  prefixRows,
  type Table,
  type TableRow,
  variableIn,
} from './tables.ts'

/** A map, or a table of addresses. */
const BLOCK = /(?:map (\S+)|geo) (\S+) \{\n\tdefault (\S+);\n((?:\t[^\n]*;\n)*)\}\n\n?/gy
const PREFIX = /^\t(\S+) (\S+);$/
const ROW = /^\t"(~\*?)?((?:[^"\\]|\\x[0-9a-f]{2})*)" (\S+);$/
const CONDITION = /^if \((\S+)\) \{\n\treturn 403;\n\}\n$/
const ADDRESS = '$remote_addr'

export const readNginx: DoorReader = (files) => {
  const [maps, server] = ['acap-http.conf', 'acap.conf'].map((name) =>
    contentOf(files.find((file) => file.name === name)),
  )
  const [blocks, rest] = leadingBlocks(BLOCK, maps!)
  if (rest !== '') throw unreadableText(rest)
  const [, condition] = matched(CONDITION, server!)
  const tables = new Map(
    blocks.map(([, from = ADDRESS, to, otherwise, text]): [string, Table] => {
      const rows = from === ADDRESS ? prefixes(text!) : rowsOf(text!)
      return [to!, { from, otherwise: otherwise!, rows }]
    }),
  )
  return {
    targets: askedOf(tables, '$request_uri'),
    refuses: ({ target, userAgent, address }) => {
      const known = new Map([
        ['$request_uri', target],
        ['$http_user_agent', userAgent],
        [ADDRESS, address],
      ])
      // `if` is false for an empty text and for 0.
      return !['', '0'].includes(variableIn(tables, condition!, known))
    },
  }
}

function prefixes(text: string): readonly TableRow[] {
  return prefixRows(matchedLines(PREFIX, text).map(([, prefix, value]) => [prefix!, value!]))
}

function rowsOf(text: string): readonly TableRow[] {
  const lines = matchedLines(ROW, text)
  const isText = ([, sign]: RegExpExecArray) => sign === undefined
  const texts = lines.filter(isText).map(([, , text, value]): TableRow => {
    return { text: text!, key: { exec: (each) => (each === text ? [each] : null) }, value: value! }
  })
  const others = lines.filter((line) => !isText(line))
  // An expression matches no empty text.
  return [
    ...texts,
    ...others.map(([, sign, text, value]) =>
      expressionRow(text!, value!, sign === '~*' ? 'i' : ''),
    ),
  ]
}
