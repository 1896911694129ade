/**
 * A crawler's visit → refused, put off, or passed on with a second look at the page that comes back (E4).
 */
import { type Enforcement, type KnownFacts, ruleOn } from '../enforce/judge.ts'
import { pageTerms } from '../enforce/page-terms.ts'
import type { Ruling } from '../engine/ruling.ts'
import { readMeta } from '../grammar/meta.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { DecisionTexts } from './answers/decision-texts.ts'
import { prefersJson, unreadable } from './answers/refuse.ts'
import { applyNotice, passOn } from './html/apply-notice.ts'
import { isPossible } from './html/html.ts'
import type { Notice } from './html/notice.ts'
import { type OriginPage, readOriginPage } from './html/origin-meta.ts'
import type { Identity } from './identity/identify.ts'
import { keepPace } from './pace.ts'
import { askOwnOrigin, type Fetch, givenAfter, type Plan } from './plan.ts'
import {
  alteredRequest,
  decodableHeaders,
  isRead,
  originHeaders,
  uncodedHeaders,
  unconditionalHeaders,
  wholeRequest,
  withHeaders,
} from './request/origin-request.ts'
import { noteFault, type Visit } from './request/read-request.ts'

/** Whether this crawler may have this page now, and in which words the edge says so. */
interface PageDecision {
  readonly ruling: Ruling
  /** What a deferral waits for. */
  readonly until: 'hours' | 'rate'
  readonly texts: DecisionTexts
}

/** Plans the visit of a crawler: an answer, or the page to fetch. */
export async function planCrawl(visit: Visit, identity: Identity): Promise<Plan> {
  // P7: a CORS preflight asks for no page. Some origins answer it with one.
  if (visit.isPreflight) return { reading: visit, request: visit.request, isCrawler: true, finish: cancelled }
  const { ruling, isUnproven } = judgeCrawl(visit, identity)
  let paced = ruling
  if (isUnproven) paced = ruling.refusedUnproven()
  else if (ruling.outcome === 'permitted') paced = await keepPace(ruling, visit)
  const reason = isUnproven ? identity.fault : null
  const decision = decided(visit, identity, paced, reason, paced === ruling ? 'hours' : 'rate')
  const answer = answerTo(visit, decision)
  return answer === null ? toFetch(visit, identity, decision) : signed(visit, answer, decision)
}

/** Judges whether the crawler may fetch the page; `meta` are the fields that the origin's page carries. */
export function judgeCrawl(visit: Visit, identity: Identity, meta?: readonly EmbeddedField[]): Enforcement {
  const facts = factsOf(visit, identity)
  return ruleOn(visit.site.engine, meta === undefined ? facts : { ...facts, meta }, visit)
}

function factsOf({ now, target, url }: Visit, { agent, userAgent, assurance }: Identity): KnownFacts {
  return { agent, userAgent, assurance, target, uri: url, now }
}

function decided(
  visit: Visit,
  identity: Identity,
  ruling: Ruling,
  reason: string | null,
  until: PageDecision['until'],
): PageDecision {
  visit.exchange.app?.onDecision?.(ruling)
  const texts = visit.site.decisionTexts.textsFor(ruling, reason, visit, identity)
  visit.notes.decision = { ruling, rule: texts.rule }
  return { ruling, until, texts }
}

/** The answer to a decision; null where the crawler may have the page, or the policy only observes. */
function answerTo({ method, mode, request, exchange, notes }: Visit, decision: PageDecision): Response | null {
  const { ruling, until, texts } = decision
  if (ruling.outcome === 'permitted' || mode === 'observe') return null
  const refusal = texts.refusal(ruling, until, prefersJson(request.headers.get('accept')))
  notes.bytes = refusal.bytes
  return exchange.refuse?.(method, refusal) ?? new Response(method === 'HEAD' ? null : refusal.body, refusal.init)
}

function toFetch(visit: Visit, identity: Identity, decision: PageDecision): Fetch {
  const { site, method, spellings, request } = visit
  const takesNotice = isRead(method)
  const notice = takesNotice ? site.notices.find(pageTerms(site.engine, spellings), true) : null
  // A request that may change something keeps its conditions; parts are defined for GET alone (RFC 9110 14.2).
  const sent = takesNotice
    ? originRequest(visit, identity, notice)
    : wholeRequest(withHeaders(request, decodableHeaders(request.headers)))
  // P7: a crawler's HEAD is sent as a GET, so that the page's own META counts (E4).
  const asked = method === 'HEAD' ? alteredRequest(wholeRequest(sent), { method: 'GET' }) : sent
  const finish = async (response: Response) => {
    const finished = await finishPage({ visit, identity, decision, notice, asked }, response)
    return method === 'HEAD' ? ofHead(finished) : finished
  }
  return { reading: visit, request: asked, isCrawler: true, finish }
}

