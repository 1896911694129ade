/**
 * The edge as Hono middleware in the Workers runtime: what follows it in the app is the origin.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getPath } from 'hono/utils/url'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import type { EdgeEnv } from './env.ts'
import { WORKERS, WorkersExchange } from './exchange.ts'

/** What the middleware tells the rest of the app. */
export interface AcapVariables {
  /** The origin that the site's policy names; null where it names none. */
  siteOrigin: string | null
}

type AppEnv = { Bindings: EdgeEnv; Variables: AcapVariables }

/**
 * Enforces a bundle's policies on every request. For the Workers runtime: pages are rewritten by its streams.
 * @throws TypeError without a bundle.
 */
export function acap(options: EdgeOptions): MiddlewareHandler<AppEnv> {
  if (options?.bundle === undefined) throw new TypeError('acap() needs `bundle`: the bytes that `acap build` writes')
  const edge = new Edge(WORKERS, options)
  return async function acap(c, next) {
    const exchange = new AppExchange(c, next)
    const answer = await edge.answer(exchange)
    const { appAnswer } = exchange
    if (appAnswer === null) return answer
    if (answer === appAnswer) return
    // Hono would copy the old headers to the new answer, those too that were taken off.
    c.res = undefined
    c.res = answer
  }
}

/** A request whose origin is the rest of the app. */
class AppExchange extends WorkersExchange {
  /** Hono's `next` can be called once. */
  readonly inApp = true
  /** Hono finds its handler by the path as it was sent: neither dots nor backslashes are resolved. */
  readonly routedAs: string
  readonly #context: Context<AppEnv>
  readonly #next: () => Promise<void>
  /** What the rest of the app answered; null while it was not asked. */
  appAnswer: Response | null = null

  constructor(context: Context<AppEnv>, next: () => Promise<void>) {
    super(context.req.raw, context.env ?? {})
    this.#context = context
    this.#next = next
    this.routedAs = getPath(this.request) + queryOf(this.request.url)
  }

  async askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    const context = this.#context
    context.req.raw = request
    context.set('siteOrigin', siteOrigin)
    await this.#next()
    this.appAnswer = context.res
    return context.res
  }

  keepAlive(work: Promise<unknown>): void {
    this.#context.executionCtx.waitUntil(work)
  }
}

function queryOf(url: string): string {
  return /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''
}
