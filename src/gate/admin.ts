/**
 * The port for the operator: whether the gate lives, whether it is ready, and its numbers. The public must not reach it.
 */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

/** What it tells. */
export interface Admin {
  readonly metrics: Metrics
  /** Null, or why the gate should get no requests now. */
  notReady(): string | null
}

/** Makes the server; it listens to nothing yet. */
export function adminServer({ metrics, notReady }: Admin): Server {
  return createServer((request, answer) => {
    // A query is of no meaning here.
    const path = request.url!.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') return say(answer, 405, 'GET or HEAD\n')
    if (path === '/healthz') return say(answer, 200, 'ok\n')
    if (path === '/readyz') {
      const why = notReady()
      return say(answer, why === null ? 200 : 503, `${why ?? 'ready'}\n`)
    }
    if (path !== '/metrics') return say(answer, 404, '/healthz, /readyz or /metrics\n')
    metrics.text().then(
      (text) => say(answer, 200, text, metrics.contentType),
      (fault) => say(answer, 500, `${fault}\n`),
    )
  })
}

function say(answer: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
