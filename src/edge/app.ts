/**
 * The reverse proxy as a Hono app: the edge, and the origin behind it.
 */
import { Hono } from 'hono/tiny'
import { Edge, type EdgeOptions } from './edge.ts'
import type { EdgeEnv } from './env.ts'
import { askOrigin } from './origin.ts'

/** The app of the Worker. */
export function createApp(options: EdgeOptions): Hono<{ Bindings: EdgeEnv }> {
  const edge = new Edge(options)
  // One route takes every path, so the router need not find out which path it is.
  const app = new Hono<{ Bindings: EdgeEnv }>({ getPath: () => '/' })
  // One handler and no chain of them: Hono composes none, which is a tenth of what a refusal costs (bench/edge).
  app.all('*', (c) => {
    const { env } = c
    const around = { env, keepAlive: (work: Promise<unknown>) => c.executionCtx.waitUntil(work) }
    return edge.answer(c.req.raw, around, (request, siteOrigin) => askOrigin(request, env, siteOrigin))
  })
  return app
}
