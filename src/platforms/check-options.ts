/**
 * How a middleware is used → a clear error at start where that cannot work, instead of a site that answers every crawler 503;
 * and a line in the log where it works in part. Unreadable bytes are no such error: they follow the failure contract
 * (docs/architecture.md).
 */
import type { Context } from 'hono'
import type { EdgeOptions } from '../edge/edge.ts'
import { guarded, logWarning } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'

/** What a middleware knows, and needs of its runtime. */
interface Middleware {
  /** The names of its options. */
  readonly options: readonly string[]
  readonly needs: readonly string[]
}

/**
 * @throws TypeError where `bundle` is not an ArrayBuffer or Uint8Array, an option is unknown, or the runtime lacks a web API
 * that the edge needs.
 */
export function checkOptions(options: EdgeOptions | undefined, middleware: Middleware): void {
  const bundle: unknown = options?.bundle
  if (!(bundle instanceof ArrayBuffer) && !(bundle instanceof Uint8Array)) {
    throw new TypeError('acap() needs `bundle`: the bytes that `acap build --out policies.bin` writes')
  }
  const unknown = Object.keys(options!).find((name) => !middleware.options.includes(name))
  if (unknown !== undefined) {
    const known = middleware.options.map((name) => `\`${name}\``).join(', ')
    throw new TypeError(`acap(): unknown option \`${unknown}\`; the options are ${known}`)
  }
  const missing = middleware.needs.filter((name) => !(name in globalThis))
  if (missing.length > 0) {
    throw new TypeError(
      `acap() needs ${missing.join(', ')}, which this runtime lacks: use Node 20 or newer, Deno 2, Bun 1.2 or Cloudflare Workers`,
    )
  }
}

/** A check of the first request: reports a middleware whose route leaves `/robots.txt` to the app. */
export function mountCheck(log: LogSink): (context: Context) => void {
  let isDone = false
  return ({ req }) => {
    if (isDone) return
    isDone = true
    guarded(
      log,
      'mount',
      () => {
        const fault = 'the app answers /robots.txt by itself: register acap() for `*`, or for /robots.txt too'
        if (!FOR_ROBOTS_TXT.test(req.routePath)) logWarning(log, 'mount', { path: req.routePath, fault })
      },
      () => undefined,
    )
  }
}

/** Paths of Hono's routes that are for `/robots.txt` too. */
const FOR_ROBOTS_TXT = /^\/?(?:\*|:[^/]*|robots\.txt)(?:\/\*)?$/
