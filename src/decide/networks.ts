/**
 * Checks a crawler's name by its address: whether it is checked, which lists of ranges count for
 * it, and what an address in them, or in none, proves (I4). Ranges are sorted and merged.
 */

import { cached } from '../base/cached.ts'
import { isInternetAddress } from '../base/internet-address.ts'
import { parseAddress } from '../base/ip-address.ts'
import type { Network } from '../program/program.ts'
import type { Assurance } from '../words/decision-words.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { Agent } from './agents.ts'

export function isNameChecked(agent: Agent, { identify }: SiteConfig): boolean {
  return agent.kind === 'crawler' && agent.name !== null && identify.failed !== 'ignore'
}

/** How far an address proves the agent's name, by its operator's published ranges. */
export function proofByAddress(
  agent: Agent,
  config: SiteConfig,
  networks: readonly Network[],
  address: string | null,
): AddressProof {
  return proofIn(listsOf(agent, config, networks), address)
}

/** The name of the address list of this agent that contains the address; null for none. */
export function listWith(
  agent: Agent,
  config: SiteConfig,
  networks: readonly Network[],
  address: string | null,
): string | null {
  const own = listsOf(agent, config, networks)
  return address === null ? null : (networkAt(own, address)?.name ?? null)
}

/** Agents live as long as their site's lists. */
const LISTS = new WeakMap<Agent, readonly Network[]>()

function listsOf(
  agent: Agent,
  { crawlers }: SiteConfig,
  networks: readonly Network[],
): readonly Network[] {
  return cached(LISTS, agent, () => networksFor(agent, crawlers, networks))
}

function contains(network: Network, address: Uint32Array): boolean {
  const ranges = address.length === 1 ? network.v4 : network.v6
  const words = address.length
  let low = 0
  let high = ranges.length / (2 * words)
  // Only the last range that begins at or before the address can contain it.
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareAt(ranges, middle * 2 * words, address) <= 0) low = middle + 1
    else high = middle
  }
  return low > 0 && compareAt(ranges, (low * 2 - 1) * words, address) >= 0
}

function compareAt(ranges: Uint32Array, at: number, address: Uint32Array): number {
  for (let i = 0; i < address.length; i++) {
    if (ranges[at + i] !== address[i]) return ranges[at + i]! < address[i]! ? -1 : 1
  }
  return 0
}

export function networkAt(networks: readonly Network[], address: string): Network | undefined {
  const words = parseAddress(address)
  return words === null ? undefined : networks.find((network) => contains(network, words))
}

/**
 * What an address proves about a name. `unlisted`: it is in no list, but belongs to a proxy, or the
 * lists are too old to disprove the name (I4).
 */
export type AddressProof = Exclude<Assurance, 'signed'> | 'unlisted'

/**
 * `failed` needs lists that were fresh when the bundle was built: stale lists have locked out real
 * crawlers (I4).
 */
export function proofIn(networks: readonly Network[], address: string | null): AddressProof {
  if (networks.length === 0 || address === null) return 'claimed'
  if (parseAddress(address) === null) return 'claimed'
  if (networkAt(networks, address) !== undefined) return 'network'
  return networks.every(({ fresh }) => fresh) && isInternetAddress(address) ? 'failed' : 'unlisted'
}

/**
 * The lists that the policy names for a crawler; else those with its name or its operator's; else
 * those of the longest name that it contains, whose fields it inherits (I2).
 */
export function networksFor(
  { name, operator, profile, matched }: Agent,
  crawlers: SiteConfig['crawlers'],
  networks: readonly Network[],
): readonly Network[] {
  if (networks.length === 0) return networks
  const listed = (chosen: readonly string[], otherwise: readonly (string | null | undefined)[]) => {
    const wanted = chosen.length > 0 ? chosen : otherwise
    return networks.filter((each) =>
      (each.names ?? [each.name]).some((own) => wanted.includes(own)),
    )
  }
  const own = listed(profile?.networks ?? [], [name, operator?.toLowerCase()])
  if (own.length > 0 || name === null) return own
  const ancestors = matched
    .filter((each) => each !== name && name.includes(each))
    .sort((a, b) => b.length - a.length)
  for (const ancestor of ancestors) {
    const found = listed(crawlers[ancestor]?.networks ?? [], [ancestor])
    if (found.length > 0) return found
  }
  return own
}
