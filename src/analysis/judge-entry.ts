/**
 * A line of a log + policies → what they make of that request. Clients are recognised once each: a log has millions of
 * lines and a few thousand kinds of client.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { isNameChecked } from '../enforce/assurance.ts'
import { HostIndex } from '../enforce/hosts.ts'
import { factsOf, type JudgeRequest, kindOf, ruleOn, type SiteContext } from '../enforce/judge.ts'
import { readPlace } from '../enforce/place-of.ts'
import { placementOf } from '../enforce/placement.ts'
import type { Agent } from '../engine/agents.ts'
import { decide } from '../engine/decide.ts'
import { networksFor } from '../engine/networks.ts'
import type { Ruling } from '../engine/ruling.ts'
import { productToken } from '../grammar/name-token.ts'
import { resolvedUrl } from '../grammar/resolved-url.ts'
import type { Outcome } from '../vocabulary/decision-words.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import type { LogEntry } from './log-entry.ts'
import type { DecidingRule } from './replay-report.ts'
import type { JudgedEntry } from './tally.ts'

/** Kinds of client that are remembered. */
const MOST_AGENTS = 100_000
/** For lines without a time. */
const NO_TIME = 0

/** What a log is replayed against. */
export interface ReplayContext {
  readonly contexts: readonly SiteContext[]
  /** The robots.txt in force when the log was written, as a crawler that knows no ACAP reads it. */
  readonly robots: (context: SiteContext) => SiteProgram
  /** The policies to compare with, in the order of `contexts`; null where a site has none. */
  readonly others: readonly (SiteContext | null)[]
}

/** Judges the lines of one log. */
export class EntryJudge {
  readonly #replay: ReplayContext
  readonly #byHost: HostIndex<{ readonly config: SiteConfig; readonly place: number }>
  readonly #agents: readonly Map<string, Agent>[]
  readonly #checked = new WeakMap<Agent, boolean>()

  constructor(replay: ReplayContext) {
    this.#replay = replay
    this.#agents = replay.contexts.map(() => new Map())
    this.#byHost = new HostIndex(replay.contexts.map(({ site }, place) => ({ config: site.config, place })))
  }

  /**
   * Whether the edge would not ask the only site for the host that a line names, although that site judges every line.
   */
  isForeign(host: string | null): boolean {
    const [only, other] = this.#replay.contexts
    if (host === null || other !== undefined || only?.site.config.hosts.length === 0) return false
    return this.#named(host) === undefined
  }

  /** What becomes of a request; null where no site answers for its host, or where several might. */
  judge(entry: LogEntry): JudgedEntry | null {
    const i = this.#siteOf(entry.host)
    const context = this.#replay.contexts[i]
    if (context === undefined) return null
    const agent = this.#agentOf(context, i, entry.userAgent)
    const request = requestOf(entry, homeOf(context, this.#named(entry.host) === undefined ? null : entry.host))
    const placement = placementOf(context.engine, request)
    const kind = kindOf(placement, agent, request)
    if (kind !== 'crawler') return kind === 'reader' ? readerNamed(agent.declared) : EXEMPT
    const { ruling, outcome } = ruleOn(context.engine, factsOf(context, request, agent), placement)
    const rate = ruling.rate?.seconds ?? null
    return {
      kind,
      name: agent.name ?? agent.declared ?? tokenOf(entry.userAgent),
      declares: agent.declared,
      category: agent.category,
      assurance: ruling.crawler.assurance,
      isNamed: ruling.crawler.name !== null,
      isChecked: this.#isChecked(context, agent),
      outcome,
      observed: (outcome !== 'permitted' || rate !== null) && placement.mode !== 'enforce',
      rate,
      rule: outcome === 'permitted' ? null : ruleOf(ruling),
      ignoredRobots: this.#prohibitedByRobots(context, request),
      other: this.#otherOutcome(i, request),
    }
  }

  /** The number of the site that judges a line: the only one, or the one that answers for its host; -1 for none. */
  #siteOf(host: string | null): number {
    return this.#replay.contexts.length === 1 ? 0 : (this.#named(host)?.place ?? -1)
  }

  /** The site that answers for a host, as the edge finds it; undefined where none does. */
  #named(host: string | null) {
    const site = this.#byHost.at(host?.toLowerCase() ?? '')
    return typeof site === 'string' ? undefined : site
  }

