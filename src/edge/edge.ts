/**
 * The edge: answers requests. One per process or isolate: it has the policies in force and the
 * known keys.
 *
 *   read      request/        whose page it is, who asks, and what holds before every rule
 *   identify  identity/       how far the crawler's name is proven
 *   crawler   serve-page.ts   what the policy says: a refusal (answers/)
 *   fetch     request/        the origin's page
 *   answer    html/           the page with its terms
 *
 * Readers are never refused or delayed. What becomes of a request whose stage fails is in
 * failures.ts.
 */
import type { ServedFile } from '../program/program.ts'
import { mediaType } from '../words/document-paths.ts'
import { requestUrl } from '../words/resolved-url.ts'
import { Patience } from './after.ts'
import { withHelp } from './answers/help.ts'
import {
  linkToPolicy,
  plainAnswer,
  serveFile,
  textHash,
  unavailable,
} from './answers/own-answers.ts'
import { isCrawlers, isUnavailable, seemsCrawlers } from './failures.ts'
import { byAddress, Identifier } from './identity/identify.ts'
import { KeyDirectories } from './identity/key-directory.ts'
import { faultOf, logFault } from './log.ts'
import type { Exchange, Platform } from './platform.ts'
import { Policies } from './policies.ts'
import { askOwnOrigin, isRead, untouched } from './request/origin-request.ts'
import {
  type Reading,
  type Received,
  readRequest,
  received,
  type Unplaced,
  type Visit,
} from './request/read-request.ts'
import { logRequest, logTrial } from './request-log.ts'
import { serveCrawler, serveReader } from './serve-page.ts'
import { ticks } from './ticks.ts'

/** The options of an edge. */
export interface EdgeOptions {
  /** The compiled policies, as `acap build` writes them. */
  readonly bundle: ArrayBuffer | Uint8Array
}

/** How long a crawler's request waits for a newer bundle. */
const PATIENCE_MS = 1000

/** Serves requests under the current policies. */
export class Edge {
  readonly policies: Policies
  readonly #identifier: Identifier

  /**
   * Without a bundle, it waits for `policies.adopt`. `identifier` verifies names; by default with
   * keys that the platform fetches.
   */
  constructor(
    platform: Platform,
    { bundle }: { readonly bundle: EdgeOptions['bundle'] | null },
    identifier?: Identifier,
  ) {
    this.policies = new Policies(bundle, platform.log)
    this.#identifier =
      identifier ?? new Identifier(new KeyDirectories(platform.fetchKeys, platform.log))
  }

  async answer(exchange: Exchange, now = Date.now()): Promise<Response> {
    const { request } = exchange
    // The runtime gives the URL as sent, but resolves it for the origin. Each access copies it.
    const sentUrl = request.url
    const url = requestUrl(sentUrl)
    if (url === null) return plainAnswer(400)
    const incoming = received(
      exchange,
      url === sentUrl ? request : new Request(url, request),
      url,
      {
        now,
        ticks: ticks(),
      },
    )
    let reading: Reading | null = null
    let answer: Response | null = null
    try {
      // Newer and trial versions come from a store only.
      const hasStore = exchange.bundles !== null
      if (hasStore) this.policies.refresh(incoming)
      reading = readRequest(incoming, this.policies.versionFor(incoming))
      if (hasStore) {
        // A rule that became stricter must apply to crawlers at once; readers do not wait.
        if (this.policies.comingTo(incoming) !== null && waits(reading))
          reading = await this.#readInTime(incoming)
        if (this.policies.shadow !== null) logTrial(reading, this.policies.shadow)
      }
      answer = await this.#serve(reading)
    } catch (fault) {
      reading ??= readRequest(incoming, null)
      answer = await answerAfter(fault, reading)
    } finally {
      if (reading !== null) logRequest(reading, answer)
    }
    return answer
  }

