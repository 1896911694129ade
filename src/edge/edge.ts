/**
 * The edge: read the request, decide, apply. One per isolate: it holds the policies in force and what was learnt of
 * crawlers' keys.
 *
 *   read     read-request.ts   whose page, who asks, and what goes before every rule
 *            identity/         how far the crawler's name is proven
 *   decide   decide-crawl.ts   may it have this page, now
 *   apply    answers/, html/   refuse it, put it off, or put on the page what the policy says of it
 *
 * Readers are never refused or delayed. Should our own code fail, they get the origin's answer untouched. Nothing waits
 * for what is there already: most requests are decided before the first promise.
 */
import type { Bundle } from '../bundle/program.ts'
import { engineOf } from '../engine/decide.ts'
import { requestUrl } from '../grammar/resolved-url.ts'
import { serveFile } from './answers/robots-route.ts'
import { malformed, misdirected, unavailable } from './answers/unavailable.ts'
import { withPipeableBody } from './app-body.ts'
import { BundleSource } from './bundle-source.ts'
import type { EdgeEnv } from './env.ts'
import { dress } from './html/dress.ts'
import { noticeFor } from './html/notice.ts'
import { Identifier } from './identity/identify.ts'
import { guarded, logExempt } from './log.ts'
import { isLikelyCrawler } from './request/likely-crawler.ts'
import { type Asked, type Reading, readRequest, type Visit } from './request/read-request.ts'
import { wholeRequest } from './request/whole-request.ts'
import { CrawlerVisit } from './serve-crawler.ts'
import type { AskAgain, Forward, Step } from './step.ts'
import { originHeaders, withHeaders, withOwnTags } from './validators.ts'
import { whenReady } from './when-ready.ts'

/** What an edge is made of. */
export interface EdgeOptions {
  /** The compiled policies: what `acap build` writes. */
  readonly bundle: ArrayBuffer | Uint8Array
  /** Proves names; for tests, and for people who keep key directories of their own. */
  readonly identifier?: Identifier
}

/** What a request comes with. */
export interface Surroundings {
  readonly env: EdgeEnv
  /** Whether the origin is the rest of an app: it can be asked once for each request. */
  readonly inApp?: boolean
  /** Keeps work going after the answer. */
  keepAlive(work: Promise<unknown>): void
}

/** Asks the origin; `siteOrigin` is the one that the site's policy names, null where it names none. */
export type AskOrigin = (request: Request, siteOrigin: string | null) => Promise<Response>

/** Hears which origin the site's policy names, as soon as that is known. */
type TellOrigin = (origin: string | null) => void

/** How long a crawler waits for news of the policy. */
const PATIENCE_MS = 1000

/** Serves requests under the policies in force. */
export class Edge {
  readonly #policies: BundleSource
  readonly #identifier: Identifier

  constructor({ bundle, identifier = new Identifier() }: EdgeOptions) {
    this.#policies = new BundleSource(bundle)
    this.#identifier = identifier
  }

