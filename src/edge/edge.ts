/**
 * The edge: read the request, plan what to do with it, fetch the page, finish the answer. One per process or isolate: it
 * holds the policies in force and what was learnt of crawlers' keys.
 *
 *   read     request/          whose page it is, who asks, and what goes before every rule
 *   plan     identity/         how far the crawler's name is proven
 *            serve-crawler.ts  whether it may have this page now: refused, deferred, or to be fetched
 *   fetch    fetch-page.ts     the origin's answer
 *   finish   html/, answers/   what the policy says of the page, put on it
 *
 * Readers are never refused or delayed. Should our own code fail, they get the origin's answer untouched. What needs no
 * waiting happens at once: most requests are planned before the first promise.
 */
import { requestUrl } from '../grammar/resolved-url.ts'
import { after } from './after.ts'
import { serveFile } from './answers/served-file.ts'
import { malformed, misdirected, tooLong, unavailable } from './answers/unavailable.ts'
import { fetchPage, finish } from './fetch-page.ts'
import { Identifier } from './identity/identify.ts'
import { KeyDirectories } from './identity/key-directory.ts'
import { guarded, logExempt } from './log.ts'
import { closesOnFault, type Plan, untouched } from './plan.ts'
import type { Exchange, Platform } from './platform.ts'
import { Policies } from './policies.ts'
import { isLikelyCrawler } from './request/likely-crawler.ts'
import {
  type OfClosedSite,
  type Reading,
  type Received,
  readRequest,
  type TooLong,
  type Visit,
} from './request/read-request.ts'
import { planCrawl } from './serve-crawler.ts'
import { planReading } from './serve-reader.ts'
import { logShadow } from './shadow.ts'
import { warmUp } from './warm-up.ts'
import { whenReady } from './when-ready.ts'

/** What an edge is made of. */
export interface EdgeOptions {
  /** The compiled policies: what `acap build` writes. */
  readonly bundle: ArrayBuffer | Uint8Array
  /** Proves names; for tests, and for deployments that keep key directories of their own. */
  readonly identifier?: Identifier
}

interface NoBundle {
  readonly bundle: null
}

/** How long a crawler waits for a newer bundle. */
const PATIENCE_MS = 1000

/** Serves requests under the policies in force. */
export class Edge {
  readonly #policies: Policies
  readonly #identifier: Identifier

  /** Without a bundle it waits for `adopt`. */
  constructor(platform: Platform, { bundle, identifier }: EdgeOptions | (Omit<EdgeOptions, 'bundle'> & NoBundle)) {
    this.#policies = new Policies(bundle, platform.log)
    this.#identifier = identifier ?? new Identifier(new KeyDirectories(platform.fetchKeys, platform.log))
  }

  /** Puts another bundle in force; false where it cannot be read, and the last one stays. */
  adopt(bundle: ArrayBuffer | Uint8Array): boolean {
    return this.#policies.adopt(bundle)
  }

  /** The hash of the bundle in force, in hexadecimal; null where none could be read. */
  get bundleHash(): string | null {
    return this.#policies.current?.hash ?? null
  }

  /** Has the engine of JavaScript compile what requests need before the first one comes. Never throws. */
  warmUp(): void {
    const { current } = this.#policies
    if (current !== null) warmUp(current, (exchange) => this.answer(exchange))
  }

  /** Answers one request. */
  answer(exchange: Exchange): Response | Promise<Response> {
    const reading = this.#read(exchange)
    const plan = whenReady(reading, (reading) => this.#plan(reading))
    const fetched = whenReady(plan, fetchPage)
    return whenReady(fetched, finish)
  }

  #read(exchange: Exchange): Reading | Promise<Reading> {
    const { request } = exchange
    // The runtime gives URLs as they were sent, and resolves them when the origin is asked. Each access costs a copy.
    const sent = request.url
    const url = requestUrl(sent)
    const now = Date.now()
    if (url === null) return { kind: 'malformed', exchange, request, url: sent, now, origin: null }
    const received = { exchange, request: url === sent ? request : new Request(url, request), url, now }
    return guarded<Reading>(
      exchange.platform.log,
      'read',
      () => this.#readByNewest(received),
      () => ({ ...received, kind: 'fault', origin: null }),
    )
  }

