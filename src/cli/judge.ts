/**
 * A request as an author or a log tells it → what the edge would make of it: exempt (P7), a reader's (I3), or a crawler's
 * with its ruling under every spelling (P6) and the assurance that its address gives (I4).
 */
import type { Bundle, Network, Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { engineOf } from '../engine/decide.ts'
import type { Engine } from '../engine/engine.ts'
import { isExempt, servedFileAt } from '../engine/exempt.ts'
import type { Facts } from '../engine/facts.ts'
import { assuranceOf, networksFor } from '../engine/networks.ts'
import type { Ruling } from '../engine/ruling.ts'
import { decideSpelled } from '../engine/spelled.ts'
import type { Assurance, Outcome } from '../vocabulary/decision-words.ts'

/** What one site's requests are judged by. */
export interface Court {
  readonly site: SiteProgram
  readonly engine: Engine
  readonly networks: readonly Network[]
  /** Where the site's URLs begin: scheme and host. */
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
  const [host = 'www.example.com'] = site.config.hosts.filter((name) => name !== '*')
  const home = (site.config.canonical ?? `https://${host}`).replace(/\/$/, '')
  return { site, engine: engineOf(site, registry), networks, home }
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
  const { engine, home } = court
  const assurance = assuranceFor(court, agent, asked.from)
  // Member by member: for replay, copying objects costs as much as deciding.
  const { userAgent, target, uri, now, usage = 'crawl', purposes } = asked
  const facts: Facts =
    purposes === undefined
      ? { userAgent, target, uri, now, usage, agent, assurance }
      : { userAgent, target, uri, now, usage, agent, assurance, purposes }
  return { facts, ruling: asksToCrawl(asked) ? decideSpelled(engine, facts, home) : engine.decide(facts) }
}

/** What the edge does about a ruling: a site may turn away whoever failed to prove its name. */
export function enforced({ site }: Court, { outcome, crawler }: Ruling): Outcome {
  return crawler.assurance === 'failed' && site.config.identify.failed === 'refuse' ? 'prohibited' : outcome
}

function asksToCrawl({ usage = 'crawl' }: Asked): boolean {
  return usage === 'crawl'
}

function assuranceFor({ site, networks }: Court, agent: Agent, from: string | null): Assurance {
  if (agent.kind === 'reader' || agent.name === null || site.config.identify.failed === 'ignore') return 'claimed'
  return assuranceOf(networksFor(agent, networks), from)
}

/** A path, or a whole URL, as an author writes it → the target and the URI of the page. */
export function placeOf(url: string, home: string): { readonly target: string; readonly uri: string } {
  const whole = /^https?:\/\/[^/?#]*/i.exec(url)
  const target = (whole === null ? url : url.slice(whole[0].length)).replace(/#.*$/s, '')
  const path = target.startsWith('/') ? target : `/${target}`
  return { target: path, uri: (whole?.[0] ?? home) + path }
}
