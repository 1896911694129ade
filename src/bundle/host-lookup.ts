/**
 * A host → the number of its site, by binary search over the octets of a bundle: no site is decoded for it.
 */
import type { HostColumns } from './format.ts'

const encoder = new TextEncoder()

/** The site of a host in lower case, exactly as written; -1 where no site names it. */
export function findHost({ start, text, site }: HostColumns, host: string): number {
  const octets = encoder.encode(host)
  let low = 0
  let high = site.length
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compare(text, start[middle]!, start[middle + 1]!, octets)
    if (order === 0) return site[middle]!
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}

/** The host at a place of the table; null behind its end. */
export function hostAt({ start, text, site }: HostColumns, place: number): string | null {
  return place < site.length ? new TextDecoder().decode(text.subarray(start[place]!, start[place + 1]!)) : null
}

/** The order of the octets from `from` to `to` against others. */
function compare(text: Uint8Array, from: number, to: number, octets: Uint8Array): number {
  const length = Math.min(to - from, octets.length)
  for (let i = 0; i < length; i++) {
    if (text[from + i] !== octets[i]) return text[from + i]! - octets[i]!
  }
  return to - from - octets.length
}
