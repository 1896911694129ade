/**
 * The reverse proxy as a Hono app: the middleware in front, the origin behind it.
 */
import { Hono } from 'hono/tiny'
import type { EdgeOptions } from './edge.ts'
import type { EdgeEnv } from './env.ts'
import { type AcapVariables, acap } from './middleware.ts'
import { askOrigin } from './origin.ts'

/** The app of the Worker. */
export function createApp(options: EdgeOptions): Hono<{ Bindings: EdgeEnv; Variables: AcapVariables }> {
  // One route takes every path, so the router need not find out which path it is.
  const app = new Hono<{ Bindings: EdgeEnv; Variables: AcapVariables }>({ getPath: () => '/' })
  app.use(acap(options))
  app.all('*', (c) => askOrigin(c.req.raw, c.env, c.get('siteOrigin') ?? null))
  return app
}