/** The request for the origin: whole where the policy asks for a new crawl (T1), else about the origin's own copy. */
function originRequest(visit: Visit, identity: Identity, notice: Notice | null): Request {
  const { request, site } = visit
  const { headers } = request
  if (site.engine.asksForRecrawl(factsOf(visit, identity))) return withHeaders(request, unconditionalHeaders(headers))
  return withHeaders(request, notice === null ? decodableHeaders(headers) : originHeaders(headers, notice.mark))
}

/** A page that was permitted, and is on its way. */
interface Permitted {
  readonly visit: Visit
  readonly identity: Identity
  readonly decision: PageDecision
  readonly notice: Notice | null
  /** What the origin was asked. */
  readonly asked: Request
}

async function finishPage(permitted: Permitted, response: Response): Promise<Response> {
  const { visit, decision, notice } = permitted
  const { request, exchange, mode, site, now } = visit
  const origin = await readPage(permitted, response)
  const last = decideByPage(permitted, origin)
  const answer = last === decision ? unread(visit, origin) : answerTo(visit, last)
  if (answer !== null) {
    if (isPossible(response))
      await (origin.page ?? origin.response.body)?.cancel('the page is withheld from this crawler')
    return signed(visit, answer, last)
  }
  // A policy that only observes delays and refuses no crawler.
  const seconds = site.secondsLeft(now)
  const breaksOff = givenAfter('broken page', true, mode !== 'observe') === 'unavailable'
  const delivery = {
    request,
    seconds,
    log: exchange.platform.log,
    unreadable: breaksOff ? () => unreadable(visit) : null,
  }
  return signed(visit, notice === null ? passOn(origin) : await applyNotice(origin, { ...delivery, notice }), last)
}

/** E4: what the page says of itself. Only what is safe is asked for again. */
function readPage({ visit, decision, asked }: Permitted, response: Response): OriginPage | Promise<OriginPage> {
  const { bodies, app } = visit.exchange
  if (decision.ruling.outcome !== 'permitted') return { response, bodies, page: null, tags: [], fault: null }
  const canAskAgain = app === null && isRead(asked.method)
  const plain = () => askOwnOrigin(visit, withHeaders(asked, uncodedHeaders(asked.headers)))
  return readOriginPage(response, bodies, canAskAgain ? plain : null)
}

/** E4: the page's own META can withhold it, never open it. */
function decideByPage({ visit, identity, decision }: Permitted, { tags }: OriginPage): PageDecision {
  const { fields } = readMeta(tags)
  if (fields.length === 0) return decision
  const { ruling } = judgeCrawl(visit, identity, fields)
  return ruling.outcome === 'prohibited' ? decided(visit, identity, ruling, null, 'hours') : decision
}

/** E4: the answer where the page's own META cannot be read; null where the page is served all the same. */
function unread(visit: Visit, { fault, response }: OriginPage): Response | null {
  if (fault === null) return null
  noteFault(visit, 'meta-unread', { target: visit.target, fault })
  const refuses = visit.mode === 'enforce' && visit.site.config.embed.unread !== 'serve'
  if (givenAfter('meta', true, refuses) !== 'unavailable') return null
  return response.status < 300 ? unreadable(visit) : withoutBody(response)
}

/**
 * The answer with `ACAP-Decision` (a structured field item, RFC 9651) and `Server-Timing`: for people who debug a policy, where
 * the site wants it.
 */
function signed({ site, now }: Visit, response: Response, { ruling }: PageDecision): Response {
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
  marked.headers.append('server-timing', `acap;dur=${Date.now() - now}`)
  return marked
}

/** The answer to a HEAD: its headers are those of the page. */
async function ofHead(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

/** The answer to a preflight. */
async function cancelled(response: Response): Promise<Response> {
  await response.body?.cancel()
  return withoutBody(response)
}

/** An answer less its body, and what frames that. */
function withoutBody(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of ['content-length', 'content-encoding']) headers.delete(name)
  return new Response(null, { status: response.status, headers })
}
