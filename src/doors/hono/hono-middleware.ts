/**
 * Makes Hono middleware of an edge: the rest of the app is its origin.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { guarded, logWarning } from '../../edge/log.ts'
import type { LogSink } from '../../edge/platform.ts'
import type { AcapVariables, Next, RequestContext } from '../app-origin.ts'

type AppEnv = { Variables: AcapVariables }
type AppContext = Context<AppEnv>

/** `@hono/node-server`: a handler wrote its answer to the connection itself. */
const ALREADY_SENT = 'x-hono-already-sent'

/**
 * Whether a handler wrote, or will write, its answer to the connection. The constant that says so
 * is a Response of the runtime; any other is one of the class that the server puts in its place,
 * and an answer unless something was written.
 */
function isAlreadySent({ env }: AppContext, answer: Response): boolean {
  const { outgoing } = (env ?? {}) as { readonly outgoing?: { readonly headersSent: boolean } }
  if (outgoing === undefined || !answer.headers.has(ALREADY_SENT) || answer.body !== null)
    return false
  const isOfRuntime = Object.getPrototypeOf(Object.getPrototypeOf(answer)) === Object.prototype
  return isOfRuntime || outgoing.headersSent
}

export function honoMiddleware<Known extends RequestContext>(
  handle: (request: Request, next: Next, context: Known) => Promise<Response>,
  log: LogSink,
  contextOf: (context: AppContext, routedAs: string) => Known,
): MiddlewareHandler<AppEnv> {
  let isMountChecked = false
  return async function acap(c, next) {
    if (!isMountChecked) checkMount(c, log)
    isMountChecked = true
    let answered: Response | null = null
    const rest: Next = async (request, { siteOrigin, decision }) => {
      c.req.raw = request
      c.set('siteOrigin', siteOrigin)
      c.set('decision', decision)
      // Hono's `next` can be called once.
      await next()
      // A handler that returns nothing: the app's own answer to what it does not have.
      if (!c.finalized) replace(c, await c.notFound())
      answered = c.res
      return c.res
    }
    // Hono finds its handler by the path as it was sent: neither dots nor backslashes are resolved.
    const [, query = ''] = /^[^?#]*(\?[^#]*)?/.exec(c.req.raw.url) ?? []
    const answer = await handle(c.req.raw, rest, contextOf(c, c.req.path + query))
    return answered === null ? answer : handOver(c, answered, answer)
  }
}

function handOver(c: AppContext, answered: Response, answer: Response): undefined {
  if (isAlreadySent(c, answered)) return undefined
  if (answer !== answered) replace(c, answer)
  // The answer to a HEAD loses its body later, and nobody would send it.
  if (c.res.headers.has(ALREADY_SENT)) c.header(ALREADY_SENT, undefined)
  return undefined
}

/** Hono would copy the old headers to the new answer, those too that were taken off. */
function replace(c: AppContext, answer: Response): void {
  c.res = undefined
  c.res = answer
}

/** Reports a middleware whose route leaves `/robots.txt` to the app. */
function checkMount({ req }: AppContext, log: LogSink): void {
  guarded(
    log,
    'mount',
    () => {
      const fault =
        'the app answers /robots.txt by itself: register acap() for `*`, or for /robots.txt too'
      if (!FOR_ROBOTS_TXT.test(req.routePath))
        logWarning(log, 'mount', { path: req.routePath, fault })
    },
    () => undefined,
  )
}

/** Paths of Hono's routes that are for `/robots.txt` too. */
const FOR_ROBOTS_TXT = /^\/?(?:\*|:[^/]*|robots\.txt)(?:\/\*)?$/
