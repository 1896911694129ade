/**
 * A request → what is to be done with it: an answer, or a page to fetch and what is to be made of it; and who gets what where
 * something fails (docs/architecture.md shows that table in words: `npm run docs`).
 */
import { declaredBot } from '../engine/declared-bot.ts'
import { HeaderText } from '../grammar/header-text.ts'
import { unavailable } from './answers/refuse.ts'
import { isDecodedWhenRead } from './html/codings.ts'
import { isHtml, isPossible } from './html/html.ts'
import { wholeRequest, withOwnTags } from './request/origin-request.ts'
import type { Reading } from './request/read-request.ts'

/** What a client gets: the origin's answer as it came, 503 with Retry-After, or the page as far as it comes. */
export type Given = 'untouched' | 'unavailable' | 'page'

/** By client: a reader, a crawler, and a crawler under a policy that refuses nobody. */
type Failure = readonly [reader: Given, crawler: Given, observed: Given]

/** The table: no policies, a site whose program is not there, a page that breaks off or whose META is unread, our own code. */
export const FAILURES = {
  policies: ['untouched', 'unavailable', 'unavailable'],
  site: ['untouched', 'unavailable', 'untouched'],
  'broken page': ['page', 'unavailable', 'page'],
  meta: ['page', 'unavailable', 'page'],
  code: ['untouched', 'unavailable', 'untouched'],
} as const satisfies Readonly<Record<string, Failure>>

/** What a client gets where something fails; `refuses`: whether the policy refuses anybody here. */
export function givenAfter(failure: keyof typeof FAILURES, isCrawler: boolean, refuses: boolean): Given {
  return FAILURES[failure][isCrawler ? (refuses ? 1 : 2) : 0]
}

/** An answer that needs no origin, or a page to fetch. */
export type Plan = Response | Fetch

/** A page to fetch. */
export interface Fetch {
  readonly reading: Reading
  /** What the origin is asked. */
  readonly request: Request
  readonly isCrawler: boolean
  /** The answer, made of the origin's; null where that is the answer as it is. */
  readonly finish: ((response: Response) => Response | Promise<Response>) | null
}

/** The origin's answer to a request as it came, untouched. */
export function untouched(reading: Reading): Fetch {
  return { reading, request: reading.request, isCrawler: false, finish: null }
}

/** What becomes of a request after a failure (failures.ts). */
export function planAfter(failure: keyof typeof FAILURES, reading: Reading, isCrawler: boolean): Plan {
  const refuses = reading.site === null ? reading.refuses : reading.mode === 'enforce'
  return givenAfter(failure, isCrawler, refuses) === 'unavailable' ? unavailable() : untouched(reading)
}

/** Whether a request seems to be a crawler's by its User-Agent: at a glance, where there is no site. */
export function seemsCrawlers(reading: Reading): boolean {
  return reading.site === null ? isLikelyCrawler(userAgentOf(reading)) : reading.agent.kind === 'crawler'
}

/** The same, with the names that any site or the registry knows. */
export function isCrawlers(reading: Reading): boolean {
  return (
    seemsCrawlers(reading) || (reading.kind === 'closed-site' && reading.bundle!.knowsCrawler(userAgentOf(reading)))
  )
}

function userAgentOf({ request }: Reading): string {
  return request.headers.get('user-agent') ?? ''
}

/** Asks the origin of what was read. */
export function askOwnOrigin(reading: Reading, request: Request): Promise<Response> {
  const { exchange, origin } = reading
  return exchange.askOrigin(withOwnTags(request), origin, isOfCrawler(reading))
}

/** Whether a request may be made to wait. */
function isOfCrawler(reading: Reading): boolean {
  return reading.kind === 'rules' && reading.agent.kind === 'crawler' && reading.mode === 'enforce'
}

/** Fetches the page that a plan names. */
export async function fetchPlanned({ reading, request, isCrawler, finish }: Fetch): Promise<Response> {
  if (finish === null) return askOwnOrigin(reading, request)
  const { app, bodies } = reading.exchange
  if (app === null) return askOwnOrigin(reading, request)
  // A part of a page cannot be judged (E4): where the whole cannot be asked for later, it is asked for at once.
  const response = await askOwnOrigin(reading, isCrawler ? wholeRequest(request) : request)
  return isCrawler || !isDecodedWhenRead(response.headers, bodies) ? withPipeableBody(response) : response
}

/**
 * An answer that an app made in this isolate, with a body that can be piped. It may be one end of a stream of the runtime (a
 * copy, a rewriter's output), and workerd cannot pipe one such stream into another: the page would never arrive. A stream
 * of JavaScript in between carries it. Only pages are piped.
 */
function withPipeableBody(response: Response): Response {
  if (!isPossible(response) || !isHtml(response.headers) || response.body === null) return response
  return new Response(response.body.pipeThrough(new TransformStream()), response)
}

/** Whether a User-Agent header is empty, or declares a bot (I3): for when there are no policies to say. */
function isLikelyCrawler(userAgent: string): boolean {
  return userAgent === '' || declaredBot(new HeaderText().read(userAgent), userAgent)?.isBot === true
}
