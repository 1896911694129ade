/**
 * The reverse proxy as a Hono app: the edge, and the origin behind it.
 */
import { HonoBase } from 'hono/hono-base'
import type { Result, Router } from 'hono/router'
import { Edge, type EdgeOptions } from './edge.ts'
import type { EdgeEnv } from './env.ts'
import { askOrigin } from './origin.ts'

/** The app of the Worker. */
export function createApp(options: EdgeOptions): HonoBase<{ Bindings: EdgeEnv }> {
  const edge = new Edge(options)
  const app = new HonoBase<{ Bindings: EdgeEnv }>({ router: new OneRoute(), getPath: () => '/' })
  // One handler and no chain of them, so Hono composes nothing for each request.
  app.all('*', (c) => {
    const { env } = c
    const around = { env, keepAlive: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
    return edge.answer(c.req.raw, around, (request, siteOrigin) => askOrigin(request, env, siteOrigin))
  })
  return app
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
