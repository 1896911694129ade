/**
 * A request as an author or a log tells it → what the edge would make of it: exempt (P7), a reader's (I3), or a crawler's
 * with its ruling under every spelling (P6) and the assurance that its address gives (I4).
 */
import type { Network, Registry, SiteProgram } from '../bundle/program.ts'
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

/** What becomes of it. The ruling of a reader is what a crawler of its User-Agent would get; the edge does not apply it. */
export interface Judged {
  readonly kind: 'exempt' | 'reader' | 'crawler'
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

/** Judges one request. */
export function judge({ site, engine, networks, home }: Court, asked: Asked): Judged {
  const { method, from, ...question } = asked
  const agent = engine.agents.find(asked.userAgent)
  const assurance = assuranceFor(agent, site, networks, from)
  const facts: Facts = { ...question, agent, assurance }
  const isCrawl = (asked.usage ?? 'crawl') === 'crawl'
  const ruling = isCrawl ? decideSpelled(engine, facts, home) : engine.decide(facts)
  const common = { agent, facts, ruling }
  if (isCrawl && (servedFileAt(site, asked.target) !== undefined || isExempt(site, method, asked.target))) {
    return { kind: 'exempt', outcome: 'permitted', ...common }
  }
  if (agent.kind === 'reader') return { kind: 'reader', outcome: isCrawl ? 'permitted' : ruling.outcome, ...common }
  const turnedAway = assurance === 'failed' && site.config.identify.failed === 'refuse'
  return { kind: 'crawler', outcome: turnedAway ? 'prohibited' : ruling.outcome, ...common }
}

function assuranceFor(agent: Agent, site: SiteProgram, networks: readonly Network[], from: string | null): Assurance {
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
