/** What the edge decides about the crawl of a target in the form of P2, by a crawler's name alone: no address proves it (I4). */

import { cached } from '../../../base/cached.ts'
import { familyMembers, isReadersName } from '../../../crawlers/reader-words.ts'
import type { Agent } from '../../../decide/agents.ts'
import type { SiteContext } from '../../../decide/judge.ts'
import { networksFor } from '../../../decide/networks.ts'
import type { SiteProgram } from '../../../program/program.ts'
import type { Side } from '../../compare/compared-crawlers.ts'

export class CrawlOracle {
  readonly #context: SiteContext
  readonly #now: number
  readonly #agents = new Map<string, Agent>()

  constructor(context: SiteContext, now: number) {
    this.#context = context
    this.#now = now
  }

  sideOf(name: string): Side {
    const { site } = this.#context
    const agent = this.#agentOf(name)
    return { site, agent, leads: agent.leads[agent.profile?.dialect ?? 'acap'], isReader: false }
  }

  /** Whether nothing is published by which the name could be checked. */
  isClaimed(name: string): boolean {
    const { site, networks } = this.#context
    if (site.config.identify.failed === 'ignore') return true
    const agent = this.#agentOf(name)
    const hasKeys = (agent.profile?.signatureAgents.length ?? 0) > 0
    return !hasKeys && networksFor(agent, site.config.crawlers, networks).length === 0
  }

  /** Whether the site refuses names that failed their check. */
  isRefused(name: string): boolean {
    return this.#context.site.config.identify.failed === 'refuse' && !this.isClaimed(name)
  }

  /** A crawl at hours when it is deferred is closed. */
  isClosed(name: string, target: string): boolean {
    const assurance = this.isClaimed(name) ? 'claimed' : 'failed'
    const { outcome } = this.#context.engine.decide({
      userAgent: this.#headerOf(name),
      agent: this.#agentOf(name),
      target,
      now: this.#now,
      usage: 'crawl',
      assurance,
      uri: this.#context.home + target,
    })
    return outcome !== 'permitted'
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
