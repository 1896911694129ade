/**
 * The edge for servers of `node:http` and what is made of them (Express, Connect, Fastify, Next.js): what comes after
 * it is the origin. Pages stream through it, and get their tags.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { plainAnswer } from '../../edge/answers/own-answers.ts'
import type { Edge } from '../../edge/edge.ts'
import type { AcapVariables, Next } from '../app-origin.ts'
import { AppExchange, edgeFor, type NodeEdgeOptions } from './app-edge.ts'
import { CapturedAnswer } from './captured-answer.ts'
import type { NodeServices } from './exchange.ts'
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

/** Answers a request, or calls `next` where the policy lets the app answer it. */
export type NodeMiddleware = (
  request: NodeRequest,
  response: NodeResponse,
  next: (fault?: unknown) => void,
) => void

/** What came in, as Express extends it: below a path that an app is mounted at, `url` lacks the path. */
type Incoming = IncomingMessage & NodeRequest & { readonly originalUrl?: string }

/** Enforces a bundle's policies on every request. @throws TypeError as `edge` does. */
export function nodeMiddleware(
  bundle: ArrayBuffer | Uint8Array,
  options: NodeEdgeOptions = {},
): NodeMiddleware {
  const [edge, services] = edgeFor('nodeMiddleware', bundle, options)
  return (request, response, next) => {
    void guard(edge, services, request as Incoming, response as ServerResponse, next)
  }
}

interface Found {
  captured: CapturedAnswer | null
  answered: Response | null
}

async function guard(
  edge: Edge,
  services: NodeServices,
  request: Incoming,
  response: ServerResponse,
  next: (fault?: unknown) => void,
): Promise<void> {
  const written = request.originalUrl ?? request.url ?? '/'
  if (written === '*') return next()
  const ownHost = String(request.headers[':authority'] ?? 'localhost')
  const wire = readWire(request, ownHost, 'encrypted' in request.socket ? 'https' : 'http', written)
  const found: Found = { captured: null, answered: null }
  const app: Next = async (asked, variables) => {
    found.captured = new CapturedAnswer(response)
    takeOver(request, asked)
    request.acap = variables
    next()
    found.answered = await found.captured.response
    return found.answered
  }
  try {
    const answer =
      wire === null
        ? plainAnswer(400)
        : await edge.answer(exchangeOf(wire.url, written, request, app, services))
    if (answer === found.answered) return found.captured!.release()
    // What the app still writes is the body of this answer, or goes nowhere.
    await writeResponse(answer, response, null, found.captured?.wire)
  } catch (fault) {
    if (found.captured === null) next(fault)
    else response.destroy()
  }
}

function exchangeOf(
  url: string,
  written: string,
  request: Incoming,
  app: Next,
  services: NodeServices,
): AppExchange {
  const light = RequestOnWire.of(request.method ?? 'GET', url, withoutPseudo(request.rawHeaders))
  return new AppExchange(
    light,
    app,
    { address: request.socket.remoteAddress, routedAs: written },
    services,
  )
}

/** The header without the fields of HTTP/2 that are none, such as `:path`. They come first. */
function withoutPseudo(raw: readonly string[]): readonly string[] {
  let start = 0
  while (raw[start]?.startsWith(':')) start += 2
  return start === 0 ? raw : raw.slice(start)
}

/** Gives the app the request as the edge altered it: without a Range, say, where the page may get tags. */
function takeOver(request: Incoming, asked: Request): void {
  if (asked.method !== request.method) request.method = asked.method
  for (const name of Object.keys(request.headers)) {
    if (!name.startsWith(':') && !asked.headers.has(name)) delete request.headers[name]
  }
  for (const [name, value] of asked.headers) {
    if (name !== 'set-cookie' && request.headers[name] !== value) request.headers[name] = value
  }
}
