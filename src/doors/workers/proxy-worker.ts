/**
 * The reverse proxy as a Worker: the edge, and the origin behind it. Origins in their order: the
 * ORIGIN_URL variable, the site's own `origin`, the ORIGIN service binding, the zone's origin.
 * Redirects are not followed, only turned to the public host.
 */

import { within } from '../../edge/after.ts'
import { plainAnswer } from '../../edge/answers/own-answers.ts'
import { Edge, type EdgeOptions } from '../../edge/edge.ts'
import { logWarning } from '../../edge/log.ts'
import type { Bodies } from '../../edge/platform.ts'
import { cutUrl } from '../../words/resolved-url.ts'
import { publicLocation } from '../gateway.ts'
import {
  bodiesBy,
  type EdgeEnv,
  type OriginEnv,
  WORKERS,
  WorkersExchange,
  type WorkersOptions,
} from './exchange.ts'
import { warmUp } from './warm-up.ts'

/** The part of a Worker's context that is needed: the types compile without those of Workers. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void
}

/** A Worker's entry. */
export interface App {
  fetch(request: Request, env: EdgeEnv, context: WorkerContext): Response | Promise<Response>
}

/**
 * The Worker that serves the policies of a bundle.
 *
 * @param options The bundle, and what a Worker may switch off.
 * @example
 * import bundle from './policies.bin'
 * export default createApp({ bundle })
 */
export function createApp(options: EdgeOptions & WorkersOptions): App {
  return appOf(new Edge(WORKERS, options), options)
}

export function appOf(edge: Edge, options: WorkersOptions = {}): App {
  warmUp(edge)
  const bodies = bodiesBy(options)
  return {
    fetch: (request, env, context) =>
      edge.answer(new ProxiedExchange(request, env, context, bodies)),
  }
}

class ProxiedExchange extends WorkersExchange {
  readonly app = null
  readonly bodies: Bodies
  readonly #env: EdgeEnv
  readonly #context: WorkerContext

  constructor(request: Request, env: EdgeEnv, context: WorkerContext, bodies: Bodies) {
    super(request, env)
    this.bodies = bodies
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

/** Asks the origin. A fault of its own becomes 502, silence 504, as a gateway would answer. */
export async function askOrigin(
  request: Request,
  env: OriginEnv,
  siteOrigin: string | null,
): Promise<Response> {
  const base = env.ORIGIN_URL ?? siteOrigin
  try {
    const response = base === null ? fromBinding(request, env) : fromUrl(request, base)
    // A timer adds a thirtieth to the cost of passing a request on, so there is one only where the
    // settings want it.
    if (env.ORIGIN_TIMEOUT === undefined) return await response
    return await within(Number(env.ORIGIN_TIMEOUT) * 1000, response, () => plainAnswer(504))
  } catch (fault) {
    logWarning(WORKERS.log, 'origin', { url: request.url, fault })
    return plainAnswer(502)
  }
}

function fromBinding(request: Request, env: OriginEnv): Promise<Response> {
  const sent = manual(request)
  return env.ORIGIN ? env.ORIGIN.fetch(sent, UNDECODED) : fetch(sent, UNDECODED)
}

/**
 * The same request to another scheme, host and port; path and query stay character for character.
 */
async function fromUrl(request: Request, base: string): Promise<Response> {
  const { origin } = new URL(base)
  const { home, host, target } = cutUrl(request.url)
  const sent = new Request(origin + target, manual(request))
  sent.headers.set('x-forwarded-host', host)
  sent.headers.set('x-forwarded-proto', home.slice(0, home.indexOf(':')))
  return withPublicLocation(await fetch(sent, UNDECODED), origin, home)
}

/**
 * Bodies come in the coding that the origin gave them: the runtime gives up on gzip that browsers
 * read.
 */
const UNDECODED: RequestInit = { encodeResponseBody: 'manual' }

/** An incoming request is `manual` already; one that an app made may not be. */
function manual(request: Request): Request {
  return request.redirect === 'manual' ? request : new Request(request, { redirect: 'manual' })
}

/** A redirect that names the origin leads to the public host; others stay as they are. */
function withPublicLocation(response: Response, origin: string, home: string): Response {
  const location = publicLocation(response.headers.get('location'), origin, home)
  if (location === null) return response
  const turned = new Response(response.body, response)
  turned.headers.set('location', location)
  return turned
}
