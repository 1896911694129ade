/**
 * Writes address lists as prefixes for servers' files, each with its zone. The longest matching
 * prefix decides.
 */
import { NOT_PUBLIC } from '../../../base/internet-address.ts'
import { parseAddress } from '../../../base/ip-address.ts'
import type { Network } from '../../../program/program.ts'
import type { Zone } from './name-zones.ts'

export type AddressRow = readonly [prefix: string, zone: Exclude<Zone, 'other'>]

interface Block {
  readonly first: bigint
  /** Bits of the prefix. */
  readonly width: number
}

const V4_BITS = 32
const V6_BITS = 128

/** `private`: also the prefixes of addresses that no client on the Internet has. */
export function addressRows(lists: readonly Network[], hasPrivate: boolean): readonly AddressRow[] {
  return [V4_BITS, V6_BITS].flatMap((bits) => {
    const listed = lists.flatMap((list) => blocksOf(bits === V4_BITS ? list.v4 : list.v6, bits))
    const own = hasPrivate ? privateBlocks(bits) : []
    // The lists come first (I4).
    const rest = own.filter((block) => !listed.some((each) => contains(each, block, bits)))
    return [
      ...[...new Set(listed.map((each) => prefixText(each, bits)))].map((prefix): AddressRow => {
        return [prefix, 'listed']
      }),
      ...rest.map((each): AddressRow => [prefixText(each, bits), 'private']),
    ]
  })
}

function privateBlocks(bits: number): readonly Block[] {
  return NOT_PUBLIC.filter(({ words }) => words.length * 32 === bits).map((range) => {
    return { first: numberIn(range.words, 0, range.words.length), width: range.bits }
  })
}

/** Converts ranges, as pairs of first and last address, to the prefixes that cover them. */
function blocksOf(ranges: Uint32Array, bits: number): readonly Block[] {
  const words = bits / 32
  const blocks: Block[] = []
  for (let at = 0; at < ranges.length; at += 2 * words) {
    const last = numberIn(ranges, at + words, words)
    for (let first = numberIn(ranges, at, words); first <= last; ) {
      let free = 0
      while (free < bits && isAligned(first, free + 1) && endOf(first, free + 1) <= last) free++
      blocks.push({ first, width: bits - free })
      first = endOf(first, free) + 1n
    }
  }
  return blocks
}

function isAligned(first: bigint, free: number): boolean {
  return (first >> BigInt(free)) << BigInt(free) === first
}

function endOf(first: bigint, free: number): bigint {
  return first + (1n << BigInt(free)) - 1n
}

function contains(outer: Block, inner: Block, bits: number): boolean {
  const free = BigInt(bits - outer.width)
  return outer.width <= inner.width && inner.first >> free === outer.first >> free
}

function numberIn(all: Uint32Array, at: number, words: number): bigint {
  return all.subarray(at, at + words).reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
}

function prefixText({ first, width }: Block, bits: number): string {
  return `${addressText(first, bits)}/${width}`
}

/** Converts a prefix to its first and last address, as numbers of 32 or 128 bits. */
export function blockIn(prefix: string): { first: bigint; last: bigint; bits: number } {
  const [address = '', width] = prefix.split('/')
  const words = parseAddress(address)!
  const bits = 32 * words.length
  const first = numberIn(words, 0, words.length)
  return { first, last: endOf(first, bits - Number(width)), bits }
}

export function addressText(address: bigint, bits: number): string {
  const part = bits === V4_BITS ? 8 : 16
  const parts = Array.from({ length: bits / part }, (_, i) => {
    return (address >> BigInt(bits - part * (i + 1))) & ((1n << BigInt(part)) - 1n)
  })
  if (bits === V4_BITS) return parts.join('.')
  const groups = parts.map((each) => each.toString(16)).join(':')
  // The longest run of zeros is `::`.
  const runs = [...groups.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].map(([run]) => run)
  const longest = runs.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? groups : groups.replace(longest, '::').replace(/:{3,}/, '::')
}
