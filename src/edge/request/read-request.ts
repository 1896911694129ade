/**
 * Reads a request: which site answers, who the client is, and what applies before every rule (P7).
 * Nothing is decided here.
 */

import type { Agent } from '../../decide/agents.ts'
import { type Placement, placementOf } from '../../decide/placement.ts'
import type { Ruling } from '../../decide/ruling.ts'
import type { Assurance } from '../../words/decision-words.ts'
import type { LogLine, Priced } from '../../words/log-line.ts'
import { cutUrl } from '../../words/resolved-url.ts'
import type { LoadedBundle, SiteRuntime } from '../loaded-bundle.ts'
import { logWarning } from '../log.ts'
import type { Exchange, LightRequest } from '../platform.ts'

export interface Identity {
  readonly agent: Agent
  /** What the engine recognises: the header, or the name that a signature proves. */
  readonly userAgent: string
  readonly isCrawler: boolean
  readonly assurance: Assurance
  /** Whether the name's lists lack its address, and are too old to disprove it (I4). */
  readonly unlisted: boolean
  /** What the crawler can fix, in words; null if nothing is wrong. */
  readonly fault: string | null
}

/** Notes on a request's way through the stages; null for what has not happened. */
interface RequestNotes {
  /** The current stage; after an error, the one that failed. */
  stage: 'read' | 'identify' | 'crawler' | 'fetch' | 'answer'
  identity: Identity | null
  /** The last decision, and the field to log. */
  decision: { readonly ruling: Ruling; readonly rule: LogLine['rule'] } | null
  /** The request to the origin, and its response. */
  asked: Request | null
  response: Response | null
  /** SHA-256 of the served robots.txt. */
  robotsHash: string | null
  /** Octets of a response that the edge wrote itself. */
  bytes: number | null
  fault: LogLine['fault']
  priced: Priced | null
}

export function noteFault(
  { exchange, notes, site, bundle }: Visit,
  what: string,
  about: object,
): void {
  notes.fault = logWarning(exchange.platform.log, what, {
    site: site.name,
    policyVersion: bundle.version,
    ...about,
  })
}

export interface Received {
  readonly exchange: Exchange
  readonly request: Request
  /**
   * The resolved URL and its parts: `https://www.example.com`, `www.example.com`, `/news/?page=2`.
   */
  readonly url: string
  readonly home: string
  readonly host: string
  readonly target: string
  /** Milliseconds since 1970, for dates. */
  readonly now: number
  /** The monotonic clock, for intervals. */
  readonly ticks: number
  readonly notes: RequestNotes
}

export interface Visit extends Received, Placement {
  readonly site: SiteRuntime
  readonly bundle: LoadedBundle
  readonly origin: string | null
  readonly method: string
  /** Whether there is a signature (Web Bot Auth). */
  readonly isSigned: boolean
  readonly userAgent: string
  readonly agent: Agent
  /** Whether it is a CORS preflight, which requests no page (P7). */
  readonly isPreflight: boolean
}

/** A request without a site: no policies, a damaged or missing program, or an unknown host. */
export interface Unplaced extends Received {
  readonly kind: 'no-policies' | 'closed-site' | 'refused-host' | 'unknown-host'
  readonly site: null
  readonly bundle: LoadedBundle | null
  readonly origin: string | null
  /** Whether its policy refuses anything. */
  readonly refuses: boolean
}

export type Reading = Visit | Unplaced

/** `resolved`: the request's own URL. */
export function received(
  exchange: Exchange,
  request: Request,
  resolved: string,
  { now, ticks }: Pick<Received, 'now' | 'ticks'>,
): Received {
  const url = exchange.withForwardedScheme?.(resolved) ?? resolved
  const notes: RequestNotes = {
    stage: 'read',
    identity: null,
    decision: null,
    asked: null,
    response: null,
    robotsHash: null,
    bytes: null,
    fault: null,
    priced: null,
  }
  const { home, host, target } = cutUrl(url)
  return { exchange, request: requestAt(request, url), url, home, host, target, now, ticks, notes }
}

/** A standard Request is not replaced, because an app gets it. */
function requestAt(request: Request | LightRequest, url: string): Request {
  return 'altered' in request && url !== request.url ? request.altered({ url }) : request
}

function unplaced(
  received: Received,
  bundle: LoadedBundle | null,
  kind: Unplaced['kind'],
  origin: string | null = null,
  refuses = true,
): Unplaced {
  return { ...received, kind, site: null, bundle, origin, refuses }
}

/** The request at the host that trusted proxies forward; null if they forward none. */
function atForwardedHost(asked: Received): Received | null {
  const { exchange, request } = asked
  const url = exchange.atForwardedHost?.(asked.url) ?? null
  return url === null ? null : { ...asked, request: requestAt(request, url), url, ...cutUrl(url) }
}

export function readRequest(asked: Received, bundle: LoadedBundle | null): Reading {
  if (bundle === null) return unplaced(asked, null, 'no-policies')
  let site = bundle.siteAt(asked.host, asked)
  let received = asked
  // A host that a site names is not replaced: some proxies pass on a client's forwarding headers.
  const forwarded = site === 'pass' ? atForwardedHost(asked) : null
  const other = forwarded === null ? 'pass' : bundle.siteAt(forwarded.host, asked)
  if (forwarded !== null && typeof other !== 'string') {
    received = forwarded
    site = other
  }
  const { exchange, request, url, home, host, target, now, ticks, notes } = received
  if (site === 'refuse') return unplaced(received, bundle, 'refused-host')
  if (site === 'pass') return unplaced(received, bundle, 'unknown-host')
  if (site.program === null)
    return unplaced(received, bundle, 'closed-site', site.origin, site.refuses)
  // Read once: each access goes through the runtime.
  const { method, headers } = request
  const { config, engine } = site
  const routedAs = exchange.app?.routedAs ?? null
  const { kind, mode, spellings, route, file } = placementOf(engine, { method, target, routedAs })
  const userAgent = headers.get('user-agent') ?? ''
  return {
    kind,
    exchange,
    request,
    url,
    home,
    host,
    target,
    now,
    ticks,
    notes,
    origin: config.origin,
    site,
    bundle,
    method,
    isSigned: headers.has('signature-input'),
    userAgent,
    agent: engine.agents.find(userAgent),
    spellings,
    route,
    file,
    mode,
    isPreflight:
      method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method'),
  }
}
