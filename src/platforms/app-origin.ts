/**
 * The rest of a Hono app as the origin of what comes before it.
 */
import type { Context } from 'hono'
import type { AppBehind, Decision } from '../edge/platform.ts'

/** What the middleware tells the rest of the app. */
export interface AcapVariables {
  /** The origin that the site's policy names; null where it names none. */
  siteOrigin: string | null
  /** The decision on the crawl; null for readers, and for what every crawler may fetch. */
  decision: Decision | null
}

/** The rest of the app, for one request. */
export class AppOrigin implements AppBehind {
  readonly #context: Context<{ Variables: AcapVariables }>
  readonly #next: () => Promise<void>
  /** Hono finds its handler by the path as it was sent: neither dots nor backslashes are resolved. */
  readonly routedAs: string
  #answer: Response | null = null
  #decision: Decision | null = null

  constructor(context: Context, next: () => Promise<void>) {
    this.#context = context
    this.#next = next
    const { raw } = context.req
    this.routedAs = context.req.path + queryOf(raw.url)
  }

  onDecision(decision: Decision): void {
    this.#decision = decision
  }

  /** Asks the rest of the app. Hono's `next` can be called once. */
  async ask(request: Request, siteOrigin: string | null): Promise<Response> {
    const context = this.#context
    context.req.raw = request
    context.set('siteOrigin', siteOrigin)
    context.set('decision', this.#decision)
    await this.#next()
    // A handler that returns nothing: the app's own answer to what it does not have.
    if (!context.finalized) this.#replace(await context.notFound())
    const { status, headers } = context.res
    if (BODILESS.has(status)) this.#replace(new Response(null, { status, headers }))
    this.#answer = context.res
    return context.res
  }

  /** What the rest of the app answered; null where it was not asked. */
  get answer(): Response | null {
    return this.#answer
  }

  /** What a middleware returns for the edge's answer, after it has put that in the place of the app's. */
  handOver(answer: Response): Response | undefined {
    if (this.#answer === null) return answer
    if (answer !== this.#answer) this.#replace(answer)
    return undefined
  }

  /** Hono would copy the old headers to the new answer, those too that were taken off. */
  #replace(answer: Response): void {
    this.#context.res = undefined
    this.#context.res = answer
  }
}

/** Answers without a body. `@hono/node-server` accepts one, as in `c.text('', 204)`, and throws where it is read. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** The query of a URL with its question mark; empty where it has none. */
function queryOf(url: string): string {
  return /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''
}
