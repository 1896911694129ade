/**
 * A reader's visit → the page with what it tells everybody; the origin's own answer where it tells nothing.
 */
import { pageTerms } from '../enforce/page-terms.ts'
import { dress } from './html/dress.ts'
import { type Fetch, untouched } from './plan.ts'
import type { Visit } from './request/read-request.ts'
import { originHeaders, withHeaders } from './validators.ts'

/** Plans a reader's visit. */
export function planReading(visit: Visit): Fetch {
  const { site, method, spellings, request, exchange } = visit
  if (method !== 'GET' && method !== 'HEAD') return untouched(visit)
  const notice = site.notices.find(pageTerms(site.engine, spellings), false)
  if (notice === null) return untouched(visit)
  return {
    reading: visit,
    request: withHeaders(request, originHeaders(request.headers, notice.mark)),
    isCrawler: false,
    finish: (response) => dress(response, request, notice, null, exchange.platform.log),
  }
}
