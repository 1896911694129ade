/**
 * A crawler's visit → refused, put off, or passed on with a second look at the page that comes back (E4).
 */
import { pageTerms } from '../enforce/page-terms.ts'
import type { Ruling } from '../engine/ruling.ts'
import { readMeta } from '../grammar/meta.ts'
import { prefersJson } from './answers/accept.ts'
import { withDecision } from './answers/decision-header.ts'
import type { DecisionTexts } from './answers/decision-texts.ts'
import { defer } from './answers/defer.ts'
import { refuse } from './answers/refuse.ts'
import { unreadable } from './answers/unavailable.ts'
import { asksForRecrawl, decideVisit } from './decide-visit.ts'
import { applyNotice, passOn } from './html/apply-notice.ts'
import type { Notice } from './html/notice.ts'
import { type OriginPage, readOriginPage } from './html/origin-page.ts'
import type { Identity } from './identity/identify.ts'
import { logDecision, logWarning } from './log.ts'
import { keepPace } from './pace.ts'
import { askOrigin, type Fetch, type Plan } from './plan.ts'
import { alteredRequest } from './request/altered-request.ts'
import { isRead } from './request/methods.ts'
import type { Visit } from './request/read-request.ts'
import { wholeRequest } from './request/whole-request.ts'
import { decodableHeaders, originHeaders, uncodedHeaders, unconditionalHeaders, withHeaders } from './validators.ts'
import { whenReady } from './when-ready.ts'

/** Whether this crawler may have this page now, and in which words the edge says so. */
interface PageDecision {
  readonly ruling: Ruling
  /** What a deferral waits for. */
  readonly until: 'hours' | 'rate'
  readonly texts: DecisionTexts
}

/** Plans the visit of a crawler. */
export function planCrawl(visit: Visit, identity: Identity): Plan | Promise<Plan> {
  return visit.isPreflight ? planPreflight(visit) : new CrawlerVisit(visit, identity).plan()
}

/** P7: a CORS preflight asks for no page. Some origins answer it with one. */
function planPreflight(visit: Visit): Plan {
  const finish = async (response: Response) => {
    await response.body?.cancel()
    return withoutBody(response)
  }
  return { reading: visit, request: visit.request, isCrawler: true, finish }
}

/** One request of one crawler. */
class CrawlerVisit {
  readonly #visit: Visit
  readonly #identity: Identity

  constructor(visit: Visit, identity: Identity) {
    this.#visit = visit
    this.#identity = identity
  }

