/**
 * A request + the bundle in force → what kind of request it is, and for which site. Nothing is decided here but what goes
 * before every rule: sites by host, files served to everybody, and what is exempt (P7).
 */
import type { ServedFile } from '../../bundle/program.ts'
import { isExempt, servedFileAt } from '../../enforce/exempt.ts'
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
  readonly uri: string
  readonly userAgent: string
  readonly agent: Agent
  readonly route: RouteConfig | null
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

/** A request that the edge has nothing to do with: no site answers for the host, or its policy is off. */
export interface Unguarded extends Read {
  readonly kind: 'unguarded'
}

/** A request that is answered without a look at any site. */
export interface Unplaced extends Read {
  /** No valid host; a host that the deployment does not answer for; no bundle in force; a fault while reading. */
  readonly kind: 'malformed' | 'misdirected' | 'no-policies' | 'fault'
}

/** What a request is. */
export type Reading = Visit | ServedFileRequest | Exempt | Unguarded | Unplaced

/** Reads a request. */
export function readRequest({ exchange, request, url, now }: Received, bundle: LoadedBundle): Reading {
  // Each access to a request goes through the runtime: one is enough.
  const { method, headers } = request
  const { home, host, target } = cutUrl(url)
  const site = bundle.sites.at(host)
  if (site === 'refuse') return { kind: 'misdirected', exchange, request, url, now, origin: null }
  if (site === 'pass') return { kind: 'unguarded', exchange, request, url, now, origin: null }
  const { config, engine, program } = site
  const { origin } = config
  const file = config.mode === 'off' || method === 'OPTIONS' ? undefined : servedFileAt(program, target)
  if (file !== undefined) return { kind: 'file', exchange, request, url, now, origin, site, bundle, file }
  if (isExempt(program, method, target)) return { kind: 'exempt', exchange, request, url, now, origin, site, bundle }
  const route = program.routeRoot === 0 ? null : engine.routes.find(target)
  const mode = route?.mode ?? config.mode
  if (mode === 'off') return { kind: 'unguarded', exchange, request, url, now, origin }
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
    uri: url,
    userAgent,
    agent: engine.agents.find(userAgent),
    route,
    mode,
  }
}
