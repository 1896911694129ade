/**
 * The edge as Hono middleware: whatever follows it in the app is the origin. What is done with a request is edge.ts'.
 */
import type { MiddlewareHandler } from 'hono'
import { Edge, type EdgeOptions } from './edge.ts'
import type { EdgeEnv } from './env.ts'

/** What the middleware tells the rest of the app. */
export interface AcapVariables {
  /** The origin that the site's policy names; null where it names none. */
  siteOrigin: string | null
}

/**
 * Enforces a bundle's policies on every request. For the Workers runtime: pages are rewritten by its streams.
 * @throws TypeError without a bundle.
 */
export function acap(options: EdgeOptions): MiddlewareHandler<{ Bindings: EdgeEnv; Variables: AcapVariables }> {
  if (options?.bundle === undefined) throw new TypeError('acap() needs `bundle`: the bytes that `acap build` writes')
  const edge = new Edge(options)
  return async function acap(c, next) {
    let origins: Response | null = null
    const keepAlive = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
    // Hono's `next` can be called once.
    const around = { env: c.env ?? {}, inApp: true, keepAlive }
    const answer = await edge.answer(c.req.raw, around, async (request, siteOrigin) => {
      c.req.raw = request
      c.set('siteOrigin', siteOrigin)
      await next()
      origins = c.res
      return origins
    })
    if (origins === null) return answer
    if (answer === origins) return
    // Hono would copy the old headers to the new answer, those too that were taken off.
    c.res = undefined
    c.res = answer
  }
}
