/** Compares addresses with prefixes as servers do: IPv4-mapped IPv6 counts as IPv4. */

import { cached } from '../../../base/cached.ts'
import { parseAddress } from '../../../base/ip-address.ts'
import { unreadableText } from './door-reader.ts'

/** What a row of a table is asked: an expression, or a prefix. */
export interface Key {
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
