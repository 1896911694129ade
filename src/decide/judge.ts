/**
 * Decides on a request under a site's policy: exempt (P7), a reader (I3), or a crawler with its
 * ruling (P6, I4). Tools call `judge`. The edge and a log have more evidence than an address, so
 * they call `placementOf` and `ruleOn`.
 */
import type { Bundle, Network, Registry, SiteProgram } from '../program/program.ts'
import { type Assurance, type Outcome, STRICTNESS } from '../words/decision-words.ts'
import { cutUrl } from '../words/resolved-url.ts'
import type { Mode } from '../words/site-config.ts'
import type { Agent } from './agents.ts'
import { checkFacts } from './decide.ts'
import type { EngineFacts, Facts } from './decision.ts'
import { Engine } from './engine.ts'
import { isNameChecked, proofByAddress } from './networks.ts'
import { type Placement, placementOf } from './placement.ts'
import { homeOf } from './read-place.ts'
import type { Ruling } from './ruling.ts'
import { shorterTargets } from './spellings.ts'

export interface SiteContext {
  readonly site: SiteProgram
  readonly engine: Engine
  readonly networks: readonly Network[]
  /** Scheme and host of the site's URLs. */
  readonly home: string
  /**
   * The context after the next date of a route (E7), and when that is, in milliseconds since 1970.
   * Null if no date is ahead.
   */
  readonly next: { readonly from: number; readonly context: SiteContext } | null
}

/** A request. */
export type JudgeRequest = Pick<Facts, 'target' | 'userAgent' | 'now' | 'usage' | 'purposes'> & {
  readonly uri: string
  /** The client's address; null if unknown. */
  readonly from: string | null
  readonly method: string
}

/** A request from a caller of the library. Defaults: no address, GET. */
type JudgeQuestion = Omit<JudgeRequest, 'uri' | 'from' | 'method'> & Partial<JudgeRequest>

/** The facts of a request whose client was identified, as far as possible. */
export interface KnownFacts extends EngineFacts {
  readonly agent: Agent
  readonly assurance: Assurance
  readonly unlisted: boolean
  readonly uri: string
}

export interface Enforcement {
  /** The decision by the rules. */
  readonly ruling: Ruling
  /**
   * The result for the client: the site may also refuse unproven names and targets that are too
   * long.
   */
  readonly outcome: Outcome
  /** Whether it is refused because the name is not proven (I4). */
  readonly isUnproven: boolean
}

/**
 * The decision on any request. A reader's ruling is hypothetical: what a crawler with its header
 * would get.
 */
export interface Judgement extends Enforcement {
  readonly kind: 'exempt' | 'reader' | 'crawler'
  /** Whether the edge enforces the rules, only logs decisions, or ignores the rules. */
  readonly mode: Mode
  /** The targets that are evaluated; the original comes first. */
  readonly spellings: readonly string[]
  readonly agent: Agent
}

export function siteContextOf(
  site: SiteProgram,
  registry: Registry | null,
  networks: readonly Network[],
): SiteContext {
  const next = site.next && {
    ...site.next,
    context: siteContextOf(site.next.program, registry, networks),
  }
  return {
    site,
    engine: new Engine(site, registry),
    networks,
    home: homeOf(site.config),
    next: next ?? null,
  }
}

/** The context that applies at an instant (E7). */
export function contextAt(context: SiteContext, now: number): SiteContext {
  const { next } = context
  if (next === null || now < next.from) return context
  return contextAt(next.context, now)
}

export function siteContextsOf({
  sites,
  registry,
  networks,
}: Omit<Bundle, 'hash'>): readonly SiteContext[] {
  return sites.map((site) => siteContextOf(site, registry, networks))
}

/**
 * Decides one request for a tool. Without `uri`, the target is at the site's own host. `proof`: a
 * signature proves the name, or it failed its check; null where only the address tells.
 * @throws TypeError as `decide` does
 */
