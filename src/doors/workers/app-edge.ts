/**
 * The edge in the web's own shape for the Workers runtime, whose streams rewrite the pages.
 */
import { decisionOf } from '../../decide/decision-of.ts'
import { Edge } from '../../edge/edge.ts'
import type { AppBehind, Bodies, Ruling } from '../../edge/platform.ts'
import {
  askApp,
  checkOptions,
  type Next,
  pipeable,
  type RequestContext,
  seemsForPage,
} from '../app-origin.ts'
import {
  bodiesBy,
  type EdgeEnv,
  WORKERS,
  WorkersExchange,
  type WorkersOptions,
} from './exchange.ts'
import { warmUp } from './warm-up.ts'

/** What a Worker gets beside a request. */
export interface WorkersContext extends RequestContext {
  /** The bindings, of which the edge uses those of EdgeEnv. */
  readonly env?: EdgeEnv
  /** Keeps what follows the answer going: `context.waitUntil`. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** Answers a request, by the app where the policy lets it. */
export type WorkersEdge = (
  request: Request,
  next: Next,
  context?: WorkersContext,
) => Promise<Response>

/**
 * Enforces a bundle's policies on every request.
 *
 * @param bundle The bytes that `acap build --out` writes.
 * @param options What a Worker may switch off. @default nothing
 * @throws TypeError without a bundle, for an unknown option, or in another runtime.
 * @example
 * const handle = edge(bundle)
 * export default { fetch: (request, env, context) => handle(request, (asked) => fetch(asked), { env }) }
 */
export function edge(bundle: ArrayBuffer | Uint8Array, options: WorkersOptions = {}): WorkersEdge {
  return workersEdge('edge', bundle, options)
}

/** The same for a function of another name. */
export function workersEdge(
  name: string,
  bundle: ArrayBuffer | Uint8Array,
  options: WorkersOptions,
): WorkersEdge {
  const known = name === 'acap' ? ['bundle', 'rewriter'] : ['rewriter']
  checkOptions(name, bundle, options, known, ['IdentityTransformStream'])
  const own = new Edge(WORKERS, { bundle })
  warmUp(own)
  const bodies: Bodies = { ...bodiesBy(options), isStillCoded }
  return (request, next, context = {}) =>
    own.answer(new AppExchange(request, next, context, bodies))
}

class AppExchange extends WorkersExchange {
  readonly app: AppBehind
  readonly bodies: Bodies
  readonly #next: Next
  readonly #waitUntil: WorkersContext['waitUntil']

  constructor(request: Request, next: Next, context: WorkersContext, bodies: Bodies) {
    super(request, context.env ?? {})
    this.bodies = bodies
    this.app = { routedAs: context.routedAs, seemsForPage, pipeable }
    this.#waitUntil = context.waitUntil
    this.#next = next
  }

  askOrigin(
    request: Request,
    siteOrigin: string | null,
    _countsAsCrawler: boolean,
    ruling: Ruling | undefined,
  ): Promise<Response> {
    return askApp(this.#next, request, { siteOrigin, decision: ruling ? decisionOf(ruling) : null })
  }

  keepAlive(work: Promise<unknown>): void {
    this.#waitUntil?.(work)
  }
}

/** How many bytes of a body tell whether it is still coded. */
const LIMIT = 512

/**
 * Whether a body begins as coded bytes do: an app may code it itself, and nothing but the bytes
 * tells.
 */
function isStillCoded(first: Uint8Array, coding: string): boolean {
  if (coding === 'gzip') return first[0] === 0x1f && (first.length < 2 || first[1] === 0x8b)
  const isText = TEXT_STARTS.some((start) => start.every((byte, i) => byte === first[i]))
  return !isText && first.subarray(0, LIMIT).some(isControl)
}

/** Byte order marks and `<`, as UTF-8 and UTF-16 have them. */
const TEXT_STARTS = [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe], [0x3c], [0, 0x3c]]

function isControl(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20)
}
