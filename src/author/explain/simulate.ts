/**
 * The library's simulation of the edge: what it would do with a request, and why, as plain objects.
 * Contexts are cached for each site, list and networks.
 */

import { cached } from '../../base/cached.ts'
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import type { RecognisedClient } from '../../decide/agents.ts'
import { checkFacts, checkSite, recognisedClient } from '../../decide/decide.ts'
import type { Decision } from '../../decide/decision.ts'
import { decisionOf } from '../../decide/decision-of.ts'
import type { Chain } from '../../decide/explain.ts'
import { type Judgement, judge, type SiteContext, siteContextOf } from '../../decide/judge.ts'
import { placeNotes, readPlace } from '../../decide/read-place.ts'
import type { PolicyCase } from '../../language/site/cases.ts'
import { type GivenNetworks, networksOf } from '../../program/compile/compile-network.ts'
import type { Network, Registry, SiteProgram } from '../../program/program.ts'
import type { Outcome } from '../../words/decision-words.ts'
import type { MetaTag } from '../../words/meta.ts'
import type { Mode } from '../../words/site-config.ts'
import type { Usage } from '../../words/usages.ts'
import { judgeCases } from '../cases/run-cases.ts'
import { explainJudgement } from './explain-request.ts'
import { explanationText } from './explanation-text.ts'

/** A request to simulate. */
export interface SimulatedQuestion {
  /** Path and query, or a whole URL. */
  readonly target: string
  /** The User-Agent header; empty where there is none. */
  readonly userAgent: string
  /** @default 'crawl' */
  readonly usage?: Usage
  /** The crawler's purposes. @default those of its profile in site.toml */
  readonly purposes?: readonly string[]
  /** The address it comes from. @default unknown */
  readonly from?: string | null
  /** @default 'GET' */
  readonly method?: string
  /** Milliseconds since 1970. @default now */
  readonly now?: number
}

/** What the edge knows beside the policy. */
export interface SimulationOptions {
  /**
   * The list of known crawlers, such as `knownCrawlers()`. @default none: only the names of the
   * policy are known
   */
  readonly crawlers?: Registry | null
  /** Address ranges of operators: they prove names, and disprove them. @default none */
  readonly networks?: GivenNetworks
}

/** What becomes of a request. */
export interface SimulatedRequest {
  /** `exempt`: served to everybody, before any rule; `reader`: never refused. */
  readonly kind: 'exempt' | 'reader' | 'crawler'
  /** What the edge does; a reader's request is always permitted. */
  readonly outcome: Outcome
  /** Whether the edge applies the rules, only logs what they say, or ignores them. */
  readonly mode: Mode
  readonly client: RecognisedClient
  /**
   * The targets that are judged: what an origin may take for the same page. The one as received
   * comes first.
   */
  readonly spellings: readonly string[]
  /** What the rules say; of a reader: to a crawler with its header. */
  readonly decision: Decision
}

/** The same, with why. */
export interface ExplainedRequest extends SimulatedRequest {
  readonly site: string
  /** What is odd about the address and the header. */
  readonly notes: readonly string[]
  /** The levels that were asked, strongest first, for each leading name. */
  readonly chains: readonly Chain[]
  /** The META tags that the page gets. */
  readonly tags: readonly MetaTag[]
  /** All of it for a person, as `acap explain` prints it. */
  readonly text: string
}

/** How an explanation names the author's files. */
export interface ExplanationOptions extends SimulationOptions {
  /** The folder of the site's files. @default '.' */
  readonly folder?: string
  /**
   * The site's files, by their paths in the folder: the text then shows their lines. @default none
   */
  readonly files?: ReadonlyMap<string, Uint8Array>
}

/** An author's case that was run. */
export interface CaseOutcome {
  readonly case: PolicyCase
  readonly outcome: Outcome
  readonly decision: Decision
  /** What differs from what the author expects, in words; empty where the case holds. */
  readonly faults: readonly string[]
}

/**
 * What the edge would do with a request to a site.
 *
 * @param site The compiled policy.
 * @param question The request: its target and User-Agent, and what else is known.
 * @param options The known crawlers and the address ranges. @default none
 * @throws TypeError for what is no compiled site, and for facts that are missing or wrong.
 * @example
 * simulateRequest(site, { target: '/a', userAgent: 'GPTBot/1.2' }, { crawlers: knownCrawlers() }).outcome
 */
export function simulateRequest(
  site: SiteProgram,
  question: SimulatedQuestion,
  options: SimulationOptions = {},
): SimulatedRequest {
  const context = contextOf('simulateRequest', site, options)
  return plain(judgeNow('simulateRequest', context, question), options)
}