  /** Answers one request. */
  answer(received: Request, around: Surroundings, ask: AskOrigin): Response | Promise<Response> {
    // The runtime gives URLs as they were sent, and resolves them when the origin is asked.
    const sent = received.url
    const url = requestUrl(sent)
    if (url === null) return malformed()
    const request = url === sent ? received : new Request(url, received)
    let siteOrigin: string | null = null
    const step = guarded(
      'request',
      () =>
        this.#serve({ request, url, now: Date.now() }, around, (origin) => {
          siteOrigin = origin
        }),
      () => (isLikelyCrawler(userAgentOf(request)) ? unavailable() : null),
    )
    return whenReady(step, (step) => {
      if (step instanceof Response) return step
      const asked = (request: Request) => ask(withOwnTags(request), siteOrigin)
      return step === null ? asked(request) : forward(step, around, asked)
    })
  }

  #serve(asked: Asked, around: Surroundings, tellOrigin: TellOrigin): Step | Promise<Step> {
    const news = this.#policies.refresh(around.env.POLICIES, asked.now)
    if (news === null) return this.#serveBy(asked, around, tellOrigin)
    around.keepAlive(news)
    // A rule that has just become stricter must not be missed by who it is for; readers never wait.
    const patience = this.#isForCrawler(asked) ? Promise.race([news, after(PATIENCE_MS)]) : undefined
    return whenReady(patience, () => this.#serveBy(asked, around, tellOrigin))
  }

  /** Under the policies in force now. */
  #serveBy(asked: Asked, around: Surroundings, tellOrigin: TellOrigin): Step | Promise<Step> {
    const { current } = this.#policies
    if (!current.ok) return withoutPolicies(asked.request)
    const reading = readRequest(asked, current.bundle)
    tellOrigin('site' in reading ? (reading.site?.config.origin ?? null) : null)
    return this.#serveReading(reading, asked.request, current.bundle, around.env)
  }

  #isForCrawler(asked: Asked): boolean {
    const { current } = this.#policies
    if (!current.ok) return isLikelyCrawler(userAgentOf(asked.request))
    const reading = readRequest(asked, current.bundle)
    return reading.kind === 'visit' && reading.agent.kind === 'crawler'
  }

  #serveReading(reading: Reading, request: Request, bundle: Bundle, env: EdgeEnv): Step | Promise<Step> {
    switch (reading.kind) {
      case 'misdirected':
        return misdirected()
      case 'pass':
        return null
      case 'exempt':
        logExempt(reading, request)
        return null
      case 'file':
        logExempt(reading, request)
        return serveFile(request, reading.file.text, reading.hash)
      case 'visit':
        return this.#serveVisit(reading, request, bundle, env)
    }
  }

  #serveVisit(visit: Visit, request: Request, bundle: Bundle, env: EdgeEnv): Step | Promise<Step> {
    if (visit.agent.kind === 'reader' && !visit.isSigned) return serveReader(visit, request)
    return whenReady(this.#identifier.identify(visit, request, bundle), (identity) =>
      identity.isCrawler
        ? guarded('crawler', () => new CrawlerVisit(visit, identity, request, env).serve(), unavailable)
        : serveReader(visit, request),
    )
  }
}

/** Asks the origin, and makes of its answer what was decided. */
async function forward(step: Forward, { inApp = false }: Surroundings, ask: AskAgain): Promise<Response> {
  // A part that is a page's cannot be judged (E4): where the whole cannot be asked for later, it is at once.
  const request = step.isCrawler && inApp ? wholeRequest(step.request) : step.request
  const response = inApp ? withPipeableBody(await ask(request)) : await ask(request)
  const answer = await guarded<Response | null>(
    'answer',
    () => step.after(response, ask),
    () => (step.isCrawler ? unavailable() : null),
  )
  return answer ?? (isBegun(response) && isSafe(request) ? ask(request) : response)
}

/** Whether a body can no longer be sent as it came. */
function isBegun({ bodyUsed, body }: Response): boolean {
  return bodyUsed || body?.locked === true
}

/** Whether asking twice is as good as asking once. */
function isSafe({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Readers get the page with what it tells everybody; the origin's own answer where it tells nothing. */
function serveReader({ site, method, target, route }: Visit, request: Request): Step {
  if (method !== 'GET' && method !== 'HEAD') return null
  const notice = noticeFor(site, engineOf(site).telling.about(target), route, false)
  if (notice === null) return null
  return {
    request: withHeaders(request, originHeaders(request.headers, notice.mark)),
    isCrawler: false,
    after: (response) => dress(response, request, notice, null),
  }
}

/** A bundle that cannot be read (docs/architecture.md, when things fail). */
function withoutPolicies(request: Request): Step {
  const isRobots = new URL(request.url).pathname === '/robots.txt'
  return isRobots || isLikelyCrawler(userAgentOf(request)) ? unavailable() : null
}

function userAgentOf(request: Request): string {
  return request.headers.get('user-agent') ?? ''
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
