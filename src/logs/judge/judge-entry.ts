/** A line of a log and policies → its site and client, as the edge finds both, and what the policies make of the request. */

import { cached } from '../../base/cached.ts'
import { networkOf } from '../../base/ip-address.ts'
import type { Agent } from '../../decide/agents.ts'
import { decide } from '../../decide/decide.ts'
import { HostIndex } from '../../decide/hosts.ts'
import {
  contextAt,
  factsOf,
  isNameChecked,
  type JudgeRequest,
  kindOf,
  proofByAddress,
  ruleOn,
  type SiteContext,
} from '../../decide/judge.ts'
import { networksFor } from '../../decide/networks.ts'
import { placementOf } from '../../decide/placement.ts'
import { readPlace } from '../../decide/read-place.ts'
import type { Ruling } from '../../decide/ruling.ts'
import type { Network, SiteProgram } from '../../program/program.ts'
import type { Outcome } from '../../words/decision-words.ts'
import type { Proof } from '../../words/log-line.ts'
import { productToken } from '../../words/name-token.ts'
import { resolvedUrl } from '../../words/resolved-url.ts'
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

  /** Whether the edge would not ask the only site for a line's host. That site judges every line still. */
  isForeign(host: string | null): boolean {
    const [only, other] = this.#contexts
    if (host === null || other !== undefined || only?.site.config.hosts.length === 0) return false
    return this.placeAt(host) === undefined
  }

  /** The number of the site that judges lines of a host: the only one, or the one that answers for it. */
  placeOf(host: string | null): number | undefined {
    return this.#contexts.length === 1 ? 0 : this.placeAt(host)
  }

  /** The number of the site that answers for a host, as the edge finds it; undefined where none does. */
  placeAt(host: string | null): number | undefined {
    const site = this.#byHost.at(host?.toLowerCase() ?? '')
    return typeof site === 'string' ? undefined : site?.place
  }

  /** Who sent a line, to the only site, or to the one that answers for its host; null where none does. */
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

export function proofOf(entry: LogEntry, { agent, context, lists }: LogClient): Proof {
  if (entry.proof !== null) return entry.proof
  if (lists.length === 0) return 'unchecked'
  if (lists.some(({ name }) => name === entry.network)) return 'verified'
  if (networkOf(entry.ip) === null) return 'unchecked'
  const proof = proofByAddress(agent, context.site.config, context.networks, entry.ip)
  return proof === 'network' ? 'verified' : proof === 'failed' ? 'forged' : 'unchecked'
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

/** What refused a request: a field of the policy with its file and line, or a sentence where no field did. */
export interface DecidingRule {
  readonly source: string | null
  readonly line: number | null
  readonly text: string
}

export type JudgedEntry = NonNullable<ReturnType<EntryJudge['judge']>>

/** What a log is replayed against. */
export interface ReplayContext {
  readonly contexts: readonly SiteContext[]
  /** The robots.txt in force when the log was written, as a crawler that knows no ACAP reads it. */
  readonly robots: (context: SiteContext) => SiteProgram
  /** The policies to compare with, in the order of `contexts`; null where a site has none. */
  readonly others: readonly (SiteContext | null)[]
  /** The time of lines without one, in milliseconds since 1970. */
  readonly now: number
}

export class EntryJudge {
  readonly #clients: LogClients
  readonly #replay: ReplayContext

  constructor(replay: ReplayContext) {
    this.#replay = replay
    this.#clients = new LogClients(replay.contexts)
  }

  /** What becomes of a request; null where no site answers for its host, or where several might. */
  judge(entry: LogEntry) {
    const client = this.#clients.clientOf(entry)
    if (client === null) return null
    const { place, agent } = client
    // It is judged as a request to the only site, which is not served there.
    const otherHost = this.#clients.isForeign(entry.host) ? entry.host : null
    const home = homeOf(
      client.context,
      this.#clients.placeAt(entry.host) === undefined ? null : entry.host,
    )
    const request = requestOf(entry, home, this.#replay.now)
    const context = contextAt(client.context, request.now)
    const placement = placementOf(context.engine, request)
    const kind = kindOf(placement, agent, request)
    // The name that an unknown client declares itself by (I3).
    const declares = kind === 'exempt' ? null : agent.declared
    if (kind !== 'crawler') return { kind, otherHost, declares }
    const { ruling, outcome } = ruleOn(context.engine, factsOf(context, request, agent), placement)
    const rate = ruling.rate?.seconds ?? null
    const { userAgent, target, now } = request
    const asRobots = { userAgent, target, now, dialect: 'rep' } as const
    return {
      kind,
      name: client.name,
      declares,
      otherHost,
      category: agent.category,
      assurance: ruling.crawler.assurance,
      /** Whether the policy or the registry knows the name, and it did not fail its check: it has counters of its own (X3). */
      isNamed: ruling.crawler.name !== null,
      isChecked: client.lists.length > 0,
      outcome,
      /** The edge would not enforce the outcome: the mode there is not `enforce`. */
      observed: (outcome !== 'permitted' || rate !== null) && placement.mode !== 'enforce',
      /** One document per so many seconds, where the policy says so (X3). */
      rate,
      rule: outcome === 'permitted' ? null : ruleOf(ruling),
      /** The robots.txt in force prohibited it to a crawler that knows no ACAP: it was requested all the same. */
      ignoredRobots: decide(this.#replay.robots(context), asRobots).outcome === 'prohibited',
      /** What the other policy says; null where none is compared. */
      other: this.#otherOutcome(place, request),
    }
  }

  #otherOutcome(site: number, request: JudgeRequest): Outcome | null {
    const given = this.#replay.others[site] ?? null
    if (given === null) return null
    const other = contextAt(given, request.now)
    const agent = other.engine.agents.find(request.userAgent)
    const placement = placementOf(other.engine, request)
    if (kindOf(placement, agent, request) !== 'crawler') return 'permitted'
    return ruleOn(other.engine, factsOf(other, request, agent), placement).outcome
  }
}

/** The field that decided, as the author wrote it; what the decision says where no field did. */
function ruleOf({ fields: [field], reason }: Ruling): DecidingRule {
  if (field === undefined) return { source: null, line: null, text: reason }
  const { source, line = null, text } = field
  // A route that binds pages to their own addresses names another one for each page.
  return { source, line, text: text.replace(/^(allow-crawl location=).*/s, '$1…') }
}

/** Where the line's URL begins (E3): at its host, as the edge sees it; at the site's where none is known. */
function homeOf({ home }: SiteContext, host: string | null): string {
  if (host === null) return home
  const authority = home.indexOf('//') + 2
  // Logs leave out ports.
  const isOwn =
    home.slice(authority).replace(/:\d+$/, '') === host.replace(/:\d+$/, '').toLowerCase()
  return isOwn ? home : home.slice(0, authority) + host
}

/** The request that the edge would see: its dots and backslashes resolved. `undated` is the time of one without. */
export function requestOf(
  { target: sent, userAgent, ip, method, time }: LogEntry,
  home: string,
  undated: number,
): JudgeRequest {
  const now = Number.isNaN(time) ? undated : time
  const asSent = home + sent
  const isPlain = !sent.includes('#') && resolvedUrl(asSent) === asSent
  const { target, uri } = isPlain ? { target: sent, uri: asSent } : readPlace(asSent, home)
  return { target, userAgent, now, uri, from: ip === '' ? null : ip, method }
}