/**
 * The same as `simulateRequest`, with every level that was asked, and a text for a person.
 *
 * @param site The compiled policy.
 * @param question The request: its target and User-Agent, and what else is known.
 * @param options The known crawlers and the address ranges. @default none
 * @throws TypeError as `simulateRequest` does.
 * @example
 * console.log(explainRequest(site, { target: '/a', userAgent: 'GPTBot/1.2' }).text)
 */
export function explainRequest(
  site: SiteProgram,
  question: SimulatedQuestion,
  options: ExplanationOptions = {},
): ExplainedRequest {
  const caller = 'explainRequest'
  const context = contextOf(caller, site, options, ['folder', 'files'])
  const { folder = '.', files } = options
  checkArgument(typeof folder === 'string', caller, 'folder', 'a path')
  const areFiles = files === undefined || files instanceof Map
  checkArgument(areFiles, caller, 'files', 'a Map of paths to Uint8Arrays')
  const judged = judgeNow(caller, context, question)
  const place = readPlace(question.target, context.home)
  const notes = placeNotes(question.target, place, site.config)
  const explained = explainJudgement(context, judged, notes)
  return {
    ...plain(judged, options),
    decision: decisionOf(explained.decision),
    site: site.name,
    notes: explained.notes,
    chains: explained.chains,
    tags: explained.terms.tags,
    text: explanationText(explained, folder, files),
  }
}

/**
 * Runs an author's cases.
 *
 * @param site The compiled policy.
 * @param cases Those of `readCases`.
 * @param options The known crawlers, the address ranges, and the time of cases that name none.
 * @default none, and now
 * @throws TypeError as `simulateRequest` does, and for what are no cases.
 * @example
 * runCases(site, readCases(text).cases).filter(({ faults }) => faults.length > 0)
 */
export function runCases(
  site: SiteProgram,
  cases: readonly PolicyCase[],
  options: SimulationOptions & { readonly now?: number } = {},
): readonly CaseOutcome[] {
  const areCases = Array.isArray(cases) && cases.every((each) => typeof each?.as === 'string')
  checkArgument(areCases, 'runCases', 'cases', 'a list, of `readCases`')
  const context = contextOf('runCases', site, options, ['now'])
  const { now = Date.now() } = options
  checkArgument(Number.isFinite(now), 'runCases', 'now', 'milliseconds since 1970')
  return judgeCases(context, cases, now).map(({ case: each, judged, outcome, faults }) => {
    return { case: each, outcome, decision: decisionOf(judged.ruling), faults }
  })
}

/** Dots in the path are resolved, as servers do before the edge sees it. */
function judgeNow(caller: string, context: SiteContext, question: SimulatedQuestion): Judgement {
  checkMembers(caller, question, QUESTION_MEMBERS)
  const { from = null, method = 'GET' }: Partial<SimulatedQuestion> = question ?? {}
  checkArgument(from === null || typeof from === 'string', caller, 'from', 'an address, or null')
  checkArgument(typeof method === 'string', caller, 'method', 'a method of HTTP, such as `GET`')
  const checked = checkFacts({ ...question, now: question?.now ?? Date.now() })
  return judge(context, { ...checked, ...readPlace(question.target, context.home) })
}

function plain(
  { kind, outcome, mode, agent, spellings, ruling, isUnproven }: Judgement,
  { crawlers = null }: SimulationOptions,
): SimulatedRequest {
  const decision = decisionOf(isUnproven ? ruling.refusedUnproven() : ruling)
  const client = recognisedClient(agent, crawlers)
  return { kind, outcome, mode, client, spellings: [...spellings], decision }
}

const NOBODY = {}
const NOWHERE: readonly Network[] = []
const CONTEXTS = new WeakMap<object, WeakMap<object, WeakMap<object, SiteContext>>>()

const QUESTION_MEMBERS = ['target', 'userAgent', 'usage', 'purposes', 'from', 'method', 'now']

/**
 * `own`: options of the caller beside these. @throws TypeError for what is no compiled site, and
 * for wrong options
 */
export function contextOf(
  caller: string,
  site: SiteProgram,
  options: SimulationOptions,
  own: readonly string[] = [],
): SiteContext {
  const members = ['crawlers', 'networks', ...own]
  checkArgument(isRecord(options), caller, 'options', `\`{ ${members.join(', ')} }\``)
  checkMembers(caller, options, members)
  const { crawlers = null, networks = NOWHERE }: SimulationOptions = options
  if (crawlers !== null && !(isRecord(crawlers) && Array.isArray(crawlers.crawlers)))
    throw new TypeError('`crawlers` must be a list of crawlers, such as `knownCrawlers()`')
  const lists = networksOf(caller, networks)
  const ofSite = cached(CONTEXTS, checkSite(site), () => new WeakMap())
  const ofList = cached(ofSite, crawlers ?? NOBODY, () => new WeakMap())
  return cached(ofList, lists, () => siteContextOf(site, crawlers, lists))
}
