/** Caddy's file → tables, and the matcher over their placeholders. */
import { serverExpression } from '../server-expression.ts'
import type { DoorReader } from './door-reader.ts'
import { type Table, variableIn } from './tables.ts'

const MAP = /^map (\S+) (\S+) \{\n((?:\t`~[^\n]*\n)*)\tdefault (\S+)\n\}\n/
const ROW = /^\t`~(\(\?i\))?([^`]*)` (\S+)$/
const END = /^(@\w+) expression `([^`]*)`\nerror (@\w+) 403\n$/
const PART = /^\s*(?:(\{[\w.-]+\}) == "([^"]*)"|(&&)|(\|\|)|(\()|(\))|(false))/i

export const readCaddy: DoorReader = ([file]) => {
  let rest = file!.text.replace(/^(?:#[^\n]*\n)*/, '')
  const tables = new Map<string, Table>()
  const targets: string[] = []
  for (let found = MAP.exec(rest); found !== null; found = MAP.exec(rest)) {
    const [whole, from, to, rows, otherwise] = found
    tables.set(to!, { from: from!, otherwise: otherwise!, rows: rowsIn(rows!) })
    if (from === '{http.request.orig_uri}')
      targets.push(...[...rows!.matchAll(/`~([^`]*)`/g)].map(([, text]) => text!))
    rest = rest.slice(whole.length)
  }
  const [, name, expression, refused] = END.exec(rest) ?? []
  if (expression === undefined || name !== refused)
    throw new Error(`unreadable: ${rest.slice(0, 80)}`)
  const holds = conditionIn(expression)
  return {
    targets,
    refuses: (target, userAgent) => {
      const known = new Map([
        ['{http.request.orig_uri}', target],
        ['{http.request.header.User-Agent}', userAgent],
      ])
      return holds((variable) => variableIn(tables, variable, known))
    },
  }
}

function rowsIn(text: string): Table['rows'] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, caseless, key, value] = ROW.exec(line) ?? []
      if (key === undefined) throw new Error(`unreadable: ${line.slice(0, 80)}`)
      const flags = caseless === undefined ? '' : 'i'
      return { key: serverExpression(key, flags), value: value!.startsWith('$') ? '$1' : value! }
    })
}

type Holds = (read: (variable: string) => string) => boolean

/** `a == "x" && (…) || …`, as CEL reads it. */
function conditionIn(text: string): Holds {
  let rest = text
  const next = () => {
    const found = PART.exec(rest)
    if (found === null && rest.trim() !== '') throw new Error(`unreadable: ${rest.slice(0, 80)}`)
    return found
  }
  const take = () => {
    const found = next()!
    rest = rest.slice(found[0].length)
    return found
  }
  const either = (): Holds => {
    const all = [both()]
    while (next()?.[4] !== undefined) {
      take()
      all.push(both())
    }
    return (read) => all.some((each) => each(read))
  }
  const both = (): Holds => {
    const all = [one()]
    while (next()?.[3] !== undefined) {
      take()
      all.push(one())
    }
    return (read) => all.every((each) => each(read))
  }
  const one = (): Holds => {
    const [, variable, value, , , open] = take()
    if (open === undefined)
      return variable === undefined ? () => false : (read) => read(variable) === value
    const inside = either()
    take()
    return inside
  }
  return either()
}
