/**
 * The edge for servers of `node:http` and what is made of them (Express, Connect, Fastify,
 * Next.js): what comes after it is the origin. Pages stream through it, and get their tags.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainAnswer } from '../../edge/answers/own-answers.ts'
import type { Edge } from '../../edge/edge.ts'
import type { AcapVariables, Next } from '../app-origin.ts'
import { AnswerOnSocket } from './answer-on-socket.ts'
import type { AppAnswer } from './app-answer.ts'
import { AppExchange, edgeFor, type NodeEdgeOptions } from './app-edge.ts'
import { CapturedAnswer } from './captured-answer.ts'
import type { NodeServices } from './exchange.ts'
import { altered, headersFrom } from './raw-headers.ts'
import { RequestOnWire, readWire } from './wire-request.ts'
import { writeResponse } from './write-response.ts'

// Written out: the library's types compile without those of Node.

/** The part of a request that the types name; it is an `IncomingMessage`. */
export interface NodeRequest {
  readonly headers: object
  /** What the edge found, for the handlers after it. */
  acap?: AcapVariables
}

/** The part of a response that the types name; it is a `ServerResponse`. */
export interface NodeResponse {
  readonly headersSent: boolean
}

// biome-ignore lint/suspicious/noTsIgnore: the declaration has it, for programs without Node's types
/** @ts-ignore */
declare module 'node:http' {
  interface IncomingMessage {
    /** What the edge found, for the handlers after it, also those of Express. */
    acap?: AcapVariables
  }
}

/** Answers a request, or calls `next` where the policy lets the app answer it. */
export type NodeMiddleware = (
  request: NodeRequest,
  response: NodeResponse,
  next: (fault?: unknown) => void,
) => void

/**
 * What came in, as Express extends it: below a path that an app is mounted at, `url` lacks the
 * path.
 */
type Incoming = IncomingMessage & NodeRequest & { readonly originalUrl?: string }

/**
 * Enforces a bundle's policies on every request.
 *
 * @param bundle The bytes that `acap build --out` writes.
 * @param options Trusted proxies, and a store of newer bundles. @default none
 * @throws TypeError as `edge` does.
 * @example
 * const app = express()
 * app.use(nodeMiddleware(readFileSync('dist/policies.bin')))
 */
export function nodeMiddleware(
  bundle: ArrayBuffer | Uint8Array,
  options: NodeEdgeOptions = {},
): NodeMiddleware {
  return guardBy('nodeMiddleware', bundle, options, false)
}

/**
 * The same by another name; `isRouted`: whether the app has found its handler before, by the method
 * of the client.
 */
export function guardBy(
  name: string,
  bundle: ArrayBuffer | Uint8Array,
  options: NodeEdgeOptions = {},
  isRouted: boolean,
): NodeMiddleware {
  const [edge, services] = edgeFor(name, bundle, options)
  return (request, response, next) => {
    const place = { request: request as Incoming, response: response as ServerResponse, isRouted }
    void guard(edge, services, place, next)
  }
}

interface Place {
  readonly request: Incoming
  readonly response: ServerResponse
  readonly isRouted: boolean
}

interface Found {
  caught: AppAnswer | null
  answered: Response | null
}

async function guard(
  edge: Edge,
  services: NodeServices,
  { request, response, isRouted }: Place,
  next: (fault?: unknown) => void,
): Promise<void> {
  const written = request.originalUrl ?? request.url ?? '/'
  if (written === '*') return next()
  const ownHost = String(request.headers[':authority'] ?? 'localhost')
  const wire = readWire(request, ownHost, 'encrypted' in request.socket ? 'https' : 'http', written)
  const found: Found = { caught: null, answered: null }
  let received: Request | null = null
  let isInTurn = true
  const app: Next = async (asked, variables) => {
    const isHead = request.method === 'HEAD'
    if (!isRouted) request.method = asked.method
    takeOver(request, asked, received!)
    found.caught = caught(response, isHead)
    request.acap = variables
    // Ahead of promises, as Node's server calls it: what it writes is on its way before they go on.
    if (isInTurn) callApp(next)
    else process.nextTick(callApp, next)
    found.answered = await found.caught.response
    return found.answered
  }
  try {
    let answer = plainAnswer(400)
    if (wire !== null) {
      const exchange = exchangeOf(wire.url, written, request, app, services)
      received = exchange.request
      const answering = edge.answer(exchange)
      isInTurn = false
      answer = await answering
    }
    if (found.caught === null) await writeResponse(answer, response)
    else if (answer === found.answered) found.caught.release()
    // What the app still writes is the body of this answer, or goes nowhere.
    else await found.caught.send(answer)
  } catch (fault) {
    if (found.caught === null) next(fault)
    else response.destroy()
  }
}

/** A fault that the app throws is the app's, as without this middleware: it reaches the process. */
function callApp(next: (fault?: unknown) => void): void {
  try {
    next()
  } catch (fault) {
    process.nextTick(() => {
      throw fault
    })
  }
}

function caught(response: ServerResponse, isHead: boolean): AppAnswer {
  const { httpVersionMajor, socket } = response.req
  // Those of HTTP/2 share a connection, Bun's write to none that can be seen, and those of a test
  // to none at all.
  const hasConnection = httpVersionMajor < 2 && !('bun' in process.versions) && 'write' in socket
  return hasConnection ? new AnswerOnSocket(response, isHead) : new CapturedAnswer(response)
}

function exchangeOf(
  url: string,
  written: string,
  request: Incoming,
  app: Next,
  services: NodeServices,
): AppExchange {
  const raw = request.rawHeaders.slice(pseudoCount(request.rawHeaders))
  const light = RequestOnWire.of(request.method ?? 'GET', url, raw)
  return new AppExchange(
    light,
    app,
    { address: request.socket.remoteAddress, routedAs: written },
    services,
  )
}

/** How many of these fields of HTTP/2 are no header, such as `:path`. They come first. */
function pseudoCount(raw: readonly string[]): number {
  let start = 0
  while (raw[start]?.startsWith(':')) start += 2
  return start
}

/**
 * Gives the app the request as the edge altered it: without a Range, say, where the page may get
 * tags.
 */
function takeOver(request: Incoming, asked: Request, received: Request): void {
  if (asked === received) return
  const { rawHeaders, headers, headersDistinct } = request
  const start = pseudoCount(rawHeaders)
  const before = headersFrom(rawHeaders.slice(start))
  const names = new Set([...before.keys(), ...new Headers(asked.headers).keys()])
  const changed = [...names].filter((name) => asked.headers.get(name) !== before.get(name))
  if (changed.length === 0) return
  rawHeaders.splice(
    start,
    rawHeaders.length,
    ...altered(rawHeaders.slice(start), asked.headers, before),
  )
  for (const name of changed) {
    const value = asked.headers.get(name)
    if (value === null) {
      delete headers[name]
      delete headersDistinct?.[name]
    } else {
      headers[name] = value
      if (headersDistinct !== undefined) headersDistinct[name] = [value]
    }
  }
}
