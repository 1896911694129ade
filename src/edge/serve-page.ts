/**
 * Serves a page under the policy: readers get it with its terms; crawlers are refused, deferred,
 * charged, or get it after a look at its own META tags (E4).
 */
import { type Enforcement, type KnownFacts, ruleOn } from '../decide/judge.ts'
import { termsOfSpellings } from '../decide/spelled-terms.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import { metaFields } from '../words/meta.ts'
import { type PageDecision, pageDecision, refusalFor } from './answers/decision-texts.ts'
import { unreadablePage } from './answers/own-answers.ts'
import { isUnavailable } from './failures.ts'
import { applyNotice, passOn } from './html/apply-notice.ts'
import { cancelBody } from './html/byte-source.ts'
import type { Notice } from './html/notice.ts'
import { type OriginPage, readOriginPage } from './html/origin-meta.ts'
import { hasPageStatus, isPartOfTagged, mayCarryTags } from './html/page-kind.ts'
import { keepPace } from './pace.ts'
import { charged, demandOf, forbidden, isSold, priceOf } from './price.ts'
import {
  alteredRequest,
  askForPage,
  askOwnOrigin,
  decodableHeaders,
  isRead,
  originHeaders,
  uncodedHeaders,
  unconditionalHeaders,
  untouched,
  wholeRequest,
  withHeaders,
} from './request/origin-request.ts'
import { type Identity, noteFault, type Visit } from './request/read-request.ts'
import { ticks } from './ticks.ts'

export async function serveReader(visit: Visit): Promise<Response> {
  const { site, method, request, exchange } = visit
  const notice = noticeFor(visit, false)
  if (notice === null) return untouched(visit)
  const { bodies, app, platform } = exchange
  const conditional = withHeaders(request, originHeaders(request.headers, notice.mark))
  const isWhole = notice.rewrites && app?.seemsForPage?.(request, visit.target) === true
  const sent = isWhole ? wholeRequest(conditional) : conditional
  let response = await askForPage(visit, sent, false)
  if (response.status !== 200 && notice.rewrites && isPartOfTagged(response)) {
    // An app can be called once. What seemed to be a page was requested whole, so other parts keep
    // the app's validators.
    if (app !== null && response.status === 206) return response
    if (app === null && method === 'GET') response = await wholePage(response, visit, sent)
  }
  const delivery = { request, notice, until: site.until, log: platform.log, brokenOff: null }
  return applyNotice({ response, page: null, bodies }, delivery)
}

/**
 * The response to a request for a part: the whole page if it may get tags, because its parts are
 * not the origin's (RFC 9110 14.2 allows that). Other types keep their parts.
 */
async function wholePage(response: Response, visit: Visit, sent: Request): Promise<Response> {
  const whole = wholeRequest(sent)
  if (whole === sent) return response
  const page = await askOwnOrigin(visit, whole)
  // If no such part exists, that stays the response for types that keep their parts.
  const takesWhole = response.status === 206 || mayCarryTags(page)
  await cancelBody((takesWhole ? response : page).body)
  return takesWhole ? page : response
}

/** The notice for a page, for crawlers or readers; null if there is nothing to add. */
export function noticeFor({ site, method, spellings }: Visit, forCrawler: boolean): Notice | null {
  if (!isRead(method)) return null
  return site.notices.find(termsOfSpellings(site.terms, spellings), forCrawler)
}

export async function serveCrawler(visit: Visit, identity: Identity): Promise<Response> {
  // A CORS preflight requests no page, but some origins answer with one (P7).
  if (visit.isPreflight) {
    const response = await askForPage(visit, visit.request, true)
    await cancelBody(response.body)
    return withoutBody(response)
  }
  const { ruling, isUnproven } = judgeCrawl(visit, identity)
  const isOpen = !isUnproven && ruling.outcome === 'permitted'
  const price = isOpen ? priceOf(visit, identity) : null
  const demand = price === null ? null : demandOf(visit, price)
  if (demand !== null)
    return withDecisionHeader(visit, demand, pageDecision(visit, identity, ruling))
  let final = ruling
  if (isUnproven) final = ruling.refusedUnproven()
  else if (isOpen) final = await keepPace(ruling, visit)
  const reason = isUnproven ? identity.fault : null
  const isOverRate = isOpen && final !== ruling
  const decision = pageDecision(visit, identity, final, reason, isOverRate)
  const answer = answerTo(visit, decision)
  return answer === null
    ? servePage(visit, identity, decision)
    : withDecisionHeader(visit, answer, decision)
}

/** Decides whether the crawler may fetch the page; `meta` are the fields of the origin's page. */
export function judgeCrawl(
  visit: Visit,
  identity: Identity,
  meta?: readonly EmbeddedField[],
): Enforcement {
  const facts = factsOf(visit, identity)
  return ruleOn(visit.site.engine, meta === undefined ? facts : { ...facts, meta }, visit)
}

function factsOf(
  { now, target, url }: Visit,
  { agent, userAgent, assurance, unlisted }: Identity,
): KnownFacts {
  return { agent, userAgent, assurance, unlisted, target, uri: url, now }
}

