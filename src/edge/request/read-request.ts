/**
 * A request + the bundle in force → what kind of request it is, and for which site. Nothing is decided here but what goes
 * before every rule: sites by host, files served to everybody, and what is exempt (P7).
 */
import type { ServedFile } from '../../bundle/program.ts'
import { standingOf } from '../../enforce/standing.ts'
import type { Agent } from '../../engine/agents.ts'
import { cutUrl } from '../../grammar/resolved-url.ts'
import type { RouteConfig } from '../../vocabulary/site-config.ts'
import type { LoadedBundle, SiteRuntime } from '../loaded-bundle.ts'
import type { Exchange } from '../platform.ts'

/** A request whose URL is resolved. */
export interface Received {
  readonly exchange: Exchange
  /** The request with its resolved URL. */
  readonly request: Request
  readonly url: string
  readonly now: number
}

/** Every reading has what the origin is asked with. */
interface Read extends Received {
  /** The origin that site.toml names; null where it names none, or there is no site. */
  readonly origin: string | null
}

interface OfSite extends Read {
  readonly site: SiteRuntime
  readonly bundle: LoadedBundle
}

/** A request for a page of a site that has rules. */
export interface Visit extends OfSite {
  readonly kind: 'visit'
  readonly method: string
  /** Whether there is a signature to look at (Web Bot Auth). */
  readonly isSigned: boolean
  /** Where the site's public URLs begin: scheme and host of the request. */
  readonly home: string
  /** Path and query as received. */
  readonly target: string
  readonly userAgent: string
  readonly agent: Agent
  /** The targets under which the request is judged (P6); the first is `target`, in its normal form. */
  readonly spellings: readonly string[]
  /** The route of the target as received. */
  readonly route: RouteConfig | null
  /** Whether it is a CORS preflight, which asks for no page (P7). */
  readonly isPreflight: boolean
  readonly mode: 'enforce' | 'observe'
}

/** A request for a file that the site serves to everybody. */
export interface ServedFileRequest extends OfSite {
  readonly kind: 'file'
  readonly file: ServedFile
}

/** A request that goes before every rule (P7). */
export interface Exempt extends OfSite {
  readonly kind: 'exempt'
}

/** A request whose target is too long to be judged (P8). */
export interface TooLong extends OfSite {
  readonly kind: 'too-long'
  readonly mode: 'enforce' | 'observe'
}

/** A request that the edge has nothing to do with: no site answers for the host, or its policy is off. */
export interface Unguarded extends Read {
  readonly kind: 'unguarded'
  /** The host, where no site names it; else null. */
  readonly unknownHost: string | null
}

/** A request that is answered without a look at any site. */
export interface Unplaced extends Read {
  /** No valid host; a host that the deployment does not answer for; no bundle in force; a fault while reading. */
  readonly kind: 'malformed' | 'misdirected' | 'no-policies' | 'fault'
}

/** A request for a site whose program is damaged or missing. */
export interface OfClosedSite extends Read {
  readonly kind: 'closed-site'
  readonly bundle: LoadedBundle
  /** Whether the site refuses anybody when it is whole. */
  readonly refuses: boolean
}

/** What a request is. */
export type Reading = Visit | TooLong | ServedFileRequest | Exempt | Unguarded | OfClosedSite | Unplaced

/** Reads a request. */
export function readRequest(received: Received, bundle: LoadedBundle): Reading {
  const { exchange, request, url, now } = received
  // Each access to a request goes through the runtime: one is enough.
  const { method, headers } = request
  const { home, host, target } = cutUrl(url)
  const site = bundle.siteAt(host, received)
  if (site === 'refuse') return { kind: 'misdirected', exchange, request, url, now, origin: null }
  if (site === 'pass') return { kind: 'unguarded', exchange, request, url, now, origin: null, unknownHost: host }
  if (site.program === null) {
    const { origin, refuses } = site
    return { kind: 'closed-site', exchange, request, url, now, origin, bundle, refuses }
  }
  const { config, engine } = site
  const { origin } = config
  const standing = standingOf(engine, { method, target, routedAs: exchange.app?.routedAs ?? null })
  switch (standing.kind) {
    case 'file':
      return { kind: 'file', exchange, request, url, now, origin, site, bundle, file: standing.file }
    case 'exempt':
      return { kind: 'exempt', exchange, request, url, now, origin, site, bundle }
    case 'too-long':
      return { kind: 'too-long', exchange, request, url, now, origin, site, bundle, mode: standing.mode }
    case 'off':
      return { kind: 'unguarded', exchange, request, url, now, origin, unknownHost: null }
  }
  const { spellings, route, mode } = standing
  const userAgent = headers.get('user-agent') ?? ''
  return {
    kind: 'visit',
    exchange,
    request,
    url,
    now,
    origin,
    site,
    bundle,
    method,
    isSigned: headers.has('signature-input'),
    home,
    target,
    userAgent,
    agent: engine.agents.find(userAgent),
    spellings,
    route,
    mode,
    isPreflight: method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method'),
  }
}
