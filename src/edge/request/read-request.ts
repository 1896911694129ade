/**
 * A Request + the policies → whose page is asked for, and what kind of asking it is. Nothing is decided here but what
 * goes before every rule: sites by host, files served to everybody, and what is exempt (P7).
 */
import type { Bundle, ServedFile, SiteProgram } from '../../bundle/program.ts'
import { isExempt, servedFileAt } from '../../enforce/exempt.ts'
import type { Agent } from '../../engine/agents.ts'
import { engineOf } from '../../engine/decide.ts'
import { cutUrl } from '../../grammar/resolved-url.ts'
import type { RouteConfig } from '../../vocabulary/site-config.ts'

/** A request as it came in. */
export interface Asked {
  readonly request: Request
  /** Its resolved URL. */
  readonly url: string
  readonly now: number
}

/** A request for a page of a site that has rules. */
export interface Visit {
  readonly kind: 'visit'
  readonly method: string
  /** Whether there is a signature to look at (Web Bot Auth). */
  readonly isSigned: boolean
  readonly site: SiteProgram
  /** Where the site's public URLs begin: scheme and host of the request. */
  readonly home: string
  /** Path and query as received. */
  readonly target: string
  readonly uri: string
  readonly userAgent: string
  readonly agent: Agent
  readonly route: RouteConfig | null
  readonly mode: 'enforce' | 'observe'
  readonly now: number
  readonly hash: string
}

/** What a request is. */
export type Reading =
  | Visit
  | { readonly kind: 'file'; readonly file: ServedFile; readonly site: SiteProgram; readonly hash: string }
  | { readonly kind: 'exempt'; readonly site: SiteProgram; readonly hash: string }
  /** Nothing of it is ours: no site answers for the host, or its policy is off. */
  | { readonly kind: 'pass'; readonly site: SiteProgram | null }
  /** A host that the deployment does not answer for. */
  | { readonly kind: 'misdirected' }

/** Reads a request. */
export function readRequest({ request, url, now }: Asked, bundle: Bundle): Reading {
  // Each look at a request goes through the runtime: one is enough.
  const { method, headers } = request
  const { home, host, target } = cutUrl(url)
  const site = sitesOf(bundle).at(host)
  if (site === undefined) return { kind: 'misdirected' }
  if (site === null) return { kind: 'pass', site }
  const { hash } = bundle
  const file = site.config.mode === 'off' || method === 'OPTIONS' ? undefined : servedFileAt(site, target)
  if (file !== undefined) return { kind: 'file', file, site, hash }
  if (isExempt(site, method, target)) return { kind: 'exempt', site, hash }
  const engine = engineOf(site)
  const route = site.routeRoot === 0 ? null : engine.routes.find(target)
  const mode = route?.mode ?? site.config.mode
  if (mode === 'off') return { kind: 'pass', site }
  const userAgent = headers.get('user-agent') ?? ''
  const agent = engine.agents.find(userAgent)
  const isSigned = headers.has('signature-input')
  return { kind: 'visit', method, isSigned, site, home, target, uri: url, userAgent, agent, route, mode, now, hash }
}

/** The sites of a bundle, by host. */
class Sites {
  readonly #named = new Map<string, SiteProgram>()
  /** The host that was asked for last, and its site: mostly it is the next one's, too. */
  #host: string | null = null
  #site: SiteProgram | null | undefined

  constructor({ sites, registry }: Bundle) {
    for (const site of sites) {
      // An engine is made once, and this is where it learns whom the registry knows.
      engineOf(site, registry)
      for (const host of site.config.hosts) this.#named.set(host.toLowerCase(), site)
    }
  }

  /** The site of a host; null where none answers for it, undefined where such hosts are refused. */
  at(host: string): SiteProgram | null | undefined {
    if (host !== this.#host) {
      this.#site = this.#named.get(host) ?? this.#named.get(host.replace(/\.?(?::\d+)?$/, '')) ?? this.#ofOthers()
      this.#host = host
    }
    return this.#site
  }

  /** The site of `*`, unless it refuses the hosts of no site. */
  #ofOthers(): SiteProgram | null | undefined {
    const any = this.#named.get('*')
    return any?.config.unknown === 'refuse' ? undefined : (any ?? null)
  }
}

const SITES = new WeakMap<Bundle, Sites>()

function sitesOf(bundle: Bundle): Sites {
  const kept = SITES.get(bundle)
  if (kept !== undefined) return kept
  const sites = new Sites(bundle)
  SITES.set(bundle, sites)
  return sites
}
