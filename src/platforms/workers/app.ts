/**
 * The reverse proxy as a Worker: the edge, and the origin behind it. It routes nothing, so it is a plain handler and no
 * app.
 */
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import type { EdgeEnv } from './env.ts'
import { AS_SENT, WORKERS, WorkersExchange } from './exchange.ts'
import { askOrigin } from './origin.ts'

/** The part of a Worker's context that is needed: the types compile without those of Workers. */
interface WorkerContext {
  waitUntil(work: Promise<unknown>): void
}

/** A Worker's entry. */
export interface App {
  fetch(request: Request, env: EdgeEnv, context: WorkerContext): Response | Promise<Response>
}

/** The Worker that serves the policies of a bundle. */
export function createApp(options: EdgeOptions): App {
  return appOf(new Edge(WORKERS, options))
}

/** The Worker of an edge. */
export function appOf(edge: Edge): App {
  edge.warmUp()
  return { fetch: (request, env, context) => edge.answer(new ProxiedExchange(request, env, context)) }
}

/** A request that the Worker passes on to the origin. */
class ProxiedExchange extends WorkersExchange {
  readonly app = null
  readonly bodies = AS_SENT
  readonly #env: EdgeEnv
  readonly #context: WorkerContext

  constructor(request: Request, env: EdgeEnv, context: WorkerContext) {
    super(request, env)
    this.#env = env
    this.#context = context
  }

  askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    return askOrigin(request, this.#env, siteOrigin)
  }

  keepAlive(work: Promise<unknown>): void {
    this.#context.waitUntil(work)
  }
}
