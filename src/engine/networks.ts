/**
 * Source address + an operator's published ranges → how far a name is proven (I4). Ranges come sorted and merged from
 * the bundle; a look-up is a binary search.
 */
import type { Network } from '../bundle/program.ts'
import type { Assurance } from '../vocabulary/decision-words.ts'

const V6_WORDS = 4

/** An address as 32-bit words, most significant first: one for IPv4 (also in its IPv6 clothes), four for IPv6. */
export function parseAddress(text: string): Uint32Array | null {
  if (!text.includes(':')) return parseV4(text)
  const mapped = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const tail = mapped === null ? null : parseV4(mapped[2]!)
  if (mapped !== null && tail === null) return null
  const head =
    mapped === null ? text : `${mapped[1]}${(tail![0]! >>> 16).toString(16)}:${(tail![0]! & 0xffff).toString(16)}`
  const words = parseV6(head)
  if (words === null) return null
  const isMapped = words[0] === 0 && words[1] === 0 && words[2] === 0xffff
  return isMapped ? words.slice(3) : words
}

function parseV4(text: string): Uint32Array | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null
  return Uint32Array.of(parts.reduce((word, part) => word * 256 + Number(part), 0))
}

function parseV6(text: string): Uint32Array | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const count = groups.reduce((sum, half) => sum + half.length, 0)
  if (halves.length === 1 ? count !== 8 : count > 7) return null
  const zeros = new Array<string>(8 - count).fill('0')
  const all = [...groups[0]!, ...zeros, ...(groups[1] ?? [])]
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  const shorts = all.map((group) => Number.parseInt(group, 16))
  return Uint32Array.from({ length: V6_WORDS }, (_, i) => shorts[2 * i]! * 0x10000 + shorts[2 * i + 1]!)
}

/** Whether an address lies in a network's ranges. */
export function contains(network: Network, address: Uint32Array): boolean {
  const ranges = address.length === 1 ? network.v4 : network.v6
  const words = address.length
  let low = 0
  let high = ranges.length / (2 * words)
  // The last range that begins at or before the address is the only one that can hold it.
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareAt(ranges, middle * 2 * words, address) <= 0) low = middle + 1
    else high = middle
  }
  return low > 0 && compareAt(ranges, (low * 2 - 1) * words, address) >= 0
}

/** The order of the address at `at` in `ranges` to `address`: negative, zero or positive. */
function compareAt(ranges: Uint32Array, at: number, address: Uint32Array): number {
  for (let i = 0; i < address.length; i++) {
    if (ranges[at + i] !== address[i]) return ranges[at + i]! < address[i]! ? -1 : 1
  }
  return 0
}

/**
 * The assurance that an address gives a name whose operator publishes `networks`. `failed` needs ranges that were fresh
 * when the bundle was built: stale lists have locked real crawlers out (I4).
 */
export function assuranceOf(networks: readonly Network[], address: string | null): Assurance {
  if (networks.length === 0 || address === null) return 'claimed'
  const words = parseAddress(address)
  if (words === null) return 'claimed'
  if (networks.some((network) => contains(network, words))) return 'network'
  return networks.every(({ fresh }) => fresh) ? 'failed' : 'claimed'
}