  #agentOf({ engine }: SiteContext, site: number, userAgent: string): Agent {
    const known = this.#agents[site]!
    const cached = known.get(userAgent)
    if (cached !== undefined) return cached
    const agent = engine.agents.find(userAgent)
    if (known.size >= MOST_AGENTS) known.clear()
    known.set(userAgent, agent)
    return agent
  }

  #isChecked({ site, networks }: SiteContext, agent: Agent): boolean {
    let isChecked = this.#checked.get(agent)
    if (isChecked === undefined) {
      isChecked = isNameChecked(agent, site.config) && networksFor(agent, site.config.crawlers, networks).length > 0
      this.#checked.set(agent, isChecked)
    }
    return isChecked
  }

  #prohibitedByRobots(context: SiteContext, { userAgent, target, now }: JudgeRequest): boolean {
    return decide(this.#replay.robots(context), { userAgent, target, now, dialect: 'rep' }).outcome === 'prohibited'
  }

  #otherOutcome(site: number, request: JudgeRequest): Outcome | null {
    const other = this.#replay.others[site] ?? null
    if (other === null) return null
    const agent = other.engine.agents.find(request.userAgent)
    const placement = placementOf(other.engine, request)
    if (kindOf(placement, agent, request) !== 'crawler') return 'permitted'
    return ruleOn(other.engine, factsOf(other, request, agent), placement).outcome
  }
}

/** The product token of a header that declares nothing; every browser and many others begin with `Mozilla`. */
function tokenOf(userAgent: string): string {
  const token = productToken(userAgent)
  return token === null || token === 'mozilla' ? '(no name)' : token
}

/** The field that decided, as the author wrote it; what the decision says where no field did. */
function ruleOf({ fields: [field], reason }: Ruling): DecidingRule {
  if (field === undefined) return { source: null, line: null, text: reason }
  const { source, line = null, text } = field
  // A route that binds pages to their own addresses names another one for each page.
  return { source, line, text: text.replace(/^(allow-crawl location=).*/s, '$1…') }
}

/**
 * Where the line's URL begins (E3): at its host, as the edge would see it; at the site's own where that is not known.
 */
function homeOf({ home }: SiteContext, host: string | null): string {
  if (host === null) return home
  const authority = home.indexOf('//') + 2
  // Logs leave out ports.
  const isOwn = home.slice(authority).replace(/:\d+$/, '') === host.replace(/:\d+$/, '').toLowerCase()
  return isOwn ? home : home.slice(0, authority) + host
}

/** The request that the edge would see: its dots and backslashes resolved. */
function requestOf({ target: sent, userAgent, ip, method, time }: LogEntry, home: string): JudgeRequest {
  const now = Number.isNaN(time) ? NO_TIME : time
  const asSent = home + sent
  const isPlain = !sent.includes('#') && resolvedUrl(asSent) === asSent
  const { target, uri } = isPlain ? { target: sent, uri: asSent } : readPlace(asSent, home)
  return { target, userAgent, now, uri, from: ip === '' ? null : ip, method }
}

const NOBODY = {
  name: '',
  declares: null,
  category: null,
  assurance: 'claimed',
  isNamed: false,
  isChecked: false,
  outcome: 'permitted',
  observed: false,
  rate: null,
  rule: null,
  ignoredRobots: false,
  other: null,
} as const
const READER: JudgedEntry = { kind: 'reader', ...NOBODY }
const EXEMPT: JudgedEntry = { kind: 'exempt', ...NOBODY }

function readerNamed(declares: string | null): JudgedEntry {
  return declares === null ? READER : { ...READER, declares }
}
