/**
 * Published address ranges (the Google and JAFAR shape: `creationTime`, `prefixes`) → sorted, merged ranges (I4).
 * It gets texts and the time of the build; it fetches nothing.
 */
import type { Network } from '../bundle/program.ts'
import { parseAddress } from '../grammar/ip-address.ts'

/** I4: ranges older than this at build prove a name, and refute none. */
const FRESH_FOR = 30 * 86_400_000

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
  return {
    network: {
      name,
      fresh: now - created <= FRESH_FOR,
      v4: merged(ranges.filter(({ first }) => first.length === 1)),
      v6: merged(ranges.filter(({ first }) => first.length === 4)),
    },
    created,
    faults,
  }
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
