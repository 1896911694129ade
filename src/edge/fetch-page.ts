/**
 * A plan → the origin's answer → the finished answer. A fault of the edge's own gives readers the origin's answer
 * untouched, and crawlers 503.
 */
import { unavailable } from './answers/unavailable.ts'
import { withPipeableBody } from './app-body.ts'
import { isDecodedWhenRead } from './html/codings.ts'
import { guarded } from './log.ts'
import { askOrigin, closesOnFault, type Fetch, type Plan } from './plan.ts'
import { isRead } from './request/methods.ts'
import { wholeRequest } from './request/whole-request.ts'

/** An answer that is finished, or a page to finish. */
export type Fetched = Response | FetchedPage

interface FetchedPage {
  readonly plan: Fetch
  /** What the origin was asked. */
  readonly request: Request
  readonly response: Response
}

/** Fetches the page that a plan asks for. */
export function fetchPage(plan: Plan): Fetched | Promise<Fetched> {
  if (!('reading' in plan)) return plan
  return plan.finish === null ? askOrigin(plan.reading, plan.request) : fetchToFinish(plan)
}

async function fetchToFinish(plan: Fetch): Promise<FetchedPage> {
  const { reading, isCrawler } = plan
  const { app, bodies } = reading.exchange
  // A part of a page cannot be judged (E4): where the whole cannot be asked for later, it is asked for at once.
  const request = isCrawler && app !== null ? wholeRequest(plan.request) : plan.request
  const response = await askOrigin(reading, request)
  const isPiped = app !== null && (isCrawler || !isDecodedWhenRead(response.headers, bodies))
  return { plan, request, response: isPiped ? withPipeableBody(response) : response }
}

/** Makes of a fetched page what was planned. */
export function finish(fetched: Fetched): Response | Promise<Response> {
  // Some servers put a class of their own in the place of Response: what an app fetched is no instance of that.
  return 'plan' in fetched ? finishPage(fetched) : fetched
}

async function finishPage({ plan, request, response }: FetchedPage): Promise<Response> {
  const { reading, isCrawler } = plan
  const answer = await guarded<Response | null>(
    reading.exchange.platform.log,
    'answer',
    () => plan.finish!(response),
    () => (isCrawler && closesOnFault(reading) ? unavailable() : null),
  )
  return answer ?? (isBegun(response) && isRead(request.method) ? askOrigin(reading, request) : response)
}

/** Whether a body can no longer be sent as it came. */
function isBegun({ bodyUsed, body }: Response): boolean {
  return bodyUsed || body?.locked === true
}