  /** Reads under the newest policies: a crawler waits for those that are on their way, a reader never does. */
  #readByNewest(received: Received): Reading | Promise<Reading> {
    this.#policies.refresh(received)
    const reading = this.#readByCurrent(received)
    return isCrawlers(reading) && this.#comingTo(received) !== null ? this.#readInTime(received) : reading
  }

  /** A rule that has just become stricter must not be missed by those it is for. */
  async #readInTime(received: Received): Promise<Reading> {
    let isOver = false
    const over = after(PATIENCE_MS).then(() => {
      isOver = true
    })
    let coming = this.#comingTo(received)
    let reading = this.#readByCurrent(received)
    while (coming !== null && !isOver) {
      await Promise.race([coming, over])
      // A release that has just come may name a site that is to be fetched.
      reading = this.#readByCurrent(received)
      coming = this.#comingTo(received)
    }
    return reading
  }

  #comingTo({ url, now }: Received): Promise<void> | null {
    return this.#policies.comingTo(url, now)
  }

  #readByCurrent(received: Received): Reading {
    const version = this.#policies.versionFor(received.url, received)
    return version === null ? { ...received, kind: 'no-policies', origin: null } : readRequest(received, version)
  }

  #plan(reading: Reading): Plan | Promise<Plan> {
    const { log } = reading.exchange.platform
    const { shadow } = this.#policies
    if (shadow !== null)
      guarded(
        log,
        'shadow',
        () => logShadow(reading, shadow),
        () => undefined,
      )
    return guarded(
      log,
      'plan',
      () => this.#planFor(reading),
      () => closedToCrawlers(reading),
    )
  }

  #planFor(reading: Reading): Plan | Promise<Plan> {
    switch (reading.kind) {
      case 'malformed':
        return malformed()
      case 'misdirected':
        return misdirected()
      case 'no-policies':
        return isForRobotsTxt(reading) ? unavailable() : closedToCrawlers(reading)
      case 'closed-site':
        return planForClosedSite(reading)
      case 'fault':
        return closedToCrawlers(reading)
      case 'unguarded':
        if (reading.unknownHost !== null) reading.exchange.onUnknownHost?.(reading.unknownHost)
        return untouched(reading)
      case 'exempt':
        logExempt(reading)
        return untouched(reading)
      case 'file':
        logExempt(reading)
        return serveFile(reading.request, reading.file.text, reading.site.hash)
      case 'too-long':
        return planTooLong(reading)
      case 'visit':
        return this.#planVisit(reading)
    }
  }

  #planVisit(visit: Visit): Plan | Promise<Plan> {
    if (visit.agent.kind === 'reader' && !visit.isSigned) return planReading(visit)
    return whenReady(this.#identifier.identify(visit), (identity) =>
      identity.isCrawler
        ? guarded(
            visit.exchange.platform.log,
            'crawler',
            () => planCrawl(visit, identity),
            () => (closesOnFault(visit) ? unavailable() : untouched(visit)),
          )
        : planReading(visit),
    )
  }
}

/** P8: a reader gets the page as it is; the rules cannot decide about a crawler. */
function planTooLong(reading: TooLong): Plan {
  const { kind } = reading.site.engine.agents.find(userAgentOf(reading))
  return kind === 'crawler' && reading.mode === 'enforce' ? tooLong() : untouched(reading)
}

/** Whether a request waits for newer policies. */
function isCrawlers(reading: Reading): boolean {
  if (reading.kind === 'visit') return reading.agent.kind === 'crawler'
  if (reading.kind === 'closed-site') return isForRobotsTxt(reading) || isOfCrawler(reading)
  return reading.kind === 'no-policies' && isLikelyCrawler(userAgentOf(reading))
}

/** What becomes of a request that cannot be judged (docs/architecture.md, when things fail). */
function closedToCrawlers(reading: Reading): Plan {
  return closesOnFault(reading) && isLikelyCrawler(userAgentOf(reading)) ? unavailable() : untouched(reading)
}

/** A site whose program is damaged or missing is closed to crawlers until it is there; readers notice nothing. */
function planForClosedSite(reading: OfClosedSite): Plan {
  const isClosed = reading.refuses && (isForRobotsTxt(reading) || isOfCrawler(reading))
  return isClosed ? unavailable() : untouched(reading)
}

function isOfCrawler(reading: OfClosedSite): boolean {
  const userAgent = userAgentOf(reading)
  return isLikelyCrawler(userAgent) || reading.bundle.knowsCrawler(userAgent)
}

function isForRobotsTxt({ url }: Reading): boolean {
  return new URL(url).pathname === '/robots.txt'
}

function userAgentOf({ request }: Reading): string {
  return request.headers.get('user-agent') ?? ''
}
