/**
 * Parses published address ranges (the form of Google and JAFAR: `creationTime`, `prefixes`) into
 * sorted, merged ranges (I4).
 */

import { cached } from '../../base/cached.ts'
import { checkArgument, isRecord } from '../../base/check-argument.ts'
import { parseAddress } from '../../base/ip-address.ts'
import { isOperatorsList, provenBy } from '../../crawlers/address-lists.ts'
import type { Network } from '../program.ts'

/** Fetched ranges older than this at build prove a name, but cannot disprove one (I4). */
export const FRESH_FOR = 30 * 86_400_000

/** The widest range accepted (I4), in addresses of IPv4: a /8; in IPv6 a /19. */
const WIDEST_V4 = 2 ** 24
const WIDEST_V6 = 2 ** 109
/** How many of the widest ranges a list may cover together (I4). */
const MOST_COVERED = 2

type PublishedList = { readonly [Member in 'creationTime' | 'prefixes']?: unknown }

/** The network in a list, and what could not be read, for people. */
export interface NetworkReading {
  readonly network: Network
  /** When the list was made, in milliseconds; NaN if it does not say. */
  readonly created: number
  readonly faults: readonly string[]
}

interface Range {
  readonly words: number
  readonly first: bigint
  readonly last: bigint
}

/**
 * Reads one list. Unreadable parts are faults.
 * @param name The operator or crawler that the list is about; letter case does not count.
 * @param text The list, as operators publish it: JSON with `prefixes`.
 * @param now The time of the build, in milliseconds since 1970.
 * @param isFetched Whether it is a copy of what an operator publishes, which ages. A list by the
 * author does not.
 * @default whether an operator of this name publishes lists
 * @throws TypeError for a name that is no string
 * @example compileNetwork('googlebot', '{"prefixes":[{"ipv4Prefix":"66.249.64.0/19"}]}', Date.now(), false).network
 */
export function compileNetwork(
  name: string,
  text: string,
  now: number,
  isFetched: boolean = isOperatorsList(name),
): NetworkReading {
  checkArgument(
    typeof name === 'string',
    'compileNetwork',
    'name',
    'the name of a crawler or operator',
  )
  const faults: string[] = []
  const list = parseList(text, faults)
  const prefixes = (Array.isArray(list.prefixes) ? list.prefixes : []).map(prefixIn)
  if (prefixes.length === 0) faults.push('the list has no prefixes')
  const created = Date.parse(String(list.creationTime))
  const fresh = faults.length === 0 && (!isFetched || now - created <= FRESH_FOR)
  const read = networkOfPrefixes(name, prefixes, fresh)
  faults.push(...read.faults)
  if (isFetched && Number.isNaN(created))
    faults.push('`creationTime` is not a date, so the list counts as old')
  return { network: read.network, created, faults }
}

/**
 * Networks as callers give them: those of `compileNetwork`, or address prefixes (`192.0.2.0/24`) by
 * the name of a crawler or operator, which count as current. They are parsed once per object.
 */
export type GivenNetworks = readonly Network[] | Readonly<Record<string, readonly string[]>>

/** @throws TypeError for anything else, and for invalid prefixes */
export function networksOf(caller: string, given: GivenNetworks): readonly Network[] {
  const form = 'networks of `compileNetwork`, or lists of address prefixes by name'
  if (Array.isArray(given)) {
    const areNetworks = given.every((each) => isRecord(each) && each.v4 instanceof Uint32Array)
    checkArgument(areNetworks, caller, 'networks', form)
    return given
  }
  checkArgument(isRecord(given), caller, 'networks', form)
  return cached(OF_PREFIXES, given, () => {
    checkArgument(Object.values(given).every(isTextList), caller, 'networks', form)
    return Object.entries(given).map(([name, prefixes]) => {
      const { network, faults } = networkOfPrefixes(name, prefixes, true)
      if (faults.length > 0) throw new TypeError(`${caller}: \`networks\` of ${name}: ${faults[0]}`)
      return network
    })
  })
}

