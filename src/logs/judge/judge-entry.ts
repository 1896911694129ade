/**
 * Says what today's policies decide on a logged request: for `--replay` alone. A report judges by
 * robots.txt: ../report/conduct.ts.
 */

import { cached } from '../../base/cached.ts'
import { rulingFor } from '../../decide/decide.ts'
import {
  contextAt,
  factsOf,
  type JudgeRequest,
  type KnownFacts,
  kindOf,
  ruleOn,
  type SiteContext,
} from '../../decide/judge.ts'
import { isNameChecked } from '../../decide/networks.ts'
import { placementOf } from '../../decide/placement.ts'
import { readPlace } from '../../decide/read-place.ts'
import { reasonOf } from '../../decide/reason.ts'
import type { Ruling } from '../../decide/ruling.ts'
import { readText } from '../../language/site/read-site.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { robotsFile, type SiteProgram } from '../../program/program.ts'
import type { Assurance, Category, Outcome } from '../../words/decision-words.ts'
import type { Proof } from '../../words/log-line.ts'
import { resolvedUrl } from '../../words/resolved-url.ts'
import type { DecidingRule } from '../report/replay-report.ts'
import { checkedAddress, proofOf } from './client-proof.ts'
import { type LogClient, LogClients } from './log-clients.ts'
import type { LogEntry } from './log-entry.ts'

/** What is known about every request, of a reader or of a crawler. */
interface Judged {
  /**
   * The host of the line, where it is not a host of the only site. That site still judges the
   * request. Null for its own hosts.
   */
  readonly otherHost: string | null
  /** The name that an unknown client gives itself in its User-Agent (I3). */
  readonly declares: string | null
}

/** What the policies make of the request of a crawler. */
export interface JudgedCrawler extends Judged {
  readonly kind: 'crawler'
  readonly name: string
  readonly category: Category | null
  readonly assurance: Assurance
  /**
   * Whether the policy or the registry knows the name, and it did not fail its check: it has
   * counters of its own (X3).
   */
  readonly isNamed: boolean
  readonly isChecked: boolean
  readonly outcome: Outcome
  /** The edge would not enforce the outcome: the mode there is not `enforce`. */
  readonly observed: boolean
  /** One document per so many seconds, where the policy says so (X3). */
  readonly rate: number | null
  readonly rule: DecidingRule | null
  /**
   * The robots.txt in force prohibited it to a crawler that knows no ACAP: it was requested all the
   * same.
   */
  readonly ignoredRobots: boolean
  /** What the other policy says; null where none is compared. */
  readonly other: Outcome | null
}

export type JudgedEntry = JudgedCrawler | (Judged & { readonly kind: 'reader' | 'exempt' })

/** What a log is replayed against. */
export interface ReplayContext {
  readonly contexts: readonly SiteContext[]
  /** The robots.txt in force when the log was written; null: the one that each site publishes. */
  readonly robots: SiteProgram | null
  /**
   * The policies to compare with, in the order of `contexts`; null where a site has none. Empty:
   * nothing is compared.
   */
  readonly others: readonly (SiteContext | null)[]
  /** The time of lines without one, in milliseconds since 1970. */
  readonly now: number
}

export class EntryJudge {
  readonly #clients: LogClients
  readonly #others: readonly (LogClients | null)[]
  readonly #replay: ReplayContext

  constructor(replay: ReplayContext) {
    this.#replay = replay
    this.#clients = new LogClients(replay.contexts)
    this.#others = replay.others.map((other) => (other === null ? null : new LogClients([other])))
  }

