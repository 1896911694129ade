/**
 * An app behind the middleware for Node, Deno and Bun alike: it hands every request to an origin, bytes as they are. Run
 * with the file of a bundle and the origin; it writes its port.
 */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { acap } from '../../src/node/index.ts'

const [bundle, origin] = process.argv.slice(2) as [string, string]

/** What the runtimes bring, as far as it is used here. */
interface Runtime {
  readonly Deno?: {
    serve(
      options: object,
      handler: (request: Request, info: object) => unknown,
    ): { readonly addr: { readonly port: number } }
  }
  readonly Bun?: {
    serve(options: { port: number; hostname: string; fetch(request: Request, server: object): unknown }): {
      readonly port: number
    }
  }
}

const BODILESS = new Set([101, 204, 205, 304])

/** The origin's answer, nothing decoded. */
async function passOn(asked: Request, target: string): Promise<Response> {
  const headers = Object.fromEntries(asked.headers)
  delete headers.connection
  const body = asked.body === null ? null : new Uint8Array(await asked.arrayBuffer())
  return new Promise((resolve, reject) => {
    const sent = request(origin + target, { method: asked.method, headers, setHost: false }, (answer) => {
      const own = new Headers()
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        const name = answer.rawHeaders[i]!
        if (!/^(?:connection|keep-alive|transfer-encoding|date)$/i.test(name))
          own.append(name, answer.rawHeaders[i + 1]!)
      }
      const status = answer.statusCode!
      const isBodiless = BODILESS.has(status) || asked.method === 'HEAD'
      if (isBodiless) answer.resume()
      const stream = isBodiless ? null : (Readable.toWeb(answer) as unknown as ReadableStream)
      resolve(new Response(stream, { status, headers: own }))
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

const app = new Hono()
app.use(acap({ bundle: new Uint8Array(readFileSync(bundle)) }))
app.all('*', (c) => {
  const { url } = c.req.raw
  return passOn(c.req.raw, url.slice(url.indexOf('/', url.indexOf('//') + 2)))
})

function listen(onPort: (port: number) => void): void {
  const { Deno, Bun } = globalThis as Runtime
  const hostname = '127.0.0.1'
  if (Deno !== undefined) {
    const { addr } = Deno.serve({ port: 0, hostname, onListen: () => undefined }, (asked, info) =>
      app.fetch(asked, info),
    )
    onPort(addr.port)
  } else if (Bun !== undefined) {
    onPort(Bun.serve({ port: 0, hostname, fetch: (asked, server) => app.fetch(asked, server) }).port)
  } else {
    const server = serve({ fetch: app.fetch, port: 0, hostname }, () => onPort((server.address() as AddressInfo).port))
  }
}

listen((port) => console.log(`listening ${port}`))
