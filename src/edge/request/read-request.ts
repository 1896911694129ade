/**
 * A request + the bundle in force → which site answers for it, who asks, and what holds before every rule (P7). Nothing
 * is decided here.
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
  /** What the engine is to recognise: the header, or the name that a signature proves. */
  readonly userAgent: string
  readonly isCrawler: boolean
  readonly assurance: Assurance
  /** Whether the lists of the name lack its address, and are too old to disprove it (I4). */
  readonly unlisted: boolean
  /** What the crawler could fix, in words; null where nothing is wrong. */
  readonly fault: string | null
}

/** What is noted of a request on its way; null for what has not happened. */
interface RequestNotes {
  /** How far it has come: what failed where it comes no further. */
  stage: 'read' | 'identify' | 'crawler' | 'fetch' | 'answer'
  identity: Identity | null
  /** The last decision, and the field to log with it. */
  decision: { readonly ruling: Ruling; readonly rule: LogLine['rule'] } | null
  /** What the origin was asked for a page, and its answer. */
  asked: Request | null
  response: Response | null
  /** SHA-256 of the robots.txt that is served. */
  robotsHash: string | null
  /** Octets of an answer that the edge wrote itself. */
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
  /** The resolved URL, and its parts: `https://www.example.com`, `www.example.com`, `/news/?page=2`. */
  readonly url: string
  readonly home: string
  readonly host: string
  readonly target: string
  /** Milliseconds since 1970, for dates. */
  readonly now: number
  /** For intervals. */
  readonly ticks: number
  readonly notes: RequestNotes
}

export interface Visit extends Received, Placement {
  readonly site: SiteRuntime
  readonly bundle: LoadedBundle
  readonly origin: string | null
  readonly method: string
  /** Whether there is a signature to look at (Web Bot Auth). */
  readonly isSigned: boolean
  readonly userAgent: string
  readonly agent: Agent
  /** Whether it is a CORS preflight, which asks for no page (P7). */
  readonly isPreflight: boolean
}

/** A request without a site: no policies, a program that is damaged or missing, or a host that no site names. */
export interface Unplaced extends Received {
  readonly kind: 'no-policies' | 'closed-site' | 'refused-host' | 'unknown-host'
  readonly site: null
  readonly bundle: LoadedBundle | null
  readonly origin: string | null
  /** Whether the site refuses anybody when it is whole. */
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

/** A Request of the standard stays as the server made it: an app gets it. */
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

/** The same request at the host that trusted proxies forward; null where they forward none. */
function atForwardedHost(asked: Received): Received | null {
  const { exchange, request } = asked
  const url = exchange.atForwardedHost?.(asked.url) ?? null
  return url === null ? null : { ...asked, request: requestAt(request, url), url, ...cutUrl(url) }
}

export function readRequest(asked: Received, bundle: LoadedBundle | null): Reading {
  if (bundle === null) return unplaced(asked, null, 'no-policies')
  let site = bundle.siteAt(asked.host, asked)
  let received = asked
  // A host that a site names needs no proxy's word: some proxies pass on what a client forwards.
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
  // Each access to a request goes through the runtime: one is enough.
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
