/**
 * An app in the web's own shape, a Request in and a Response out, as the origin of the edge before it.
 */
import type { AppBehind, Decision } from '../edge/platform.ts'

/** What the edge tells the app. */
export interface AcapVariables {
  /** The origin that the site's policy names; null where it names none. */
  siteOrigin: string | null
  /** The decision on the crawl; null for readers, and for what every crawler may fetch. */
  decision: Decision | null
}

/** The app: what comes after the edge. It answers the request that it is given, which may lack headers of the client's. */
export type Next = (request: Request, variables: AcapVariables) => Response | Promise<Response>

/** What a server knows of every request beside it. */
export interface RequestContext {
  /** Path and query by which the app finds its handler, where that is not by the resolved URL of the Request (P6). */
  readonly routedAs?: string
}

/** The app, for one request. */
export class AppOrigin implements AppBehind {
  readonly routedAs: string | null
  readonly #next: Next
  #decision: Decision | null = null

  constructor(next: Next, { routedAs = null }: { readonly routedAs?: string | null }) {
    this.#next = next
    this.routedAs = routedAs
  }

  onDecision(decision: Decision): void {
    this.#decision = decision
  }

  /** Asks the app, which happens once. */
  async ask(request: Request, siteOrigin: string | null): Promise<Response> {
    const answer = await this.#next(request, { siteOrigin, decision: this.#decision })
    const { status, headers } = answer
    return BODILESS.has(status) ? new Response(null, { status, headers }) : answer
  }
}

/** Answers without a body. `@hono/node-server` accepts one, as in `c.text('', 204)`, and throws where it is read. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])
