/**
 * A request → what a site makes of it: exempt (P7), a reader's (I3), or a crawler's with its ruling (P6, I4). Tools call
 * `judge`; the edge, which knows more of a client than its address, calls `placementOf` and `ruleOn`.
 */
import type { Bundle, Network, Registry, SiteProgram } from '../program/program.ts'
import { type Assurance, type Outcome, STRICTNESS } from '../words/decision-words.ts'
import { cutUrl } from '../words/resolved-url.ts'
import type { Mode, SiteConfig } from '../words/site-config.ts'
import type { Agent } from './agents.ts'
import { checkFacts } from './decide.ts'
import type { EngineFacts, Facts } from './decision.ts'
import { Engine } from './engine.ts'
import { type AddressProof, networkAt, networksFor, proofIn } from './networks.ts'
import { type Placement, placementOf } from './placement.ts'
import { homeOf } from './read-place.ts'
import type { Ruling } from './ruling.ts'
import { shorterTargets } from './spellings.ts'

export function isNameChecked(agent: Agent, { identify }: SiteConfig): boolean {
  return agent.kind === 'crawler' && agent.name !== null && identify.failed !== 'ignore'
}

/** What the published ranges of the name's operator prove; `address` is null where it is unknown. */
export function proofByAddress(
  agent: Agent,
  { crawlers }: SiteConfig,
  networks: readonly Network[],
  address: string | null,
): AddressProof {
  let own = LISTS.get(agent)
  if (own === undefined) {
    own = networksFor(agent, crawlers, networks)
    LISTS.set(agent, own)
  }
  return own.length === 0 ? 'claimed' : proofIn(own, address)
}

/** The list that has the address of an agent whose assurance was asked for; null where none has it. */
export function listWith(agent: Agent, address: string | null): string | null {
  return address === null ? null : (networkAt(LISTS.get(agent) ?? [], address)?.name ?? null)
}

/** The lists of each agent. Agents belong to a site that was loaded, and so do lists. */
const LISTS = new WeakMap<Agent, readonly Network[]>()

export interface SiteContext {
  readonly site: SiteProgram
  readonly engine: Engine
  readonly networks: readonly Network[]
  /** Where the site's own URLs begin: scheme and host. */
  readonly home: string
  /** What judges from the next date of a route on (E7), in milliseconds since 1970; null where none is ahead. */
  readonly next: { readonly from: number; readonly context: SiteContext } | null
}

/** A request. */
export type JudgeRequest = Pick<Facts, 'target' | 'userAgent' | 'now' | 'usage' | 'purposes'> & {
  readonly uri: string
  /** The address it comes from; null where it is unknown. */
  readonly from: string | null
  readonly method: string
}

/** A request of the library's caller: without an address from nowhere, and a GET by default. */
type JudgeQuestion = Omit<JudgeRequest, 'uri' | 'from' | 'method'> & Partial<JudgeRequest>

/** Facts of a request whose sender is known, as far as that is possible. */
export interface KnownFacts extends EngineFacts {
  readonly agent: Agent
  readonly assurance: Assurance
  readonly unlisted: boolean
  readonly uri: string
}

export interface Enforcement {
  /** What the rules say. */
  readonly ruling: Ruling
  /** What the site does about it: it may refuse crawlers that failed to prove their name, and targets that are too long. */
  readonly outcome: Outcome
  /** Whether the site refuses it because its name was not proven (I4). */
  readonly isUnproven: boolean
}

/** What becomes of any request. The ruling of a reader is what a crawler of its User-Agent would get; the edge does not apply it. */
export interface Judgement extends Enforcement {
  readonly kind: 'exempt' | 'reader' | 'crawler'
  /** Whether the edge applies rules, only logs what they say, or ignores them. */
  readonly mode: Mode
  /** The targets that are judged; the one as received comes first. */
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

/** What judges a site at an instant (E7). */
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
 * Judges one request of a tool. A missing `uri` is the target at the site's own host. `isSigned`: a signature proves the
 * crawler's name. @throws TypeError as `decide` does.
 */
export function judge(site: SiteContext, asked: JudgeQuestion, isSigned = false): Judgement {
  const checked = checkFacts(asked)
  const context = contextAt(site, checked.now)
  const { uri = context.home + checked.target, from = null, method = 'GET' } = checked
  const request = { ...checked, uri, from, method }
  const agent = context.engine.agents.asked(request.userAgent)
  const placement = placementOf(context.engine, request)
  const { mode, spellings } = placement
  const kind = kindOf(placement, agent, request)
  const known = factsOf(context, request, agent)
  const facts = isSigned ? { ...known, assurance: 'signed' as const, unlisted: false } : known
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

/** Who asks, unless the request is exempt: only a crawl can be, for the edge knows nothing of what is done with pages. */
export function kindOf(
  { kind }: Placement,
  agent: Agent,
  request: Pick<JudgeRequest, 'usage'>,
): Judgement['kind'] {
  return asksToCrawl(request) && (kind === 'exempt' || kind === 'file') ? 'exempt' : agent.kind
}

/** The facts of a crawler's request whose address alone can prove its name. */
export function factsOf(
  { site, networks }: SiteContext,
  request: JudgeRequest,
  agent: Agent,
): KnownFacts {
  const isChecked = isNameChecked(agent, site.config)
  const proof = isChecked ? proofByAddress(agent, site.config, networks, request.from) : 'claimed'
  const unlisted = proof === 'unlisted'
  const assurance = unlisted ? 'claimed' : proof
  // Member by member: for replay, copying objects costs as much as deciding.
  const { userAgent, target, uri, now, usage = 'crawl', purposes } = request
  return purposes === undefined
    ? { userAgent, target, uri, now, usage, agent, assurance, unlisted }
    : { userAgent, target, uri, now, usage, agent, assurance, unlisted, purposes }
}

/** The rules and the site's own measures on a crawler's request. */
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
 * The strictest ruling of all spellings that an origin may take for the same resource (P6), each with its own route:
 * with what matches it, and together with what matches it without an empty query or a slash at its end.
 */
export function strictestRuling(
  engine: Engine,
  facts: EngineFacts & Pick<KnownFacts, 'uri'>,
  spellings: readonly string[],
): Ruling {
  let strictest: Ruling | null = null
  for (const [i, target] of spellings.entries()) {
    // The page may be requested at another host than the site's own (E3).
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

/** Whether shorter targets may have fields of their own: what is open at its end matches the longer target, too. */
function mayMatchMore({ hasAnchors }: Engine, target: string, shorter: readonly string[]): boolean {
  return hasAnchors || shorter.some((each) => !target.startsWith(each))
}
