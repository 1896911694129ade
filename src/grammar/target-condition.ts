/**
 * The value of `target-condition`: on which devices a presentation may be shown (ACAP Part 1, 2.5.5.9). Text in, typed
 * data out; null where outside the grammar. Nobody here knows where a device is.
 */
import type { Restriction } from '../vocabulary/restriction.ts'
import { addressFamily } from './ip-address.ts'
import { foldCase } from './path-form.ts'
import { cutKeyword, readListValue, readUri } from './value-parts.ts'

type TargetCondition = Extract<Restriction, { type: 'target-condition' }>
type Pair = readonly [first: string, second: string | null]

const type = 'target-condition'
/** Labels of letters, digits and hyphens, joined by dots. */
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const COUNTRY = /^[a-z]{2}$/i

/** Reads `CONDITION:VALUES`. */
export function readTargetCondition(value: string): TargetCondition | null {
  const head = cutKeyword(value)
  if (!head) return null
  const condition = head.word
  switch (condition) {
    case 'ipaddressrangelist': {
      const pairs = readPairs(head.rest, '-')
      return pairs && { type, condition, values: pairs.map(([from, to]) => ({ from, to: to ?? from })) }
    }
    case 'ipaddressmasklist': {
      const pairs = readPairs(head.rest, '/')
      const masked = pairs?.flatMap(([address, mask]) => (mask === null ? [] : [{ address, mask }])) ?? []
      return pairs && masked.length === pairs.length ? { type, condition, values: masked } : null
    }
    case 'permitteddomainlist':
    case 'prohibiteddomainlist': {
      const values = readListValue(head.rest, (item) => DOMAIN.test(item))
      return values && { type, condition, values: values.map(foldCase) }
    }
    case 'permittedcountrylist':
    case 'prohibitedcountrylist': {
      const values = readListValue(head.rest, (item) => COUNTRY.test(item))
      return values && { type, condition, values: values.map((code) => code.toUpperCase()) }
    }
    case 'rulesref': {
      const reference = readUri(head.rest)
      return reference && { type, condition, uri: reference.uri }
    }
    default:
      return null
  }
}

/** A list of addresses, each alone or with a second of its family after `sign`. */
function readPairs(value: string, sign: '-' | '/'): readonly Pair[] | null {
  const pairs: Pair[] = []
  for (const item of value.split(',')) {
    const [first = '', second = null, ...more] = item.split(sign)
    const family = addressFamily(first)
    if (family === 0 || more.length > 0 || (second !== null && addressFamily(second) !== family)) return null
    pairs.push([first, second])
  }
  return pairs
}