function answerTo(visit: Visit, decision: PageDecision): Response | null {
  const { method, mode, request, exchange, notes } = visit
  if (decision.ruling.outcome === 'permitted' || mode === 'observe') return null
  const refusal = refusalFor(decision, request.headers.get('accept'))
  notes.bytes = refusal.bytes
  if (isSold(visit) && refusal.init.status === 403) return forbidden(method, refusal)
  return (
    exchange.refuse?.(method, refusal) ??
    new Response(method === 'HEAD' ? null : refusal.body, refusal.init)
  )
}

/** Fetches a page that the crawler may have, and serves it. */
async function servePage(
  visit: Visit,
  identity: Identity,
  decision: PageDecision,
): Promise<Response> {
  const { site, method, request, mode, exchange } = visit
  const takesNotice = isRead(method)
  const notice = noticeFor(visit, true)
  // A request that may change something keeps its conditions; parts exist for GET only (RFC 9110
  // 14.2).
  const requestForOrigin = takesNotice
    ? originRequest(visit, identity, notice)
    : wholeRequest(withHeaders(request, decodableHeaders(request.headers)))
  // A crawler's HEAD becomes a GET, so that the page's own META counts (P7, E4).
  const asked =
    method === 'HEAD'
      ? alteredRequest(wholeRequest(requestForOrigin), { method: 'GET' })
      : requestForOrigin
  const response = await askForPage(visit, asked, true)
  const originPage = await readPage(visit, decision, asked, response)
  const last = decideByPage(visit, identity, decision, originPage)
  // The same object: the page's own META changes nothing.
  let answer = last === decision ? answerToUnread(visit, originPage) : answerTo(visit, last)
  if (answer === null) {
    // A policy that only observes neither delays nor refuses crawlers.
    const breaksOff = isUnavailable('broken page', visit, true, mode !== 'observe')
    const delivery = {
      request,
      until: site.until,
      log: exchange.platform.log,
      brokenOff: breaksOff ? () => unreadablePage(visit) : null,
    }
    answer =
      notice === null ? passOn(originPage) : await applyNotice(originPage, { ...delivery, notice })
  } else if (hasPageStatus(response)) {
    await cancelBody(originPage.page ?? originPage.response.body)
  }
  const served = withDecisionHeader(visit, charged(answer, visit), last)
  if (method !== 'HEAD') return served
  // The headers are the page's.
  await cancelBody(served.body)
  return new Response(null, served)
}

/**
 * The request for the origin: unconditional if the policy asks for a new crawl (T1), else
 * conditional on the origin's copy.
 */
function originRequest(visit: Visit, identity: Identity, notice: Notice | null): Request {
  const { request, site } = visit
  const { headers } = request
  if (site.engine.asksForRecrawl(factsOf(visit, identity)))
    return withHeaders(request, unconditionalHeaders(headers))
  return withHeaders(
    request,
    notice === null ? decodableHeaders(headers) : originHeaders(headers, notice.mark),
  )
}

/** Reads the page's own META (E4). Only safe methods are repeated. */
function readPage(
  visit: Visit,
  { ruling }: PageDecision,
  asked: Request,
  response: Response,
): OriginPage | Promise<OriginPage> {
  const { bodies, app } = visit.exchange
  if (ruling.outcome !== 'permitted') return { response, bodies, page: null, tags: [], fault: null }
  const canAskAgain = app === null && isRead(asked.method)
  const plain = () => askOwnOrigin(visit, withHeaders(asked, uncodedHeaders(asked.headers)))
  return readOriginPage(response, bodies, canAskAgain ? plain : null)
}

/** The page's own META can prohibit, never permit (E4). */
function decideByPage(
  visit: Visit,
  identity: Identity,
  decision: PageDecision,
  { tags }: OriginPage,
): PageDecision {
  const fields = metaFields(tags)
  if (fields.length === 0) return decision
  const { ruling } = judgeCrawl(visit, identity, fields)
  return ruling.outcome === 'prohibited' ? pageDecision(visit, identity, ruling) : decision
}

/** The response if the page's META cannot be read (E4); null if the page is served anyway. */
function answerToUnread(visit: Visit, { fault, response }: OriginPage): Response | null {
  if (fault === null) return null
  noteFault(visit, 'meta-unread', { target: visit.target, fault })
  const refuses = visit.mode === 'enforce' && visit.site.config.embed.unread !== 'serve'
  if (!isUnavailable('meta', visit, true, refuses)) return null
  return response.status < 300 ? unreadablePage(visit) : withoutBody(response)
}

/** Adds `ACAP-Decision` (RFC 9651) and `Server-Timing`, for debugging a policy. */
function withDecisionHeader(
  { site, ticks: begun }: Visit,
  response: Response,
  { ruling }: PageDecision,
): Response {
  if (!site.config.decisionHeader) return response
  const { name, assurance } = ruling.crawler
  const [field] = ruling.fields
  const line = field?.servedLine ?? field?.line
  const parameters = [
    `basis=${ruling.basis}`,
    `assurance=${assurance}`,
    ...(name === null ? [] : [`crawler="${name.replace(/[^ !#-[\]-~]/g, '')}"`]),
    ...(line === undefined ? [] : [`line=${line}`]),
  ]
  const marked = new Response(response.body, response)
  marked.headers.set('acap-decision', `${ruling.outcome};${parameters.join(';')}`)
  marked.headers.append('server-timing', `acap;dur=${Math.round(ticks() - begun)}`)
  return marked
}

function withoutBody(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(null, { status: response.status, headers })
}
