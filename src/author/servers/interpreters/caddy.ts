/** Interprets a printed Caddy file: tables, and matchers on their placeholders. */
import { chained } from '../reading/condition.ts'
import {
  contentOf,
  type DoorReader,
  leadingBlocks,
  matchedLines,
  unreadableText,
} from './door-reader.ts'
import { askedOf, expressionRow, isInAny, prefixIn, type Table, variableIn } from './tables.ts'

const MAP = /map (\S+) (\S+) \{\n((?:\t`~[^\n]*\n)*)\tdefault (\S+)\n\}\n/gy
const ROW = /^\t`~(\(\?i\))?([^`]*)` (\S+)$/
const REFUSAL =
  /(@\w+) (?:\{\n((?:\t(?:not )?remote_ip [^\n]+\n)*)\t)?expression `([^`]*)`\n(?:\}\n)?error (@\w+) 403\n/gy
const ADDRESSES = /^\t(not )?remote_ip (.+)$/
const PART = /^\s*(?:(\{[\w.-]+\}) == "([^"]*)"|(\()|&&|\|\||\)|false)/i

export const readCaddy: DoorReader = ([file]) => {
  const [maps, rest] = leadingBlocks(MAP, contentOf(file))
  const [matchers, end] = leadingBlocks(REFUSAL, rest)
  if (end !== '' || matchers.length === 0) throw unreadableText(end)
  const tables = new Map(
    maps.map(([, from, to, rows, otherwise]): [string, Table] => {
      return [to!, { from: from!, otherwise: otherwise!, rows: rowsIn(rows!) }]
    }),
  )
  const refusals = matchers.map(([whole, name, addresses = '', expression, refused]): Refusal => {
    if (name !== refused) throw unreadableText(whole)
    return { isFrom: addressesIn(addresses), holds: conditionIn(expression!) }
  })
  return {
    targets: askedOf(tables, '{http.request.orig_uri}'),
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
  const tests = matchedLines(ADDRESSES, text).map(([, not, list]) => {
    return { isOutside: not !== undefined, prefixes: list!.split(' ').map(prefixIn) }
  })
  return (address) =>
    tests.every(({ isOutside, prefixes }) => isInAny(prefixes, address) !== isOutside)
}

function rowsIn(text: string): Table['rows'] {
  return matchedLines(ROW, text).map(([, caseless, key, value]) =>
    expressionRow(key!, value!.startsWith('$') ? '$1' : value!, caseless === undefined ? '' : 'i'),
  )
}

type Holds = (read: (variable: string) => string) => boolean

/** `a == "x" && (…) || …`, as CEL reads it. */
function conditionIn(text: string): Holds {
  let rest = text
  const next = () => {
    const found = PART.exec(rest)
    if (found === null && rest.trim() !== '') throw unreadableText(rest)
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
