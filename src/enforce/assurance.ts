/**
 * An agent + the address that its request comes from → how far its name is proven (I4). Signatures and what a platform
 * knows of a client are the edge's own.
 */
import type { Network } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { assuranceOf, networkAt, networksFor } from '../engine/networks.ts'
import type { Assurance } from '../vocabulary/decision-words.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'

export function isNameChecked(agent: Agent, { identify }: SiteConfig): boolean {
  return agent.kind === 'crawler' && agent.name !== null && identify.failed !== 'ignore'
}

/** The assurance by the published ranges of the name's operator; `address` is null where it is unknown. */
export function assuranceByAddress(
  agent: Agent,
  { crawlers }: SiteConfig,
  networks: readonly Network[],
  address: string | null,
): Assurance {
  let own = LISTS.get(agent)
  if (own === undefined) {
    own = networksFor(agent, crawlers, networks)
    LISTS.set(agent, own)
  }
  return own.length === 0 ? 'claimed' : assuranceOf(own, address)
}

/** The list that has the address of an agent whose assurance was asked for; null where none has it. */
export function listWith(agent: Agent, address: string | null): string | null {
  return address === null ? null : (networkAt(LISTS.get(agent) ?? [], address)?.name ?? null)
}

/** The lists of each agent. Agents belong to a site that was loaded, and so do lists. */
const LISTS = new WeakMap<Agent, readonly Network[]>()
