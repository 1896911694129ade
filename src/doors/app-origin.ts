/**
 * Lets an app that takes a Request and returns a Response serve as the origin of the edge, and
 * checks the options of such an edge. A wrong option throws at start. Unreadable bundle bytes do
 * not (docs/architecture.md, "When things fail").
 */
import { checkMembers } from '../base/check-argument.ts'
import { hasPageStatus, isHtml } from '../edge/html/page-kind.ts'
import type { Decision } from '../edge/platform.ts'

/** What the edge tells the app. */
export interface AcapVariables {
  /** The origin that the site's policy names; null where it names none. */
  siteOrigin: string | null
  /** The decision on the crawl; null for readers, and for what every crawler may fetch. */
  decision: Decision | null
}

/**
 * The app: what comes after the edge. It answers the request that it is given, which may lack
 * headers of the client's.
 */
export type Next = (request: Request, variables: AcapVariables) => Response | Promise<Response>

/** What a server knows of every request beside it. */
export interface RequestContext {
  /**
   * Path and query by which the app finds its handler, where that is not by the resolved URL of the
   * Request (P6).
   */
  readonly routedAs?: string
}

/** Calls the app. Removes the body from a response whose status allows none. */
export async function askApp(
  next: Next,
  request: Request,
  variables: AcapVariables,
): Promise<Response> {
  const answer = await next(request, variables)
  const { status, headers } = answer
  return BODILESS.has(status) ? new Response(null, { status, headers }) : answer
}

/** Guesses from the extension and Sec-Fetch-Dest whether a request is for a page. */
export function seemsForPage(request: Request, target: string): boolean {
  const [, extension] = /^[^?]*\.([^./?]*)(?:\?|$)/.exec(target) ?? []
  const isPage = extension === undefined || PAGES.has(extension.toLowerCase())
  return isPage && !MEDIA.test(request.headers.get('sec-fetch-dest') ?? '')
}

/**
 * An answer that the app made in this isolate may be one end of a stream of the runtime (a copy, a
 * rewriter's output), and workerd cannot pipe one such stream into another: the page would never
 * arrive. A stream of JavaScript in between carries it. Only pages are piped.
 */
export function pipeable(response: Response): Response {
  if (!hasPageStatus(response) || !isHtml(response.headers) || response.body === null)
    return response
  return new Response(response.body.pipeThrough(new TransformStream()), response)
}

const PAGES: ReadonlySet<string> = new Set([
  'html',
  'htm',
  'xhtml',
  'php',
  'asp',
  'aspx',
  'jsp',
  'cgi',
])
const MEDIA = /^(?:audio|video|track|image|font)$/

/**
 * Answers without a body. `@hono/node-server` accepts one, as in `c.text('', 204)`, and throws
 * where it is read.
 */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * @throws TypeError where `bundle` is not an ArrayBuffer or Uint8Array, an option is unknown, or
 * the runtime lacks a web API that the edge needs.
 */
export function checkOptions(
  name: string,
  bundle: unknown,
  options: object,
  known: readonly string[],
  needs: readonly string[],
): void {
  if (!(bundle instanceof ArrayBuffer) && !(bundle instanceof Uint8Array)) {
    throw new TypeError(
      `${name}() needs \`bundle\`: the bytes that \`acap build --out policies.bin\` writes`,
    )
  }
  checkMembers(`${name}()`, options, known)
  const missing = needs.filter((each) => !(each in globalThis))
  if (missing.length > 0) {
    throw new TypeError(
      `${name}() needs ${missing.join(', ')}, which this runtime lacks: use Node 20 or newer, Deno 2, Bun 1.2 or Cloudflare Workers`,
    )
  }
}