  async #readInTime(received: Received): Promise<Reading> {
    const patience = new Patience(Math.min(PATIENCE_MS, received.exchange.patience ?? PATIENCE_MS))
    let reading: Reading
    let coming = this.policies.comingTo(received)
    do {
      const isOver = (await Promise.race([coming, patience.over])) === 'over'
      // A new release may name a site that must be fetched.
      reading = readRequest(received, this.policies.versionFor(received))
      coming = isOver ? null : this.policies.comingTo(received)
    } while (coming !== null)
    patience.end()
    return reading
  }

  async #serve(reading: Reading): Promise<Response> {
    const { notes } = reading
    notes.stage = 'identify'
    if (reading.site === null) return serveUnplaced(reading)
    const { kind, agent, mode, file } = reading
    switch (kind) {
      case 'off':
      case 'exempt':
        return untouched(reading)
      case 'file':
        return serveOwnFile(reading, file!)
      case 'too-long':
        // The target is too long to decide on (P8): readers get the page.
        return agent.kind === 'crawler' && mode === 'enforce'
          ? plainAnswer(414)
          : untouched(reading)
    }
    if (agent.kind === 'reader' && !reading.isSigned) return serveReader(reading)
    const identity = reading.isSigned
      ? await this.#identifier.bySignature(reading)
      : byAddress(reading, null)
    notes.identity = identity
    if (!identity.isCrawler) return serveReader(reading)
    notes.stage = 'crawler'
    return serveCrawler(reading, identity)
  }
}

/**
 * A file of the policy. It links the whole policy if that is elsewhere (R4); `?help` adds an
 * explanation for operators.
 */
async function serveOwnFile(reading: Visit, file: ServedFile): Promise<Response> {
  const { agent, request, notes, method, target, site, now } = reading
  const help = withHelp(target, file.text, site.common.help)
  const text = help ?? file.text
  if (agent.kind === 'crawler' || agent.declared !== null) {
    if (file.path === 'robots.txt') notes.robotsHash = await textHash(file)
    if (isRead(method)) notes.bytes = text.length
  }
  const version = help === null ? site.hash : `help-${site.hash}`
  const type = mediaType(file.path, site.config)
  const answer = serveFile(request, text, type, version, site.until - now)
  const link = linkToPolicy(site.config)
  if (link !== null) answer.headers.set('link', link)
  return answer
}

function serveUnplaced(reading: Unplaced): Response | Promise<Response> {
  const { kind, host, exchange, bundle } = reading
  if (kind === 'refused-host') return plainAnswer(421)
  const isCrawler = isForRobotsTxt(reading) || isCrawlers(reading)
  if (kind === 'unknown-host') exchange.onUnknownHost?.(host)
  else if (isUnavailable(bundle === null ? 'policies' : 'site', reading, isCrawler))
    return unavailable()
  return untouched(reading)
}

function waits(reading: Reading): boolean {
  if (reading.kind === 'closed-site' && isForRobotsTxt(reading)) return true
  return ['rules', 'no-policies', 'closed-site'].includes(reading.kind) && isCrawlers(reading)
}

function isForRobotsTxt({ target }: Reading): boolean {
  return /^\/robots\.txt(?:$|\?)/.test(target)
}

/** The response after an error in our code. Errors of the origin are left to the platform. */
function answerAfter(fault: unknown, reading: Reading): Response | Promise<Response> {
  const { notes, exchange } = reading
  const { stage, asked, response } = notes
  notes.fault =
    stage === 'fetch' ? faultOf(fault, stage) : logFault(exchange.platform.log, stage, fault)
  if (stage === 'fetch') throw fault
  const isCrawler = notes.identity?.isCrawler === true || seemsCrawlers(reading)
  if (isUnavailable('code', reading, isCrawler)) return unavailable()
  const request = asked ?? reading.request
  // A body that is partly sent cannot be sent again.
  const isBegun = response !== null && (response.bodyUsed || response.body?.locked === true)
  return response === null || (isBegun && isRead(request.method))
    ? askOwnOrigin(reading, request)
    : response
}
