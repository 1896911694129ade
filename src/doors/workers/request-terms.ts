/**
 * Returns the terms of a request for a Worker with its own HTMLRewriter: handlers, headers and the
 * refusal. Headers carry all terms, because whether a page has a head is known only at its end.
 * Counts no rates, reads no META of the page, and serves no robots.txt.
 */
import { cached } from '../../base/cached.ts'
import { pageDecision, refusalFor } from '../../edge/answers/decision-texts.ts'
import type { Notice } from '../../edge/html/notice.ts'
import { mayCarryTags } from '../../edge/html/page-kind.ts'
import { byAddress, Identifier } from '../../edge/identity/identify.ts'
import { KeyDirectories } from '../../edge/identity/key-directory.ts'
import { Policies } from '../../edge/policies.ts'
import { readRequest, received, type Visit } from '../../edge/request/read-request.ts'
import { logRequest } from '../../edge/request-log.ts'
import { judgeCrawl, noticeFor } from '../../edge/serve-page.ts'
import { ticks } from '../../edge/ticks.ts'
import { requestUrl } from '../../words/resolved-url.ts'
import { AS_SENT, WORKERS, WorkersExchange } from './exchange.ts'

/** What is needed of an HTMLRewriter: the library's types compile without those of Workers. */
export interface ElementRewriter {
  on(selector: string, handlers: object): unknown
}

/** The terms of one request. */
export interface RequestTerms {
  /** The answer to a crawler that may not have the page; null where the request is not refused. */
  readonly refusal: Response | null
  /** To be appended to the answer's headers. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /**
   * Adds the handlers that put tags at the end of the head, and gives the same rewriter. For one
   * answer.
   */
  on<Rewriter extends ElementRewriter>(rewriter: Rewriter): Rewriter
}

const policiesOf = new WeakMap<object, Policies>()
const identifier = new Identifier(new KeyDirectories(WORKERS.fetchKeys, WORKERS.log))

/**
 * The terms of a request by the policies of a bundle, which is decoded once.
 *
 * @param bundle The bytes that `acap build --out` writes.
 * @param request The client's request.
 * @param response The origin's answer.
 * @example
 * const terms = await termsOf(bundle, request, response)
 * if (terms.refusal !== null) return terms.refusal
 */
export async function requestTerms(
  bundle: ArrayBuffer | Uint8Array,
  request: Request,
  response: Response,
): Promise<RequestTerms> {
  const policies = cached(policiesOf, bundle, () => new Policies(bundle, WORKERS.log))
  const url = requestUrl(request.url)
  if (url === null) return termsBy(null, null)
  const times = { now: Date.now(), ticks: ticks() }
  const asked = received(new BareExchange(request, {}), request, url, times)
  const visit = readRequest(asked, policies.current)
  if (visit.site === null || visit.kind !== 'rules' || visit.isPreflight) return termsBy(null, null)
  const identity = visit.isSigned ? await identifier.bySignature(visit) : byAddress(visit, null)
  visit.notes.identity = identity
  const isCrawler = visit.isSigned || visit.agent.kind === 'crawler' ? identity.isCrawler : false
  const refusal = isCrawler ? refusalOf(visit, identity) : null
  logRequest(visit, refusal ?? response)
  return termsBy(refusal, noticeFor(visit, isCrawler), mayCarryTags(response))
}

function refusalOf(visit: Visit, identity: ReturnType<typeof byAddress>): Response | null {
  const { ruling, isUnproven } = judgeCrawl(visit, identity)
  const final = isUnproven ? ruling.refusedUnproven() : ruling
  const decision = pageDecision(visit, identity, final, isUnproven ? identity.fault : null)
  if (final.outcome === 'permitted' || visit.mode === 'observe') return null
  const { body, init } = refusalFor(decision, visit.request.headers.get('accept'))
  return new Response(visit.method === 'HEAD' ? null : body, init)
}

function termsBy(refusal: Response | null, notice: Notice | null, isPage = false): RequestTerms {
  const tags = isPage && notice !== null ? notice.markup : ''
  return {
    refusal,
    headers: notice?.allHeaders ?? [],
    on(rewriter) {
      if (tags !== '') addHandlers(rewriter, tags)
      return rewriter
    },
  }
}

/** Tags at the end of the head push no declaration of a charset back. */
function addHandlers(rewriter: ElementRewriter, tags: string): void {
  let isPlaced = false
  const put = (behind: { before(text: string, how: { html: true }): unknown }) => {
    if (!isPlaced) behind.before(tags, { html: true })
    isPlaced = true
  }
  rewriter.on('html > head', { element: (head: Element) => head.onEndTag((end) => put(end)) })
  // A head whose end tag is left out is still open to the rewriter.
  rewriter.on('html > body, html > head > body', { element: put })
}

class BareExchange extends WorkersExchange {
  readonly app = null
  readonly bodies = AS_SENT

  askOrigin(): Promise<Response> {
    throw new Error('the Worker has asked the origin itself')
  }

  keepAlive(_work: Promise<unknown>): void {
    // Nothing goes on behind the answer.
  }
}
