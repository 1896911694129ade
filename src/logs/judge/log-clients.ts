/** Finds site and client of a logged request by host and User-Agent, as the edge does. */
import { cached } from '../../base/cached.ts'
import type { Agent } from '../../decide/agents.ts'
import { HostIndex } from '../../decide/hosts.ts'
import type { SiteContext } from '../../decide/judge.ts'
import { isNameChecked, networksFor } from '../../decide/networks.ts'
import type { Network } from '../../program/program.ts'
import { productToken } from '../../words/name-token.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import type { LogEntry } from './log-entry.ts'

const MOST_CLIENTS = 100_000

export interface LogClient {
  readonly context: SiteContext
  readonly place: number
  readonly agent: Agent
  /** What it is called, in lower case. */
  readonly name: string
  readonly lists: readonly Network[]
}

export class LogClients {
  readonly #contexts: readonly SiteContext[]
  readonly #byHost: HostIndex<{ readonly config: SiteConfig; readonly place: number }>
  readonly #clients: readonly Map<string, LogClient>[]

  constructor(contexts: readonly SiteContext[]) {
    this.#contexts = contexts
    this.#clients = contexts.map(() => new Map())
    this.#byHost = new HostIndex(
      contexts.map(({ site }, place) => ({ config: site.config, place })),
    )
  }

  /**
   * Whether a line's host is not a host of the only site. That site judges the line all the same.
   */
  isForeign(host: string | null): boolean {
    const [only, other] = this.#contexts
    if (host === null || other !== undefined || only?.site.config.hosts.length === 0) return false
    return this.placeAt(host) === undefined
  }

  /** The index of the site that judges lines of this host. A single site judges all hosts. */
  placeOf(host: string | null): number | undefined {
    return this.#contexts.length === 1 ? 0 : this.placeAt(host)
  }

  /**
   * The index of the site that serves a host, found as the edge finds it; undefined where none
   * does.
   */
  placeAt(host: string | null): number | undefined {
    const site = this.#byHost.at(host?.toLowerCase() ?? '')
    return typeof site === 'string' ? undefined : site?.place
  }

  /** The client that sent a line; null where no site serves the line's host. */
  clientOf({ host, userAgent }: LogEntry): LogClient | null {
    const place = this.placeOf(host)
    if (place === undefined) return null
    const known = this.#clients[place]!
    if (known.size >= MOST_CLIENTS) known.clear()
    return cached(known, userAgent, () => this.#recognise(place, userAgent))
  }

  #recognise(place: number, userAgent: string): LogClient {
    const context = this.#contexts[place]!
    const { site, engine, networks } = context
    const agent = engine.agents.find(userAgent)
    const lists = isNameChecked(agent, site.config)
      ? networksFor(agent, site.config.crawlers, networks)
      : []
    return {
      context,
      place,
      agent,
      name: agent.name ?? agent.declared ?? tokenOf(userAgent),
      lists,
    }
  }
}

/**
 * The product token of a header that declares nothing; every browser and many others begin with
 * `Mozilla`.
 */
function tokenOf(userAgent: string): string {
  const token = productToken(userAgent)
  return token === null || token === 'mozilla' ? '(no name)' : token
}
