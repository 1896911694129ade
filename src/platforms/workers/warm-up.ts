/**
 * Runs the code of requests while a Worker starts. The runtime compiles a function at its first call, and that is most
 * of the cost of a first request: here nobody waits for it, and no request is billed for it. The requests are made up:
 * none is logged, counted or sent, and their answers are dropped.
 */
import { pageDecision, refusalFor } from './answers/decision-texts.ts'
import { byAddress } from './identity/identify.ts'
import type { LoadedBundle } from './loaded-bundle.ts'
import type { Bodies, Exchange, Platform } from './platform.ts'
import { noNotes, readRequest } from './request/read-request.ts'
import { judgeCrawl } from './serve-page.ts'

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com)'
/** One that hardly any policy names: it is given the rules of `*`. */
const UNNAMED = 'Mozilla/5.0 (compatible; coccocbot-web/1.0)'
const BROWSER = 'Mozilla/5.0 (X11; Linux) Gecko Firefox/140.0'
const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head>'

type Answer = (exchange: Exchange) => Response | Promise<Response>

export function warmUp(bundle: LoadedBundle, answer: Answer): void {
  const { firstHost } = bundle
  if (firstHost === null) return
  const host = firstHost === '*' ? 'www.example.com' : firstHost
  const page = (userAgent: string, path = '/news/') => new MadeUpExchange(`https://${host}${path}`, userAgent)
  attempt(() => answer(page(CRAWLER)))
  attempt(() => answer(page(UNNAMED, closedPath(bundle, host))))
  attempt(() => writeRefusal(page(CRAWLER), bundle))
  attempt(() => answer(page(BROWSER)))
}

function closedPath(bundle: LoadedBundle, host: string): string | undefined {
  const site = bundle.siteAt(host, { exchange: new MadeUpExchange(`https://${host}`, ''), now: 0 })
  if (typeof site === 'string') return undefined
  const text = new TextDecoder().decode(site.program?.files[0]?.text)
  return /^(?:ACAP-)?disallow.*?:\s*(\/[^\s*$]+)/im.exec(text)?.[1]
}

function writeRefusal(exchange: Exchange, bundle: LoadedBundle): void {
  const { request } = exchange
  const visit = readRequest({ exchange, request, url: request.url, now: 0, notes: noNotes() }, bundle)
  if (visit.site === null || visit.kind !== 'rules') return
  const identity = byAddress(visit, null)
  const ruling = judgeCrawl(visit, identity).ruling.refusedUnproven()
  refusalFor(pageDecision(visit, identity, ruling, null, 'hours'), false)
}

/** A Worker that starts cannot make a Response with a body, and a policy may name a host that no URL can have. */
function attempt(run: () => unknown): void {
  new Promise((resolve) => resolve(run())).catch(ignored)
}

function ignored(): null {
  return null
}

const PLATFORM: Platform = {
  log: { log: ignored, warn: ignored, error: ignored },
  fetchKeys: () => Promise.reject(new Error('a request that is made up fetches nothing')),
}

export class MadeUpExchange implements Exchange {
  readonly platform = PLATFORM
  readonly request: Request
  readonly clientAddress = null
  readonly botVerdict = null
  readonly bundles = null
  readonly paces = null
  readonly counter = null
  readonly app = null
  readonly bodies: Bodies = {
    isStillCoded: null,
    encode: null,
    loadZlib: () => Promise.resolve(null),
    queued: () => Promise.resolve('over'),
  }

  constructor(url: string, userAgent: string) {
    this.request = new Request(url, { headers: { 'user-agent': userAgent } })
  }

  async askOrigin(): Promise<Response> {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(PAGE))
        controller.close()
      },
    })
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'content-length': String(PAGE.length) })
    return { status: 200, statusText: 'OK', headers, body, bodyUsed: false } as Response
  }

  refuse(): Response {
    return new Response(null)
  }

  keepAlive(_work: Promise<unknown>): void {
    // Nothing of it goes on.
  }
}
