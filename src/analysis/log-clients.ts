/** A line of a log → its site and its client, as the edge finds both. Clients are recognised once each. */
import type { Network } from '../bundle/program.ts'
import { HostIndex } from '../enforce/hosts.ts'
import type { SiteContext } from '../enforce/judge.ts'
import { assuranceByAddress, isNameChecked } from '../enforce/judge.ts'
import type { Agent } from '../engine/agents.ts'
import { networksFor } from '../engine/networks.ts'
import { networkOf } from '../grammar/ip-address.ts'
import { productToken } from '../grammar/name-token.ts'
import type { Proof } from '../vocabulary/log-line.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import type { LogEntry } from './log-entry.ts'

const MOST_CLIENTS = 100_000

/** Who sends a User-Agent, at one site. */
export interface LogClient {
  readonly context: SiteContext
  readonly place: number
  readonly agent: Agent
  /** What it is called, in lower case. */
  readonly name: string
  readonly lists: readonly Network[]
}

export class LogClients {
  readonly contexts: readonly SiteContext[]
  readonly #byHost: HostIndex<{ readonly config: SiteConfig; readonly place: number }>
  readonly #clients: readonly Map<string, LogClient>[]

  constructor(contexts: readonly SiteContext[]) {
    this.contexts = contexts
    this.#clients = contexts.map(() => new Map())
    this.#byHost = new HostIndex(contexts.map(({ site }, place) => ({ config: site.config, place })))
  }

  /** Whether the edge would not ask the only site for a line's host. That site judges every line still. */
  isForeign(host: string | null): boolean {
    const [only, other] = this.contexts
    if (host === null || other !== undefined || only?.site.config.hosts.length === 0) return false
    return !this.hasHost(host)
  }

  hasHost(host: string | null): boolean {
    return this.#placeAt(host) !== undefined
  }

  /** The number of the site that judges lines of a host: the only one, or the one that answers for it; undefined where none does. */
  placeOf(host: string | null): number | undefined {
    return this.contexts.length === 1 ? 0 : this.#placeAt(host)
  }

  /** Who sent a line, to the only site, or to the one that answers for its host; null where none does. */
  clientOf({ host, userAgent }: LogEntry): LogClient | null {
    const place = this.placeOf(host)
    if (place === undefined) return null
    const known = this.#clients[place]!
    let client = known.get(userAgent)
    if (client === undefined) {
      client = this.#recognise(place, userAgent)
      if (known.size >= MOST_CLIENTS) known.clear()
      known.set(userAgent, client)
    }
    return client
  }

  /** The number of the site that answers for a host, as the edge finds it; undefined where none does. */
  #placeAt(host: string | null): number | undefined {
    const site = this.#byHost.at(host?.toLowerCase() ?? '')
    return typeof site === 'string' ? undefined : site?.place
  }

  #recognise(place: number, userAgent: string): LogClient {
    const context = this.contexts[place]!
    const { site, engine, networks } = context
    const agent = engine.agents.find(userAgent)
    const lists = isNameChecked(agent, site.config) ? networksFor(agent, site.config.crawlers, networks) : []
    return { context, place, agent, name: agent.name ?? agent.declared ?? tokenOf(userAgent), lists }
  }
}

export function proofOf(entry: LogEntry, { agent, context, lists }: LogClient): Proof {
  if (entry.proof !== null) return entry.proof
  if (lists.length === 0) return 'unchecked'
  if (lists.some(({ name }) => name === entry.network)) return 'verified'
  if (networkOf(entry.ip) === null) return 'unchecked'
  const assurance = assuranceByAddress(agent, context.site.config, context.networks, entry.ip)
  return assurance === 'network' ? 'verified' : assurance === 'failed' ? 'forged' : 'unchecked'
}

/** Where a client comes from: all addresses that an operator publishes are one. */
export function networkIn({ ip, network }: LogEntry, proof: Proof): string {
  if (network !== null) return network.includes('/') ? network : PUBLISHED
  return proof === 'verified' ? PUBLISHED : (networkOf(ip) ?? 'unknown')
}

export const PUBLISHED = 'published'

/** The product token of a header that declares nothing; every browser and many others begin with `Mozilla`. */
function tokenOf(userAgent: string): string {
  const token = productToken(userAgent)
  return token === null || token === 'mozilla' ? '(no name)' : token
}
