/**
 * A crawler's visit → refused, put off, or passed on with a second look at the page that comes back (E4).
 */
import { engineOf } from '../engine/decide.ts'
import type { Ruling } from '../engine/ruling.ts'
import { readMeta } from '../grammar/meta.ts'
import { prefersJson } from './answers/accept.ts'
import { withDecision } from './answers/decision-header.ts'
import { defer } from './answers/defer.ts'
import { refuse } from './answers/refuse.ts'
import { type Words, wordsFor } from './answers/words.ts'
import { asksForRecrawl, decideCrawl, keepPace } from './decide-crawl.ts'
import type { EdgeEnv } from './env.ts'
import { dress, passOn } from './html/dress.ts'
import { hasLegiblePage, isPartOfPage } from './html/html.ts'
import { type Notice, noticeFor } from './html/notice.ts'
import { readHead } from './html/origin-meta.ts'
import { Page } from './html/page.ts'
import type { Identity } from './identity/identify.ts'
import { countDecision, logDecision, logWarning } from './log.ts'
import type { Visit } from './request/read-request.ts'
import { wholeRequest } from './request/whole-request.ts'
import type { AskAgain, Forward, Step } from './step.ts'
import { decodableHeaders, originHeaders, unconditionalHeaders, withHeaders } from './validators.ts'
import { whenReady } from './when-ready.ts'

/** What became of the question whether this crawler may have this page now. */
interface Judgement {
  readonly ruling: Ruling
  /** What a deferral waits for. */
  readonly until: 'hours' | 'rate'
  readonly words: Words
}

/** One request of one crawler. */
export class CrawlerVisit {
  readonly #visit: Visit
  readonly #identity: Identity
  readonly #request: Request
  readonly #env: EdgeEnv

  constructor(visit: Visit, identity: Identity, request: Request, env: EdgeEnv) {
    this.#visit = visit
    this.#identity = identity
    this.#request = request
    this.#env = env
  }

  /** Decides: an answer, or the request for the origin. */
  serve(): Step | Promise<Step> {
    return whenReady(this.#judge(), (judgement) => {
      if (judgement.ruling.outcome !== 'permitted') this.#log(judgement)
      const answer = this.#answer(judgement)
      return answer === null ? this.#forward(judgement) : this.#signed(answer, judgement)
    })
  }

  #judge(): Judgement | Promise<Judgement> {
    const ruling = decideCrawl(this.#visit, this.#identity)
    const { fault, assurance } = this.#identity
    if (assurance === 'failed' && this.#visit.site.config.identify.failed === 'refuse') {
      return this.#judgement(ruling.refusedUnproven(), fault)
    }
    return whenReady(keepPace(ruling, this.#visit, this.#env.PACE), (paced) =>
      this.#judgement(paced, null, paced === ruling ? 'hours' : 'rate'),
    )
  }

  #judgement(ruling: Ruling, reason: string | null, until: Judgement['until'] = 'hours'): Judgement {
    return { ruling, until, words: wordsFor(ruling, reason, this.#visit, this.#identity) }
  }

  /** The answer that a judgement is; null where the crawler may have the page, or the policy only observes. */
  #answer({ ruling, until, words }: Judgement): Response | null {
    const { home, method, mode } = this.#visit
    if (ruling.outcome === 'permitted' || mode === 'observe') return null
    const request = this.#request
    if (ruling.outcome === 'deferred') return defer(request, ruling, until, home)
    return refuse(method, words.refusal(prefersJson(request.headers.get('accept'))))
  }

  #forward(judgement: Judgement): Forward {
    const { site, method, target, route } = this.#visit
    const takesNotice = method === 'GET' || method === 'HEAD'
    const notice = takesNotice ? noticeFor(site, engineOf(site).telling.about(target), route, true) : null
    const request = takesNotice ? this.#asked(notice) : this.#sent()
    return {
      request,
      isCrawler: true,
      after: async (response, askAgain) =>
        this.#after(await this.#whole(response, request, askAgain), judgement, notice),
    }
  }

  /** The request for the origin: whole where the policy asks for a new crawl (T1), else about the origin's own copy. */
  #asked(notice: Notice | null): Request {
    const { headers } = this.#request
    if (asksForRecrawl(this.#visit, this.#identity)) return withHeaders(this.#request, unconditionalHeaders(headers))
    return withHeaders(this.#request, notice === null ? decodableHeaders(headers) : originHeaders(headers, notice.mark))
  }

  /** A request that may change something keeps its conditions; parts are defined for GET alone (RFC 9110 14.2). */
  #sent(): Request {
    return wholeRequest(withHeaders(this.#request, decodableHeaders(this.#request.headers)))
  }

  /** E4: by a part nobody can tell what the page says of itself, so all of it is asked for. */
  async #whole(response: Response, request: Request, askAgain: AskAgain): Promise<Response> {
    if (!isPartOfPage(response)) return response
    const whole = wholeRequest(request)
    if (whole === request) return response
    await response.body?.cancel()
    return askAgain(whole)
  }

  async #after(response: Response, judgement: Judgement, notice: Notice | null): Promise<Response> {
    const { method } = this.#visit
    const looksIn = method !== 'HEAD' && judgement.ruling.outcome === 'permitted' && hasLegiblePage(response)
    const page = looksIn ? new Page(response.body!, response.headers) : null
    const last = page === null ? judgement : await this.#judgeByPage(page, judgement)
    if (last.ruling.outcome === 'permitted' || last !== judgement) this.#log(last)
    const answer = last === judgement ? null : this.#answer(last)
    if (answer !== null) {
      await page?.cancel('the page withholds itself from this crawler')
      return this.#signed(answer, last)
    }
    const passed = notice === null ? passOn(response, page) : dress(response, this.#request, notice, page)
    return this.#signed(await passed, last)
  }

  /** E4: the page's own META can withhold it, never open it. */
  async #judgeByPage(page: Page, judgement: Judgement): Promise<Judgement> {
    const { tags, complete } = await readHead(page)
    if (!complete) logWarning('origin-head', { target: this.#visit.target, fault: 'its end was not reached' })
    const { fields } = readMeta(tags)
    if (fields.length === 0) return judgement
    const ruling = decideCrawl(this.#visit, this.#identity, fields)
    return ruling.outcome === 'prohibited' ? this.#judgement(ruling, null) : judgement
  }

  /** The decision in headers, where the site asks for it. */
  #signed(response: Response, { ruling }: Judgement): Response {
    const { site, now } = this.#visit
    return site.config.decisionHeader ? withDecision(response, ruling, Date.now() - now) : response
  }

  #log({ ruling, words }: Judgement): void {
    logDecision(words.line, this.#visit)
    const { DECISIONS } = this.#env
    if (DECISIONS !== undefined) countDecision(ruling, this.#visit, DECISIONS)
  }
}
