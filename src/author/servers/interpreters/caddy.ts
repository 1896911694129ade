/** Interprets a printed Caddy file: tables, and matchers on their placeholders. */
import { chained } from '../reading/condition.ts'
import { serverExpression } from '../server-expression.ts'
import type { DoorReader } from './door-reader.ts'
import { prefixIn } from './prefixes.ts'
import { type Table, variableIn } from './tables.ts'

const MAP = /^map (\S+) (\S+) \{\n((?:\t`~[^\n]*\n)*)\tdefault (\S+)\n\}\n/
const ROW = /^\t`~(\(\?i\))?([^`]*)` (\S+)$/
const REFUSAL =
  /^(@\w+) (?:\{\n((?:\t(?:not )?remote_ip [^\n]+\n)*)\t)?expression `([^`]*)`\n(?:\}\n)?error (@\w+) 403\n/
const ADDRESSES = /^\t(not )?remote_ip (.+)$/
const PART = /^\s*(?:(\{[\w.-]+\}) == "([^"]*)"|(\()|&&|\|\||\)|false)/i

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
  const refusals: Refusal[] = []
  for (let found = REFUSAL.exec(rest); found !== null; found = REFUSAL.exec(rest)) {
    const [whole, name, addresses = '', expression, refused] = found
    if (name !== refused) throw new Error(`unreadable: ${whole.slice(0, 80)}`)
    refusals.push({ isFrom: addressesIn(addresses), holds: conditionIn(expression!) })
    rest = rest.slice(whole.length)
  }
  if (rest !== '' || refusals.length === 0) throw new Error(`unreadable: ${rest.slice(0, 80)}`)
  return {
    targets,
    refuses: ({ target, userAgent, address }) => {
      const known = new Map([
        ['{http.request.orig_uri}', target],
        ['{http.request.header.User-Agent}', userAgent],
      ])
      const read = (variable: string) => variableIn(tables, variable, known)
      return refusals.some(({ isFrom, holds }) => isFrom(address) && holds(read))
    },
  }
}

interface Refusal {
  readonly isFrom: (address: string) => boolean
  readonly holds: Holds
}

/** All lines of a matcher must hold. */
function addressesIn(text: string): Refusal['isFrom'] {
  const lines = text.split('\n').slice(0, -1)
  const tests = lines.map((line) => {
    const [, not, list = ''] = ADDRESSES.exec(line) ?? []
    return { isOutside: not !== undefined, prefixes: list.split(' ').map(prefixIn) }
  })
  return (address) =>
    tests.every(({ isOutside, prefixes }) => {
      return prefixes.some((each) => each.exec(address) !== null) !== isOutside
    })
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
  const isNext = (sign: string) => {
    if (next()?.[0].trim() !== sign) return false
    take()
    return true
  }
  const joints: Parameters<typeof chained<Holds>>[0] = [
    { isNext: () => isNext('||'), join: (of) => (read) => of.some((each) => each(read)) },
    { isNext: () => isNext('&&'), join: (of) => (read) => of.every((each) => each(read)) },
  ]
  const one = (): Holds => {
    const [, variable, value, open] = take()
    if (open === undefined)
      return variable === undefined ? () => false : (read) => read(variable) === value
    const inside = chained(joints, one)
    take()
    return inside
  }
  return chained(joints, one)
}
