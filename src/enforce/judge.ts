/**
 * A request of an author or a log → what the edge would do with it: exempt (P7), a reader's (I3), or a crawler's
 * with its ruling under every spelling (P6) and the assurance that its address gives (I4). For the author's tools; the
 * edge calls the same functions, one by one.
 */
import type { Bundle, Network, Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { checkFacts } from '../engine/check-facts.ts'
import { Engine } from '../engine/engine.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Assurance, Outcome } from '../vocabulary/decision-words.ts'
import type { Mode } from '../vocabulary/site-config.ts'
import { assuranceByAddress, isNameChecked } from './assurance.ts'
import { decideCrawl } from './decide-crawl.ts'
import { homeOf } from './place-of.ts'
import { standingOf } from './standing.ts'

/** What the requests of one site are judged by. */
export interface SiteContext {
  readonly site: SiteProgram
  readonly engine: Engine
  readonly networks: readonly Network[]
  /** Where the site's own URLs begin: scheme and host. */
  readonly home: string
}

/** A request. */
export type JudgeRequest = Pick<Facts, 'target' | 'userAgent' | 'now' | 'usage' | 'purposes'> & {
  readonly uri: string
  /** The address it comes from; null where it is unknown. */
  readonly from: string | null
  readonly method: string
}

/** A request of the library's caller: without an address from nowhere, and a GET by default. */
export type JudgeQuestion = Omit<JudgeRequest, 'uri' | 'from' | 'method'> & Partial<JudgeRequest>

/** Who asks, and what holds before any rule. */
export interface Placed {
  readonly kind: 'exempt' | 'reader' | 'crawler'
  /** Whether the edge applies rules, only logs what they say, or ignores them. */
  readonly mode: Mode
  /** The targets that are judged; the one as received comes first. */
  readonly spellings: readonly string[]
  /** Whether the edge refuses the request to a crawler because it is too long to be judged (P8). */
  readonly isTooLong: boolean
}

/** What becomes of a request. The ruling of a reader is what a crawler of its User-Agent would get; the edge does not apply it. */
export interface Judgement extends Placed {
  readonly outcome: Outcome
  readonly agent: Agent
  readonly ruling: Ruling
}

/** Readies a site for judging. */
export function siteContextOf(site: SiteProgram, registry: Registry, networks: readonly Network[]): SiteContext {
  return { site, engine: new Engine(site, registry), networks, home: homeOf(site.config) }
}

/** Readies all sites. */
export function siteContextsOf({ sites, registry, networks }: Omit<Bundle, 'hash'>): readonly SiteContext[] {
  return sites.map((site) => siteContextOf(site, registry, networks))
}

/** Judges one request. A missing `uri` is the target at the site's own host. @throws TypeError as `decide` does. */
export function judge(context: SiteContext, asked: JudgeQuestion): Judgement {
  const checked = checkFacts(asked)
  const { uri = context.home + checked.target, from = null, method = 'GET' } = checked
  const request = { ...checked, uri, from, method }
  const agent = context.engine.agents.find(request.userAgent)
  const placed = place(context, request, agent)
  const ruling = ruleOn(context, request, agent, placed.spellings)
  const asDecided = placed.kind === 'crawler' || !asksToCrawl(request)
  return { ...placed, agent, ruling, outcome: asDecided ? enforcedOutcome(context, ruling, placed) : 'permitted' }
}

/** What holds before any rule. Only a crawl can be exempt: the edge serves pages and knows nothing of what is done with them. */
export function place({ engine }: SiteContext, request: JudgeRequest, agent: Agent): Placed {
  const { method, target } = request
  const standing = standingOf(engine, { method, target, routedAs: null })
  const { kind } = standing
  const isExempt = asksToCrawl(request) && (kind === 'exempt' || kind === 'file')
  return {
    kind: isExempt ? 'exempt' : agent.kind,
    mode: kind === 'off' ? 'off' : 'mode' in standing ? standing.mode : engine.site.config.mode,
    spellings: kind === 'rules' ? standing.spellings : [target],
    isTooLong: kind === 'too-long' && standing.mode === 'enforce',
  }
}

/** The decision on a crawler's request. */
export function ruleOn(
  context: SiteContext,
  request: JudgeRequest,
  agent: Agent,
  spellings: readonly string[],
): Ruling {
  const { engine } = context
  const assurance = assuranceFor(context, agent, request.from)
  // Member by member: for replay, copying objects costs as much as deciding.
  const { userAgent, target, uri, now, usage = 'crawl', purposes } = request
  const facts: Facts =
    purposes === undefined
      ? { userAgent, target, uri, now, usage, agent, assurance }
      : { userAgent, target, uri, now, usage, agent, assurance, purposes }
  if (!asksToCrawl(request)) return engine.decide(facts)
  // The page may be asked for at another host than the site's own (E3).
  const home = uri.slice(0, uri.length - target.length)
  return decideCrawl(engine, facts, home, spellings)
}

/** What the edge does about a ruling: a site may refuse crawlers that failed to prove their name. */
export function enforcedOutcome({ site }: SiteContext, { outcome, crawler }: Ruling, { isTooLong }: Placed): Outcome {
  if (isTooLong) return 'prohibited'
  return crawler.assurance === 'failed' && site.config.identify.failed === 'refuse' ? 'prohibited' : outcome
}

function asksToCrawl({ usage = 'crawl' }: JudgeRequest): boolean {
  return usage === 'crawl'
}

function assuranceFor({ site, networks }: SiteContext, agent: Agent, from: string | null): Assurance {
  return isNameChecked(agent, site.config) ? assuranceByAddress(agent, site.config, networks, from) : 'claimed'
}
