/**
 * Maps a name to the zones of addresses that prove or disprove it (I4), in a form that servers can
 * check.
 */
import type { Agent } from '../../../decide/agents.ts'
import type { SiteContext } from '../../../decide/judge.ts'
import { type AddressProof, isNameChecked, networksFor } from '../../../decide/networks.ts'
import type { Network, Registry } from '../../../program/program.ts'

/** An address in the lists, one that no client on the Internet has, or any other. */
export type Zone = 'listed' | 'private' | 'other'

export interface NameZone {
  /** The lists that tell the zones apart; none where addresses do not count. */
  readonly lists: readonly Network[]
  readonly zones: readonly Zone[]
  readonly proof: AddressProof
}

const ANYWHERE: Pick<NameZone, 'lists' | 'zones'> = { lists: [], zones: ['other'] }

export function nameZones(
  { site: { config }, networks }: Pick<SiteContext, 'site' | 'networks'>,
  registry: Registry,
  agent: Agent,
): readonly NameZone[] {
  if (!isNameChecked(agent, config)) return [{ ...ANYWHERE, proof: 'claimed' }]
  const lists = networksFor(agent, config.crawlers, networks)
  if (lists.length === 0) {
    const signers = Object.values(registry.proofs?.signers ?? {})
    const isSigned =
      (agent.profile?.signatureAgents.length ?? 0) > 0 || signers.includes(agent.name)
    return [{ ...ANYWHERE, proof: isSigned ? 'failed' : 'claimed' }]
  }
  // A list that is too wide has no ranges.
  if (lists.every(({ v4, v6 }) => v4.length + v6.length === 0))
    return [{ ...ANYWHERE, proof: 'unlisted' }]
  const listed: NameZone = { lists, zones: ['listed'], proof: 'network' }
  // I4: old lists disprove no name.
  if (!lists.every(({ fresh }) => fresh))
    return [listed, { lists, zones: ['private', 'other'], proof: 'unlisted' }]
  // Only a site that refuses names that failed tells an address of a proxy from a stranger's.
  return config.identify.failed === 'refuse'
    ? [
        listed,
        { lists, zones: ['private'], proof: 'unlisted' },
        { lists, zones: ['other'], proof: 'failed' },
      ]
    : [listed, { lists, zones: ['private', 'other'], proof: 'failed' }]
}
