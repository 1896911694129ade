/**
 * The reverse proxy as a Hono app: the edge, and the origin behind it.
 */
import type { Context } from 'hono'
import { HonoBase } from 'hono/hono-base'
import type { Result, Router } from 'hono/router'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import type { EdgeEnv } from './env.ts'
import { AS_SENT, WORKERS, WorkersExchange } from './exchange.ts'
import { askOrigin } from './origin.ts'

/** The app of the Worker. */
export function createApp(options: EdgeOptions): HonoBase<{ Bindings: EdgeEnv }> {
  const edge = new Edge(WORKERS, options)
  const app = new HonoBase<{ Bindings: EdgeEnv }>({ router: new OneRoute(), getPath: () => '/' })
  // One handler and no chain of them, so Hono composes nothing for each request.
  app.all('*', (c) => edge.answer(new ProxiedExchange(c)))
  return app
}

/** A request that the Worker passes on to the origin. */
class ProxiedExchange extends WorkersExchange {
  readonly inApp = false
  readonly routedAs = null
  readonly bodies = AS_SENT
  readonly #context: Context<{ Bindings: EdgeEnv }>

  constructor(context: Context<{ Bindings: EdgeEnv }>) {
    super(context.req.raw, context.env)
    this.#context = context
  }

  askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    return askOrigin(request, this.#context.env, siteOrigin)
  }

  keepAlive(work: Promise<unknown>): void {
    this.#context.executionCtx.waitUntil(work)
  }
}

/** A router for the one route that takes every request: there is nothing to match. Of several the first answers. */
class OneRoute<T> implements Router<T> {
  readonly name = 'OneRoute'
  readonly #found: [[T, Record<string, string>][]] = [[]]

  add(_method: string, _path: string, handler: T): void {
    this.#found[0].push([handler, {}])
  }

  match(): Result<T> {
    return this.#found
  }
}
