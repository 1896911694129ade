/** Compares addresses with prefixes as servers do: IPv4-mapped IPv6 counts as IPv4. */

import { cached } from '../../../base/cached.ts'
import { parseAddress } from '../../../base/ip-address.ts'

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
  if (words === null || !/^\d+$/.test(bits) || width > 32 * words.length)
    throw new Error(`unreadable: ${text}`)
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

/** Rows of which the longest prefix decides, in an order in which the first does. */
export function byLength<T extends { readonly key: Prefix }>(rows: readonly T[]): readonly T[] {
  return [...rows].sort((a, b) => b.key.width - a.key.width)
}

const read = new Map<string, Uint32Array | null>()

function wordsOf(address: string): Uint32Array | null {
  return cached(read, address, () => parseAddress(address))
}
