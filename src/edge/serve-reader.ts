/**
 * A reader's request → the page with its terms; the origin's own answer where there are none.
 */
import { termsOfSpellings } from '../enforce/placement.ts'
import { applyNotice } from './html/apply-notice.ts'
import type { Notice } from './html/notice.ts'
import { isPartOfTagged, mayCarryTags } from './html/page-kind.ts'
import {
  askForPage,
  askOwnOrigin,
  isRead,
  originHeaders,
  seemsForPage,
  untouched,
  wholeRequest,
  withHeaders,
} from './request/origin-request.ts'
import type { Visit } from './request/read-request.ts'

export async function serveReader(visit: Visit): Promise<Response> {
  const { site, method, spellings, request, exchange, now } = visit
  const notice = isRead(method) ? site.notices.find(termsOfSpellings(site.engine, spellings), false) : null
  if (notice === null) return untouched(visit)
  const { bodies, app, platform } = exchange
  const conditional = withHeaders(request, originHeaders(request.headers, notice.mark))
  const isWhole = app !== null && notice.rewrites && seemsForPage(request, visit.target)
  const sent = isWhole ? wholeRequest(conditional) : conditional
  const response = await askForPage(visit, sent, false)
  if (app !== null && response.status === 206 && notice.rewrites && isPartOfTagged(response)) return response
  const page = await wholePage(response, visit, sent, notice)
  const delivery = { request, notice, seconds: site.secondsLeft(now), log: platform.log, unreadable: null }
  return applyNotice({ response: page, page: null, bodies }, delivery)
}

/**
 * The answer to a request for a part: the whole page where it may carry tags, because its parts are not the origin's (RFC
 * 9110 14.2 lets any server answer so). Other types keep their parts. An app can be asked once: it was asked for the whole
 * of what seemed to be a page, and other parts of pages stay as they are, with the app's own validators.
 */
async function wholePage(response: Response, visit: Visit, sent: Request, notice: Notice): Promise<Response> {
  const isPart = isPartOfTagged(response) && notice.rewrites && sent.method === 'GET'
  if (!isPart || visit.exchange.app !== null) return response
  const whole = wholeRequest(sent)
  if (whole === sent) return response
  const page = await askOwnOrigin(visit, whole)
  // No such part: of what keeps its parts, that stays the answer.
  const isNews = response.status === 206 || mayCarryTags(page)
  await (isNews ? response : page).body?.cancel()
  return isNews ? page : response
}
