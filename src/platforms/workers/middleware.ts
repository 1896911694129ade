/**
 * The edge as Hono middleware in the Workers runtime: what follows it in the app is the origin.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import { type AcapVariables, AppOrigin } from '../app-origin.ts'
import { checkOptions, mountCheck } from '../check-options.ts'
import type { EdgeEnv } from './env.ts'
import { DECODED, WORKERS, WorkersExchange } from './exchange.ts'

type AppEnv = { Bindings: EdgeEnv; Variables: AcapVariables }

const MIDDLEWARE = { options: ['bundle'], needs: ['IdentityTransformStream'] }

/**
 * Enforces a bundle's policies on every request. For the Workers runtime: pages are rewritten by its streams.
 * @throws TypeError without a bundle, for an unknown option, or in another runtime.
 */
export function acap(options: EdgeOptions): MiddlewareHandler<AppEnv> {
  checkOptions(options, MIDDLEWARE)
  const edge = new Edge(WORKERS, options)
  edge.warmUp()
  const checkMount = mountCheck(WORKERS.log)
  return async function acap(c, next) {
    checkMount(c)
    const app = new AppOrigin(c, next)
    return app.handOver(await edge.answer(new AppExchange(c, app)))
  }
}

/** A request whose origin is the rest of the app. */
class AppExchange extends WorkersExchange {
  readonly app: AppOrigin
  readonly bodies = DECODED
  readonly #context: Context<AppEnv>

  constructor(context: Context<AppEnv>, app: AppOrigin) {
    super(context.req.raw, context.env ?? {})
    this.#context = context
    this.app = app
  }

  askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    return this.app.ask(request, siteOrigin)
  }

  keepAlive(work: Promise<unknown>): void {
    this.#context.executionCtx.waitUntil(work)
  }
}
