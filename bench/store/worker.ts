/**
 * The Worker with a store behind HTTP in the place of KV, and an origin of its own. The app is made
 * at the first request that is not the question whether workerd is up.
 */

import policies from '../../dist/policies.bin'
import type { App } from '../../src/doors/workers/proxy-worker.ts'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'

interface Env {
  readonly STORE_URL: string
  /** Answers without the edge: what the rest is measured beside. */
  readonly CONSTANT?: string
}

const ORIGIN = { fetch: async () => new Response('a page') }
let app: App | null = null

const storeAt = (url: string) => ({
  async get(key: string): Promise<ArrayBuffer | null> {
    const answer = await fetch(url + key)
    return answer.status === 200 ? answer.arrayBuffer() : null
  },
})

export default {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response> {
    if (env.CONSTANT !== undefined || request.url.endsWith('/.well-known/up'))
      return new Response('up')
    app ??= createApp({ bundle: policies })
    return app.fetch(request, { ORIGIN, POLICIES: storeAt(env.STORE_URL) } as never, context)
  },
}

export { Pacer } from '../../src/doors/workers/pacer.ts'
