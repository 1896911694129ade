/**
 * The edge as Hono middleware: read the request, decide, apply. Whatever follows it in the app is the origin.
 *
 *   read     read-request.ts   whose page, who asks, and what goes before every rule
 *            identity/         how far the crawler's name is proven
 *   decide   decide-crawl.ts   may it have this page, now
 *   apply    effects/          refuse it, put it off, or put on the page what the policy says of it
 *
 * Readers are never refused or delayed. Should our own code fail, they get the origin's answer untouched.
 */
import type { MiddlewareHandler } from 'hono'
import { Edge, type EdgeOptions, type Surroundings } from './edge.ts'
import { unavailable } from './effects/unavailable.ts'
import type { EdgeEnv } from './env.ts'
import { isLikelyCrawler } from './likely-crawler.ts'
import { guarded } from './log.ts'
import { resolved } from './resolved.ts'

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
    const request = resolved(c.req.raw)
    c.req.raw = request
    const around: Surroundings = {
      env: c.env ?? {},
      keepAlive: (work) => c.executionCtx.waitUntil(work),
      tellOrigin: (origin) => c.set('siteOrigin', origin),
    }
    const step = await guarded(
      'request',
      () => edge.serve(request, around),
      () => (isLikelyCrawler(request.headers.get('user-agent') ?? '') ? unavailable() : null),
    )
    if (step === null || step instanceof Response) return step ?? next()
    c.req.raw = step.request
    await next()
    const { res } = c
    const answer = await guarded(
      'answer',
      () => step.after(res),
      () => (step.isCrawler ? unavailable() : res),
    )
    if (answer === res) return
    // Hono would copy the old headers to the new answer, those too that were taken off.
    c.res = undefined
    c.res = answer
  }
}
