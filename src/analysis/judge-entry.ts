/**
 * A line of a log + policies → what they make of that request. Clients are recognised once each: a log has millions of
 * lines and a few thousand kinds of client.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { type Asked, type Court, enforced, kindOf, modeAt, rule } from '../enforce/judge.ts'
import { placeOf } from '../enforce/place-of.ts'
import type { Agent } from '../engine/agents.ts'
import { decide } from '../engine/decide.ts'
import type { Ruling } from '../engine/ruling.ts'
import { productToken } from '../grammar/name-token.ts'
import { resolvedUrl } from '../grammar/resolved-url.ts'
import type { Outcome } from '../vocabulary/decision-words.ts'
import type { LogEntry } from './log-entry.ts'
import type { DecidingRule, Judgement } from './tally.ts'

/** Kinds of client that are remembered. */
const MOST_AGENTS = 100_000
/** For lines that tell no time. */
const NO_TIME = 0

/** What a log is replayed against. */
export interface Bench {
  readonly courts: readonly Court[]
  /** The robots.txt in force when the log was written, as a crawler that knows no ACAP reads it. */
  readonly robots: (court: Court) => SiteProgram
  /** The policies to compare with, in the order of `courts`; null where a site has none. */
  readonly others: readonly (Court | null)[]
}

/** Judges the lines of one log. */
export class EntryJudge {
  readonly #bench: Bench
  readonly #byHost = new Map<string, number>()
  readonly #agents: readonly Map<string, Agent>[]

  constructor(bench: Bench) {
    this.#bench = bench
    this.#agents = bench.courts.map(() => new Map())
    for (const [i, { site }] of bench.courts.entries()) {
      for (const host of site.config.hosts) this.#byHost.set(host.toLowerCase(), i)
    }
  }

  /** Whether the host that a line names is none of a site's, although one site answers for every line. */
  isForeign(host: string | null): boolean {
    return (
      host !== null &&
      this.#bench.courts.length === 1 &&
      this.#byHost.size > 0 &&
      !this.#byHost.has('*') &&
      this.#named(host) === undefined
    )
  }

  /** What becomes of a request; null where no site answers for its host, or where several might. */
  judge(entry: LogEntry): Judgement | null {
    const i = this.#siteOf(entry.host)
    const court = this.#bench.courts[i]
    if (court === undefined) return null
    const agent = this.#agentOf(court, i, entry.userAgent)
    const asked = askedBy(entry, this.#homeOf(court, i, entry.host))
    const kind = kindOf(court, asked, agent)
    if (kind !== 'crawler') return kind === 'reader' ? READER : EXEMPT
    const { ruling } = rule(court, asked, agent)
    const outcome = enforced(court, ruling)
    const rate = ruling.rate?.seconds ?? null
    return {
      kind,
      name: agent.name ?? productToken(entry.userAgent) ?? '(no name)',
      category: agent.category,
      assurance: ruling.crawler.assurance,
      outcome,
      observed: (outcome !== 'permitted' || rate !== null) && modeAt(court, asked.target) !== 'enforce',
      rate,
      rule: outcome === 'permitted' ? null : ruleOf(ruling),
      ignoredRobots: this.#prohibitedByRobots(court, asked),
      other: this.#otherOutcome(i, asked),
    }
  }

  #siteOf(host: string | null): number {
    if (this.#bench.courts.length === 1) return 0
    return this.#named(host) ?? this.#byHost.get('*') ?? -1
  }

  #named(host: string | null): number | undefined {
    const name = host?.toLowerCase() ?? ''
    return this.#byHost.get(name) ?? this.#byHost.get(name.replace(/:\d+$/, ''))
  }

  /** Where the line's URL begins (E3): at its host where that is a mirror of the site's, else at the site's own. */
  #homeOf({ home }: Court, site: number, host: string | null): string {
    if (host === null || this.#byHost.get(host.toLowerCase()) !== site) return home
    const authority = home.indexOf('//') + 2
    // Logs leave out ports.
    const isOwn = home.slice(authority).replace(/:\d+$/, '') === host.replace(/:\d+$/, '').toLowerCase()
    return isOwn ? home : home.slice(0, authority) + host
  }

  #agentOf({ engine }: Court, site: number, userAgent: string): Agent {
    const known = this.#agents[site]!
    const kept = known.get(userAgent)
    if (kept !== undefined) return kept
    const agent = engine.agents.find(userAgent)
    if (known.size >= MOST_AGENTS) known.clear()
    known.set(userAgent, agent)
    return agent
  }

  #prohibitedByRobots(court: Court, { userAgent, target, now }: Asked): boolean {
    return decide(this.#bench.robots(court), { userAgent, target, now, dialect: 'rep' }).outcome === 'prohibited'
  }

  #otherOutcome(site: number, asked: Asked): Outcome | null {
    const other = this.#bench.others[site] ?? null
    if (other === null) return null
    const agent = other.engine.agents.find(asked.userAgent)
    if (kindOf(other, asked, agent) !== 'crawler') return 'permitted'
    return enforced(other, rule(other, asked, agent).ruling)
  }
}

/** The field that decided, as the author wrote it; what the decision says where no field did. */
function ruleOf({ fields: [field], reason }: Ruling): DecidingRule {
  if (field === undefined) return { source: null, line: null, text: reason }
  const { source, line = null, text } = field
  // A route that binds pages to their own addresses names another one for each page.
  return { source, line, text: text.replace(/^(allow-crawl location=).*/s, '$1…') }
}

/** The request that the edge would see: its dots and backslashes resolved. */
function askedBy({ target: sent, userAgent, ip, method, time }: LogEntry, home: string): Asked {
  const now = Number.isNaN(time) ? NO_TIME : time
  const asSent = home + sent
  const { target, uri } = resolvedUrl(asSent) === asSent ? { target: sent, uri: asSent } : placeOf(asSent, home)
  return { target, userAgent, now, uri, from: ip === '' ? null : ip, method }
}

const NOBODY = {
  name: '',
  category: null,
  assurance: 'claimed',
  outcome: 'permitted',
  observed: false,
  rate: null,
  rule: null,
  ignoredRobots: false,
  other: null,
} as const
const READER: Judgement = { kind: 'reader', ...NOBODY }
const EXEMPT: Judgement = { kind: 'exempt', ...NOBODY }
