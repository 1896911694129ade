/**
 * Published address ranges (the Google and JAFAR shape: `creationTime`, `prefixes`) → sorted, merged ranges (I4).
 * It gets texts and the time of the build; it fetches nothing. A list that is too wide to be a crawler's is refused.
 */
import type { Network } from '../bundle/program.ts'
import { parseAddress } from '../grammar/ip-address.ts'
import { provenBy } from '../registry/address-lists.ts'

/** I4: ranges older than this at build prove a name, and refute none. */
const FRESH_FOR = 30 * 86_400_000

/** I4: no range is wider. The addresses of a /8, and of an IPv6 /19 in blocks of /32. */
const WIDEST_V4 = 2 ** 24
const WIDEST_V6 = 2 ** 13
/** I4: a list covers no more than so many of the widest ranges. */
const MOST_COVERED = 2

/** A list as its operator publishes it. */
interface PublishedList {
  readonly creationTime?: unknown
  readonly prefixes?: unknown
}

/** The network of a list, and what of it could not be read, for people. */
export interface NetworkReading {
  readonly network: Network
  /** When the list was made, in milliseconds; NaN where it does not say so. */
  readonly created: number
  readonly faults: readonly string[]
}

/** An inclusive range of addresses, as words. */
interface Range {
  readonly first: Uint32Array
  readonly last: Uint32Array
}

/** Reads one list; `now` is the time of the build in milliseconds. Never throws: what cannot be read is a fault. */
export function compileNetwork(name: string, text: string, now: number): NetworkReading {
  const faults: string[] = []
  const list = parseList(text, faults)
  const ranges = (Array.isArray(list.prefixes) ? list.prefixes : []).flatMap((entry) => rangeOf(entry, faults) ?? [])
  if (ranges.length === 0) faults.push('the list has no prefixes')
  const created = Date.parse(String(list.creationTime))
  if (Number.isNaN(created)) faults.push('`creationTime` is not a date, so the list counts as old')
  const v4 = merged(ranges.filter(({ first }) => first.length === 1))
  const v6 = merged(ranges.filter(({ first }) => first.length === 4))
  const names = provenBy(name)
  const network = { name, fresh: now - created <= FRESH_FOR, v4, v6, ...(names !== undefined && { names }) }
  const tooWide = widthFault(v4, v6)
  if (tooWide === null) return { network, created, faults }
  // It neither proves nor disproves: the crawler is claimed, as without a list.
  const none = new Uint32Array()
  return { network: { ...network, fresh: false, v4: none, v6: none }, created, faults: [...faults, tooWide] }
}

/** How many ranges a network has. */
export function rangeCount({ v4, v6 }: Network): number {
  return v4.length / 2 + v6.length / 8
}

function widthFault(v4: Uint32Array, v6: Uint32Array): string | null {
  const shares = [
    ...Array.from({ length: v4.length / 2 }, (_, i) => (v4[2 * i + 1]! - v4[2 * i]! + 1) / WIDEST_V4),
    ...Array.from({ length: v6.length / 8 }, (_, i) => blocksIn(v6.subarray(8 * i, 8 * i + 8)) / WIDEST_V6),
  ]
  if (shares.some((share) => share > 1)) return 'a range is wider than /8 (IPv6: /19), so the list is refused'
  if (shares.reduce((sum, share) => sum + share, 0) <= MOST_COVERED) return null
  return `the list covers more than ${MOST_COVERED} ranges of /8 (IPv6: /19), so it is refused`
}

/** The /32 blocks of a range of IPv6 addresses, which is its first and its last address. */
function blocksIn(range: Uint32Array): number {
  return range[4]! - range[0]! + (range[5]! - range[1]! + 1) / 2 ** 32
}

function parseList(text: string, faults: string[]): PublishedList {
  try {
    const list: unknown = JSON.parse(text)
    if (typeof list === 'object' && list !== null) return list
    faults.push('the file holds no JSON object')
  } catch (error) {
    faults.push(`the file is not JSON: ${(error as Error).message}`)
  }
  return {}
}

function rangeOf(entry: unknown, faults: string[]): Range | null {
  const { ipv4Prefix, ipv6Prefix } = (entry ?? {}) as Record<string, unknown>
  const prefix = String(ipv4Prefix ?? ipv6Prefix)
  const [text = '', bits = '', ...rest] = prefix.split('/')
  const address = parseAddress(text)
  const width = /^\d{1,3}$/.test(bits) && rest.length === 0 ? Number(bits) : Number.NaN
  if (address === null || !(width <= address.length * 32)) {
    faults.push(`\`${prefix}\` is not an address prefix`)
    return null
  }
  const first = address.slice()
  const last = address.slice()
  for (let word = 0; word < address.length; word++) {
    // The share of this word that is fixed: all ones from the left.
    const fixed = Math.min(32, Math.max(0, width - word * 32))
    const mask = fixed === 0 ? 0 : (0xffffffff << (32 - fixed)) >>> 0
    first[word] = (address[word]! & mask) >>> 0
    last[word] = (address[word]! | ~mask) >>> 0
  }
  return { first, last }
}

/** Pairs of first and last address, sorted, overlapping ones joined. */
function merged(ranges: readonly Range[]): Uint32Array {
  const sorted = [...ranges].sort((a, b) => compareWords(a.first, b.first))
  const joined: { first: Uint32Array; last: Uint32Array }[] = []
  for (const { first, last } of sorted) {
    const before = joined.at(-1)
    if (before === undefined || compareWords(before.last, first) < 0) joined.push({ first, last })
    else if (compareWords(before.last, last) < 0) before.last = last
  }
  return Uint32Array.from(joined.flatMap(({ first, last }) => [...first, ...last]))
}

function compareWords(a: Uint32Array, b: Uint32Array): number {
  const differs = a.findIndex((word, i) => word !== b[i])
  return differs < 0 ? 0 : a[differs]! - b[differs]!
}