  /** What becomes of a request; null where no site answers for its host, or where several might. */
  judge(entry: LogEntry): JudgedEntry | null {
    const client = this.#clients.clientOf(entry)
    if (client === null) return null
    const { place, agent } = client
    const otherHost = this.#clients.isForeign(entry.host) ? entry.host : null
    const home = homeOf(
      client.context,
      this.#clients.placeAt(entry.host) === undefined ? null : entry.host,
    )
    const request = requestOf(entry, home, this.#replay.now)
    const context = contextAt(client.context, request.now)
    const placement = placementOf(context.engine, request)
    const kind = kindOf(placement, agent, request)
    const declares = kind === 'exempt' ? null : agent.declared
    if (kind !== 'crawler') return { kind, otherHost, declares }
    const facts = assuredFacts(context, request, client, entry)
    const { ruling, outcome, isUnproven } = ruleOn(context.engine, facts, placement)
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
      isNamed: ruling.crawler.name !== null,
      isChecked: client.lists.length > 0,
      outcome,
      observed: (outcome !== 'permitted' || rate !== null) && placement.mode !== 'enforce',
      rate,
      rule: outcome === 'permitted' ? null : ruleOf(isUnproven ? ruling.refusedUnproven() : ruling),
      ignoredRobots:
        rulingFor(this.#replay.robots ?? publishedProgram(context.site), asRobots).outcome ===
        'prohibited',
      other: this.#otherOutcome(place, request, entry),
    }
  }

  #otherOutcome(site: number, request: JudgeRequest, entry: LogEntry): Outcome | null {
    const client = this.#others[site]?.clientOf(entry) ?? null
    if (client === null) return null
    const other = contextAt(client.context, request.now)
    const placement = placementOf(other.engine, request)
    if (kindOf(placement, client.agent, request) !== 'crawler') return 'permitted'
    return ruleOn(other.engine, assuredFacts(other, request, client, entry), placement).outcome
  }
}

/** Converts the words that logs use for a proof to the words that the engine uses (I4). */
const ASSURANCES: Readonly<Record<Proof, Assurance>> = {
  verified: 'network',
  claimed: 'claimed',
  unchecked: 'claimed',
  forged: 'failed',
}

/**
 * The facts of a request. The proof comes from the log, or else from checking the client's address.
 */
function assuredFacts(
  context: SiteContext,
  request: JudgeRequest,
  client: LogClient,
  entry: LogEntry,
): KnownFacts {
  const from = checkedAddress(entry, client.lists)
  const facts = factsOf(
    context,
    from === request.from ? request : { ...request, from },
    client.agent,
  )
  if (entry.proof === null || !isNameChecked(client.agent, context.site.config)) return facts
  return { ...facts, assurance: ASSURANCES[proofOf(entry, client)], unlisted: false }
}

const TOO_LONG: DecidingRule = {
  source: null,
  line: null,
  text: 'the address is too long to be judged',
}

/**
 * The field that decided, as the author wrote it. Where no field decided, the reason of the
 * decision.
 */
function ruleOf(ruling: Ruling): DecidingRule {
  const {
    outcome,
    fields: [field],
  } = ruling
  if (outcome === 'permitted') return TOO_LONG
  if (field === undefined) {
    const reason = reasonOf(ruling)
    return { source: null, line: null, text: reason.slice(reason.indexOf(': ') + 2) }
  }
  const { source, line = null, text } = field
  // The address differs from page to page, so it is left out: else each page would count as a rule.
  return { source, line, text: text.replace(/^(allow-crawl location=).*/s, '$1…') }
}

/**
 * Where the line's URL begins (E3): at its host, as the edge sees it; at the site's where none is
 * known.
 */
function homeOf({ home }: SiteContext, host: string | null): string {
  if (host === null) return home
  const authority = home.indexOf('//') + 2
  // Logs leave out ports.
  const isOwn =
    home.slice(authority).replace(/:\d+$/, '') === host.replace(/:\d+$/, '').toLowerCase()
  return isOwn ? home : home.slice(0, authority) + host
}

/**
 * The request that the edge would see: its dots and backslashes resolved. `undated` is the time of
 * one without.
 */
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

/** The robots.txt that each site publishes, as a crawler reads it that knows no ACAP. */
const PUBLISHED = new WeakMap<SiteProgram, SiteProgram>()
const decoder = new TextDecoder()

function publishedProgram(site: SiteProgram): SiteProgram {
  return cached(PUBLISHED, site, () => {
    const { policy, trees } = readText(decoder.decode(robotsFile(site).text))
    return compileAsWritten(policy, trees)
  })
}
