/**
 * The library's `acap-edge/hono` in the Workers runtime: the edge as Hono middleware.
 */
import type { MiddlewareHandler } from 'hono'
import type { EdgeOptions } from '../../edge/edge.ts'
import type { AcapVariables } from '../app-origin.ts'
import { type WorkersContext, workersEdge } from '../workers/app-edge.ts'
import { type EdgeEnv, WORKERS, type WorkersOptions } from '../workers/exchange.ts'
import { honoMiddleware } from './hono-middleware.ts'

/**
 * Enforces a bundle's policies on every request of an app.
 *
 * @param options The bundle, and what `edge` takes.
 * @throws TypeError as `edge` does.
 * @example
 * const app = new Hono()
 * app.use(acap({ bundle }))
 */
export function acap(
  options: EdgeOptions & WorkersOptions,
): MiddlewareHandler<{ Variables: AcapVariables }> {
  const handle = workersEdge('acap', options?.bundle, options ?? {})
  return honoMiddleware<WorkersContext>(handle, WORKERS.log, (c, routedAs) => ({
    routedAs,
    env: (c.env ?? {}) as EdgeEnv,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  }))
}
