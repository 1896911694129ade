/**
 * Runs the code for requests while a Worker starts, because compiling it is most of a first
 * request's cost. Here nobody waits, and nothing is billed. The requests are made up; nothing is
 * logged, counted or sent.
 */
import { pageDecision, refusalFor } from '../../edge/answers/decision-texts.ts'
import type { Edge } from '../../edge/edge.ts'
import { byAddress } from '../../edge/identity/identify.ts'
import type { LoadedBundle } from '../../edge/loaded-bundle.ts'
import type { Bodies, Exchange } from '../../edge/platform.ts'
import { readRequest, received } from '../../edge/request/read-request.ts'
import { judgeCrawl } from '../../edge/serve-page.ts'
import { AS_SENT, WORKERS, WorkersExchange } from './exchange.ts'

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com)'
/** One that hardly any policy names: it is given the rules of `*`. */
const UNNAMED = 'Mozilla/5.0 (compatible; coccocbot-web/1.0)'
const BROWSER = 'Mozilla/5.0 (X11; Linux) Gecko Firefox/140.0'
const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head>'

/**
 * Has the engine of JavaScript compile what requests need before the first one comes. Never throws.
 */
export function warmUp(edge: Edge): void {
  const bundle = edge.policies.current
  const firstHost = bundle?.firstHost ?? null
  if (bundle === null || firstHost === null) return
  const host = firstHost === '*' ? 'www.example.com' : firstHost
  const page = (userAgent: string, path = '/news/') =>
    new MadeUpExchange(`https://${host}${path}`, userAgent)
  attempt(() => edge.answer(page(CRAWLER)))
  attempt(() => edge.answer(page(UNNAMED, closedPath(bundle, host))))
  attempt(() => writeRefusal(page(CRAWLER), bundle))
  attempt(() => edge.answer(page(BROWSER)))
}

function closedPath(bundle: LoadedBundle, host: string): string | undefined {
  const site = bundle.siteAt(host, {
    exchange: new MadeUpExchange(`https://${host}`, ''),
    now: 0,
    ticks: 0,
  })
  if (typeof site === 'string') return undefined
  const text = new TextDecoder().decode(site.program?.files[0]?.text)
  return /^(?:ACAP-)?disallow.*?:\s*(\/[^\s*$]+)/im.exec(text)?.[1]
}

function writeRefusal(exchange: Exchange, bundle: LoadedBundle): void {
  const { request } = exchange
  const visit = readRequest(received(exchange, request, request.url, { now: 0, ticks: 0 }), bundle)
  if (visit.site === null || visit.kind !== 'rules') return
  const identity = byAddress(visit, null)
  const ruling = judgeCrawl(visit, identity).ruling.refusedUnproven()
  refusalFor(pageDecision(visit, identity, ruling), null)
}

/**
 * A Worker that starts cannot make a Response with a body, and a policy may name a host that no URL
 * can have.
 */
function attempt(run: () => unknown): void {
  new Promise((resolve) => resolve(run())).catch(ignored)
}

function ignored(): null {
  return null
}

const log = { log: ignored, warn: ignored, error: ignored }

/** It has no bindings, and its bodies are never queued: a Worker that starts cannot wait. */
export class MadeUpExchange extends WorkersExchange {
  override readonly platform = { ...WORKERS, log }
  readonly app = null
  readonly bodies: Bodies = { ...AS_SENT, queued: () => Promise.resolve('over') }

  constructor(url: string, userAgent: string) {
    super(new Request(url, { headers: { 'user-agent': userAgent } }), {})
  }

  async askOrigin(): Promise<Response> {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(PAGE))
        controller.close()
      },
    })
    const headers = new Headers({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(PAGE.length),
    })
    return { status: 200, statusText: 'OK', headers, body, bodyUsed: false } as Response
  }

  refuse(): Response {
    return new Response(null)
  }

  keepAlive(_work: Promise<unknown>): void {
    // Nothing of it goes on.
  }
}