export function judge(
  site: SiteContext,
  asked: JudgeQuestion,
  proof: 'signed' | 'failed' | null = null,
): Judgement {
  const checked = checkFacts(asked)
  const context = contextAt(site, checked.now)
  const { uri = context.home + checked.target, from = null, method = 'GET' } = checked
  const request = { ...checked, uri, from, method }
  const agent = context.engine.agents.asked(request.userAgent)
  const placement = placementOf(context.engine, request)
  const { mode, spellings } = placement
  const kind = kindOf(placement, agent, request)
  const known = factsOf(context, request, agent)
  const isTaken = proof === 'signed' || isNameChecked(agent, context.site.config)
  const facts = proof !== null && isTaken ? { ...known, assurance: proof, unlisted: false } : known
  const { ruling, isUnproven, outcome } = ruleOn(context.engine, facts, placement)
  const asDecided = kind === 'crawler' || !asksToCrawl(request)
  return {
    kind,
    mode,
    spellings,
    agent,
    ruling,
    isUnproven,
    outcome: asDecided ? outcome : 'permitted',
  }
}

/** The kind of client. Only crawls can be exempt: the edge cannot see other usages. */
export function kindOf(
  { kind }: Placement,
  agent: Agent,
  request: Pick<JudgeRequest, 'usage'>,
): Judgement['kind'] {
  return asksToCrawl(request) && (kind === 'exempt' || kind === 'file') ? 'exempt' : agent.kind
}

/** The facts of a crawler's request whose name only the address can prove. */
export function factsOf(
  { site, networks }: SiteContext,
  request: JudgeRequest,
  agent: Agent,
): KnownFacts {
  const isChecked = isNameChecked(agent, site.config)
  const proof = isChecked ? proofByAddress(agent, site.config, networks, request.from) : 'claimed'
  const unlisted = proof === 'unlisted'
  const assurance = unlisted ? 'claimed' : proof
  // Member by member: in reports on logs, copying objects costs as much as deciding.
  const { userAgent, target, uri, now, usage = 'crawl', purposes } = request
  return purposes === undefined
    ? { userAgent, target, uri, now, usage, agent, assurance, unlisted }
    : { userAgent, target, uri, now, usage, agent, assurance, unlisted, purposes }
}

/** Applies the rules and the site's own measures to a crawler's request. */
export function ruleOn(
  engine: Engine,
  facts: KnownFacts,
  { kind, mode, spellings }: Placement,
): Enforcement {
  const ruling = asksToCrawl(facts)
    ? strictestRuling(engine, facts, spellings)
    : engine.decide(facts)
  const isUnproven = facts.assurance === 'failed' && engine.site.config.identify.failed === 'refuse'
  const isRefused = isUnproven || (kind === 'too-long' && mode === 'enforce')
  return { ruling, isUnproven, outcome: isRefused ? 'prohibited' : ruling.outcome }
}

function asksToCrawl({ usage = 'crawl' }: Pick<Facts, 'usage'>): boolean {
  return usage === 'crawl'
}

/**
 * The strictest ruling of all spellings that an origin may accept for the same resource (P6). Each
 * is decided with its own route, alone and together with shorter targets: those without an empty
 * query or a final slash.
 */
export function strictestRuling(
  engine: Engine,
  facts: EngineFacts & Pick<KnownFacts, 'uri'>,
  spellings: readonly string[],
): Ruling {
  let strictest: Ruling | null = null
  for (const [i, target] of spellings.entries()) {
    // The page may be requested from a host that is not the site's main one (E3).
    const spelled = i === 0 ? facts : { ...facts, target, uri: cutUrl(facts.uri).home + target }
    const alone = engine.decide(spelled)
    if (strictest === null || STRICTNESS[alone.outcome] > STRICTNESS[strictest.outcome])
      strictest = alone
    if (strictest.outcome === 'prohibited') return strictest
    const joined = shorterTargets(spelled.target)
    if (joined.length === 0 || !mayMatchMore(engine, spelled.target, joined)) continue
    const together = engine.decide({ ...spelled, joined })
    if (STRICTNESS[together.outcome] > STRICTNESS[strictest.outcome]) strictest = together
    if (strictest.outcome === 'prohibited') return strictest
  }
  return strictest!
}

/**
 * Whether a shorter target may match more fields. Open patterns that match it match the longer one,
 * too.
 */
function mayMatchMore({ hasAnchors }: Engine, target: string, shorter: readonly string[]): boolean {
  return hasAnchors || shorter.some((each) => !target.startsWith(each))
}
