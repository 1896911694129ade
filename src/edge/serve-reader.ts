/**
 * A reader's visit → the page with what it tells everybody; the origin's own answer where it tells nothing.
 */
import { pageTerms } from '../enforce/page-terms.ts'
import { dress } from './html/dress.ts'
import { isPartOfTagged, mayCarryTags } from './html/html.ts'
import type { Notice } from './html/notice.ts'
import { askOrigin, type Fetch, untouched } from './plan.ts'
import type { Visit } from './request/read-request.ts'
import { wholeRequest } from './request/whole-request.ts'
import { originHeaders, withHeaders } from './validators.ts'

/** Plans a reader's visit. */
export function planReading(visit: Visit): Fetch {
  const { site, method, spellings, request, exchange } = visit
  if (method !== 'GET' && method !== 'HEAD') return untouched(visit)
  const notice = site.notices.find(pageTerms(site.engine, spellings), false)
  if (notice === null) return untouched(visit)
  const sent = withHeaders(request, originHeaders(request.headers, notice.mark))
  const { bodies } = exchange
  return {
    reading: visit,
    request: sent,
    isCrawler: false,
    finish: async (response) =>
      dress(
        { response: await wholePage(response, visit, sent, notice), page: null, bodies },
        { request, notice, asItComes: true, log: exchange.platform.log },
      ),
  }
}

/**
 * The answer to a request for a part: the whole page where it may carry tags, because its parts are not the origin's (RFC
 * 9110 14.2 lets any server answer so). Other types keep their parts. An app can be asked once: there parts stay.
 */
async function wholePage(response: Response, visit: Visit, sent: Request, notice: Notice): Promise<Response> {
  const isPart = sent.method === 'GET' && notice.tags.length + notice.elements.length > 0 && isPartOfTagged(response)
  const whole = wholeRequest(sent)
  if (!isPart || whole === sent || visit.exchange.inApp) return response
  const page = await askOrigin(visit, whole)
  // No such part: of what keeps its parts, that stays the answer.
  const isNews = response.status === 206 || mayCarryTags(page)
  await (isNews ? response : page).body?.cancel()
  return isNews ? page : response
}
