/**
 * A request → the origin's answer. The order of origins: the ORIGIN_URL variable, the site's own `origin`, the ORIGIN
 * service binding, the zone's origin behind the Worker. It knows no policy, and passes on what it gets: redirects are
 * not followed, only turned to the public host.
 */
import { logWarning } from '../../edge/log.ts'
import { cutUrl } from '../../grammar/resolved-url.ts'
import { gatewayFault, publicLocation } from '../gateway.ts'
import type { OriginEnv } from './env.ts'
import { WORKERS } from './exchange.ts'

/** Asks the origin. A fault of its own becomes 502, silence 504, as a gateway would answer. */
export async function askOrigin(request: Request, env: OriginEnv, siteOrigin: string | null): Promise<Response> {
  const base = env.ORIGIN_URL ?? siteOrigin
  try {
    const response = base === null ? fromBinding(request, env) : fromUrl(request, base)
    return await (env.ORIGIN_TIMEOUT === undefined ? response : within(response, Number(env.ORIGIN_TIMEOUT)))
  } catch (fault) {
    logWarning(WORKERS.log, 'origin', { url: request.url, fault })
    return gatewayFault(502)
  }
}

/** A timer adds a thirtieth to the cost of passing a request on, so there is one only where the settings want it. */
function within(response: Promise<Response>, seconds: number): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(gatewayFault(504)), seconds * 1000)
  })
  return Promise.race([response, silence]).finally(() => clearTimeout(timer))
}

function fromBinding(request: Request, env: OriginEnv): Promise<Response> {
  const sent = manual(request)
  return env.ORIGIN ? env.ORIGIN.fetch(sent, AS_SENT) : fetch(sent, AS_SENT)
}

/** The same request to another scheme, host and port; path and query stay character for character. */
async function fromUrl(request: Request, base: string): Promise<Response> {
  const { origin } = new URL(base)
  const { home, host, target } = cutUrl(request.url)
  const sent = new Request(origin + target, manual(request))
  sent.headers.set('x-forwarded-host', host)
  sent.headers.set('x-forwarded-proto', home.slice(0, home.indexOf(':')))
  return withPublicLocation(await fetch(sent, AS_SENT), origin, home)
}

/** Bodies come in the coding that the origin gave them: the runtime gives up on gzip that browsers read. */
const AS_SENT: RequestInit = { encodeResponseBody: 'manual' }

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