const OF_PREFIXES = new WeakMap<object, readonly Network[]>()

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/**
 * The network of address prefixes, and the invalid ones. `fresh`: whether it may disprove a name
 * (I4).
 */
export function networkOfPrefixes(
  name: string,
  prefixes: readonly string[],
  fresh: boolean,
): Pick<NetworkReading, 'network' | 'faults'> {
  const faults: string[] = []
  const ranges = prefixes.flatMap((prefix) => rangeOf(prefix, faults) ?? [])
  const read = { v4: merged(ranges, 1), v6: merged(ranges, 4) }
  const tooWide = widthFault(read.v4, read.v6)
  if (tooWide !== null) faults.push(tooWide)
  // A list that is too wide proves and disproves nothing: the crawler is only claimed, as without a
  // list.
  const { v4, v6 } = tooWide === null ? read : { v4: [], v6: [] }
  const names = namesProvenBy(name)
  const network = {
    name,
    // An unreadable range may contain the client's address.
    fresh: faults.length === 0 && fresh,
    v4: wordsOf(v4),
    v6: wordsOf(v6),
    ...(names !== undefined && { names }),
  }
  return { network, faults }
}

/**
 * Names of crawlers and operators are compared in lower case; site.toml refers to a list as its
 * file is spelt.
 */
function namesProvenBy(name: string): readonly string[] | undefined {
  const folded = name.toLowerCase()
  const names = provenBy(folded)
  return folded === name ? names : [name, ...(names ?? [folded])]
}

export function rangeCount({ v4, v6 }: Network): number {
  return v4.length / 2 + v6.length / 8
}

function widthFault(v4: readonly Range[], v6: readonly Range[]): string | null {
  const share = (widest: number) => (range: Range) => Number(range.last - range.first + 1n) / widest
  const shares = [...v4.map(share(WIDEST_V4)), ...v6.map(share(WIDEST_V6))]
  if (shares.some((each) => each > 1))
    return 'a range is wider than /8 (IPv6: /19), so the list is refused'
  if (shares.reduce((sum, each) => sum + each, 0) <= MOST_COVERED) return null
  return `the list covers more than ${MOST_COVERED} ranges of /8 (IPv6: /19), so it is refused`
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

function prefixIn(entry: unknown): string {
  const { ipv4Prefix, ipv6Prefix } = (entry ?? {}) as Record<string, unknown>
  return String(ipv4Prefix ?? ipv6Prefix)
}

function rangeOf(prefix: string, faults: string[]): Range | null {
  const [text = '', bits = '', ...rest] = prefix.split('/')
  const address = parseAddress(text)
  const width = /^\d{1,3}$/.test(bits) && rest.length === 0 ? Number(bits) : NaN
  if (address === null || !(width <= address.length * 32)) {
    faults.push(`\`${prefix}\` is not an address prefix`)
    return null
  }
  const number = [...address].reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
  const free = BigInt(address.length * 32 - width)
  const first = (number >> free) << free
  return { words: address.length, first, last: first + (1n << free) - 1n }
}

function merged(ranges: readonly Range[], words: number): readonly Range[] {
  const own = ranges.filter((range) => range.words === words)
  const joined: Range[] = []
  for (const range of own.sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = joined.at(-1)
    if (before === undefined || before.last < range.first) joined.push(range)
    else if (before.last < range.last) joined[joined.length - 1] = { ...before, last: range.last }
  }
  return joined
}

/** Ranges as first and last address, most significant words first. */
function wordsOf(ranges: readonly Range[]): Uint32Array {
  const places = (words: number) =>
    Array.from({ length: words }, (_, i) => BigInt(32 * (words - 1 - i)))
  const split = (number: bigint, words: number) =>
    places(words).map((bits) => Number((number >> bits) & 0xffffffffn))
  return Uint32Array.from(
    ranges.flatMap(({ first, last, words }) => [...split(first, words), ...split(last, words)]),
  )
}