  /** Decides: an answer, or the page to fetch. */
  plan(): Plan | Promise<Plan> {
    return whenReady(this.#decide(), (decision) => {
      if (decision.ruling.outcome !== 'permitted') this.#log(decision)
      const answer = this.#answer(decision)
      return answer === null ? this.#fetch(decision) : this.#signed(answer, decision)
    })
  }

  #decide(): PageDecision | Promise<PageDecision> {
    const ruling = decideVisit(this.#visit, this.#identity)
    const { fault, assurance } = this.#identity
    if (assurance === 'failed' && this.#visit.site.config.identify.failed === 'refuse') {
      return this.#decided(ruling.refusedUnproven(), fault)
    }
    return whenReady(keepPace(ruling, this.#visit), (paced) =>
      this.#decided(paced, null, paced === ruling ? 'hours' : 'rate'),
    )
  }

  #decided(ruling: Ruling, reason: string | null, until: PageDecision['until'] = 'hours'): PageDecision {
    const { site, exchange } = this.#visit
    exchange.app?.onDecision?.(ruling)
    return { ruling, until, texts: site.decisionTexts.textsFor(ruling, reason, this.#visit, this.#identity) }
  }

  /** The answer to a decision; null where the crawler may have the page, or the policy only observes. */
  #answer({ ruling, until, texts }: PageDecision): Response | null {
    const { home, method, mode, request, exchange } = this.#visit
    if (ruling.outcome === 'permitted' || mode === 'observe') return null
    if (ruling.outcome === 'deferred') return defer(request, ruling, until, home)
    const refusal = texts.refusal(prefersJson(request.headers.get('accept')))
    return exchange.refuse?.(method, refusal) ?? refuse(method, refusal)
  }

  #fetch(decision: PageDecision): Fetch {
    const { site, method, spellings } = this.#visit
    const takesNotice = isRead(method)
    const notice = takesNotice ? site.notices.find(pageTerms(site.engine, spellings), true) : null
    const request =
      method === 'HEAD'
        ? getRequest(this.#originRequest(notice))
        : takesNotice
          ? this.#originRequest(notice)
          : this.#sent()
    const finished = (response: Response) => this.#finish(response, request, decision, notice)
    const finish = method === 'HEAD' ? async (response: Response) => ofHead(await finished(response)) : finished
    return { reading: this.#visit, request, isCrawler: true, finish }
  }

  /** The request for the origin: whole where the policy asks for a new crawl (T1), else about the origin's own copy. */
  #originRequest(notice: Notice | null): Request {
    const { request } = this.#visit
    const { headers } = request
    if (asksForRecrawl(this.#visit, this.#identity)) return withHeaders(request, unconditionalHeaders(headers))
    return withHeaders(request, notice === null ? decodableHeaders(headers) : originHeaders(headers, notice.mark))
  }

  /** A request that may change something keeps its conditions; parts are defined for GET alone (RFC 9110 14.2). */
  #sent(): Request {
    const { request } = this.#visit
    return wholeRequest(withHeaders(request, decodableHeaders(request.headers)))
  }

  async #finish(response: Response, sent: Request, decision: PageDecision, notice: Notice | null): Promise<Response> {
    const { request, exchange, mode } = this.#visit
    const origin = await this.#read(response, sent, decision)
    const last = this.#decideByPage(origin, decision)
    if (last.ruling.outcome === 'permitted' || last !== decision) this.#log(last)
    const answer = last === decision ? this.#unread(origin) : this.#answer(last)
    if (answer !== null) {
      await (origin.page ?? origin.response.body)?.cancel('the page is withheld from this crawler')
      return this.#signed(answer, last)
    }
    const { log } = exchange.platform
    // A policy that only observes delays and refuses no crawler.
    const asItComes = mode === 'observe'
    const passed = notice === null ? passOn(origin) : await applyNotice(origin, { request, notice, asItComes, log })
    return this.#signed(passed, last)
  }

  /** E4: what the page says of itself. Only what is safe is asked for again. */
  #read(response: Response, sent: Request, { ruling }: PageDecision): OriginPage | Promise<OriginPage> {
    const { exchange } = this.#visit
    const { bodies } = exchange
    if (ruling.outcome !== 'permitted') return { response, bodies, page: null, tags: [], fault: null }
    const canAskAgain = exchange.app === null && isRead(sent.method)
    const plain = () => askOrigin(this.#visit, withHeaders(sent, uncodedHeaders(sent.headers)))
    return readOriginPage(response, bodies, canAskAgain ? plain : null)
  }

  /** E4: the page's own META can withhold it, never open it. */
  #decideByPage({ tags }: OriginPage, decision: PageDecision): PageDecision {
    const { fields } = readMeta(tags)
    if (fields.length === 0) return decision
    const ruling = decideVisit(this.#visit, this.#identity, fields)
    return ruling.outcome === 'prohibited' ? this.#decided(ruling, null) : decision
  }

  /** E4: the answer where the page's own META cannot be read; null where the page is served all the same. */
  #unread({ fault, response }: OriginPage): Response | null {
    if (fault === null) return null
    const { target, exchange, site, bundle, mode } = this.#visit
    const { version } = bundle
    logWarning(exchange.platform.log, 'meta-unread', { site: site.name, version, target, fault })
    if (mode === 'observe' || site.config.embed.unread === 'serve') return null
    return response.status < 300 ? unreadable() : withoutBody(response)
  }

  /** The decision in headers, where the site asks for it. */
  #signed(response: Response, { ruling }: PageDecision): Response {
    const { site, now } = this.#visit
    return site.config.decisionHeader ? withDecision(response, ruling, Date.now() - now) : response
  }

  #log({ ruling, texts }: PageDecision): void {
    logDecision(texts.logPrefix, this.#visit)
    this.#visit.exchange.decisions?.count(ruling, this.#visit)
  }
}

/** P7: a crawler's HEAD as a GET, so that the page's own META counts (E4). Parts are defined for GET alone. */
function getRequest(request: Request): Request {
  return alteredRequest(wholeRequest(request), { method: 'GET' })
}

/** The answer to a HEAD: its headers are those of the page. */
async function ofHead(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

/** An answer less its body, and what frames that. */
function withoutBody(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(null, { status: response.status, statusText: response.statusText, headers })
}
