/** The edge's crawl decision for a target in the form of P2, by crawler name and proof (I4). */

import { cached } from '../../../base/cached.ts'
import { familyMembers, isReadersName } from '../../../crawlers/reader-words.ts'
import type { Agent } from '../../../decide/agents.ts'
import type { SiteContext } from '../../../decide/judge.ts'
import { type AddressProof, proofIn } from '../../../decide/networks.ts'
import type { Registry, SiteProgram } from '../../../program/program.ts'
import type { Side } from '../../compare/compared-crawlers.ts'
import { type NameZone, nameZones } from '../addresses/name-zones.ts'

/** A name of the policy, as far as it is proven. */
export interface ProvenName {
  readonly name: string
  readonly proof: AddressProof
}

export class CrawlOracle {
  readonly #context: SiteContext
  readonly #registry: Registry
  readonly #now: number
  readonly #agents = new Map<string, Agent>()

  constructor(context: SiteContext, registry: Registry, now: number) {
    this.#context = context
    this.#registry = registry
    this.#now = now
  }

  /** How a name counts, by where its requests come from. */
  zonesOf(name: string): readonly NameZone[] {
    return nameZones(this.#context, this.#registry, this.#agentOf(name))
  }

  /**
   * How a name counts at an address: as at the edge, but a name that only a signature could prove
   * has failed.
   */
  proofAt(name: string, address: string): AddressProof {
    const [first] = this.zonesOf(name)
    return first!.lists.length === 0 ? first!.proof : proofIn(first!.lists, address)
  }

  /**
   * The rules for a name. Without proof, the rules for a nameless crawler of its category apply as
   * well.
   */
  sideOf({ name, proof }: ProvenName): Side {
    const { site, engine } = this.#context
    const agent = this.#agentOf(name)
    const claimed = agent.leads[agent.profile?.dialect ?? 'acap']
    const nameless = isDoubtful(proof) ? engine.agents.nameless(agent.category).acap : []
    return { site, agent, leads: [...claimed, ...nameless], isReader: false }
  }

  /** Whether the site refuses names that failed their check. */
  isRefused({ proof }: ProvenName): boolean {
    return proof === 'failed' && this.#context.site.config.identify.failed === 'refuse'
  }

  /** A crawl at hours when it is deferred is closed. */
  isClosed({ name, proof }: ProvenName, target: string): boolean {
    const { outcome } = this.#context.engine.decide({
      userAgent: this.#headerOf(name),
      agent: this.#agentOf(name),
      target,
      now: this.#now,
      usage: 'crawl',
      assurance: proof === 'unlisted' ? 'claimed' : proof,
      unlisted: proof === 'unlisted',
      uri: this.#context.home + target,
    })
    return outcome !== 'permitted' || this.isRefused({ name, proof })
  }

  #agentOf(name: string): Agent {
    return cached(this.#agents, name, () => {
      return this.#context.engine.agents.asked(this.#headerOf(name))
    })
  }

  /** I1: no header holds a family's name that readers send, too, but its members match it. */
  #headerOf(name: string): string {
    const { names } = this.#context.site as SiteProgram
    const own = names.find((each) => each.name === name)
    if (own?.header !== undefined) return own.header
    return (isReadersName(name) ? familyMembers(name)[0] : undefined) ?? name
  }
}

function isDoubtful(proof: AddressProof): boolean {
  return proof === 'failed' || proof === 'unlisted'
}
