/**
 * A request as an author or a log tells it → what the edge would make of it: exempt (P7), a reader's (I3), or a crawler's
 * with its ruling under every spelling (P6) and the assurance that its address gives (I4). For the author's tools.
 */
import type { Bundle, Network, Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { Engine } from '../engine/engine.ts'
import type { Facts } from '../engine/facts.ts'
import { assuranceOf, networksFor } from '../engine/networks.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Assurance, Outcome } from '../vocabulary/decision-words.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { isExempt, servedFileAt } from './exempt.ts'
import { homeOf } from './place-of.ts'
import { decideSpelled } from './spelled.ts'

/** What one site's requests are judged by. */
export interface Court {
  readonly site: SiteProgram
  readonly engine: Engine
  readonly networks: readonly Network[]
  /** Where the site's own URLs begin: scheme and host. */
  readonly home: string
}

/** A request. */
export type Asked = Pick<Facts, 'target' | 'userAgent' | 'now' | 'usage' | 'purposes'> & {
  readonly uri: string
  /** The address it comes from; null where nobody says. */
  readonly from: string | null
  readonly method: string
}

/** What a request is before any rule is asked. */
export type Kind = 'exempt' | 'reader' | 'crawler'

/** What becomes of it. The ruling of a reader is what a crawler of its User-Agent would get; the edge does not apply it. */
export interface Judged {
  readonly kind: Kind
  readonly outcome: Outcome
  readonly agent: Agent
  readonly facts: Facts
  readonly ruling: Ruling
}

/** Readies a site for judging. */
export function courtOf(site: SiteProgram, registry: Registry, networks: readonly Network[]): Court {
  return { site, engine: new Engine(site, registry), networks, home: homeOf(site.config) }
}

/** Readies all sites. */
export function courtsOf({ sites, registry, networks }: Omit<Bundle, 'hash'>): readonly Court[] {
  return sites.map((site) => courtOf(site, registry, networks))
}

/** Judges one request. */
export function judge(court: Court, asked: Asked): Judged {
  const agent = court.engine.agents.find(asked.userAgent)
  const kind = kindOf(court, asked, agent)
  const { facts, ruling } = rule(court, asked, agent)
  if (kind === 'crawler') return { kind, outcome: enforced(court, ruling), agent, facts, ruling }
  const outcome = asksToCrawl(asked) ? 'permitted' : ruling.outcome
  return { kind, outcome, agent, facts, ruling }
}

/** What a request is. Only a crawl can be exempt: the edge serves pages and knows nothing of what is done with them. */
export function kindOf({ site }: Court, asked: Asked, agent: Agent): Kind {
  const { target, method } = asked
  if (asksToCrawl(asked) && (servedFileAt(site, target) !== undefined || isExempt(site, method, target)))
    return 'exempt'
  return agent.kind
}

/** The decision on a crawler's request. */
export function rule(court: Court, asked: Asked, agent: Agent): { readonly facts: Facts; readonly ruling: Ruling } {
  const { engine } = court
  const assurance = assuranceFor(court, agent, asked.from)
  // Member by member: for replay, copying objects costs as much as deciding.
  const { userAgent, target, uri, now, usage = 'crawl', purposes } = asked
  const facts: Facts =
    purposes === undefined
      ? { userAgent, target, uri, now, usage, agent, assurance }
      : { userAgent, target, uri, now, usage, agent, assurance, purposes }
  if (!asksToCrawl(asked)) return { facts, ruling: engine.decide(facts) }
  // The page may be asked for at another host than the site's own (E3).
  const home = uri.slice(0, uri.length - target.length)
  return { facts, ruling: decideSpelled(engine, facts, home) }
}

/** What the edge does about a ruling: a site may turn away whoever failed to prove its name. */
export function enforced({ site }: Court, { outcome, crawler }: Ruling): Outcome {
  return crawler.assurance === 'failed' && site.config.identify.failed === 'refuse' ? 'prohibited' : outcome
}

/** Whether the edge acts upon a page's decisions, only logs them, or does not ask. */
export function modeAt({ engine }: Pick<Court, 'engine'>, target: string): SiteConfig['mode'] {
  const { routeRoot, config } = engine.site
  return (routeRoot === 0 ? null : engine.routes.find(target)?.mode) ?? config.mode
}

function asksToCrawl({ usage = 'crawl' }: Asked): boolean {
  return usage === 'crawl'
}

function assuranceFor({ site, networks }: Court, agent: Agent, from: string | null): Assurance {
  if (agent.kind === 'reader' || agent.name === null || site.config.identify.failed === 'ignore') return 'claimed'
  return assuranceOf(networksFor(agent, site.config.crawlers, networks), from)
}
