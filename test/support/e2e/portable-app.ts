/**
 * An app behind the middleware for Node, Deno and Bun alike: it hands every request to an origin, bytes as they are. Run
 * with the file of a bundle, the origin and the shape of the edge: `hono`, `web` or `node`; it writes its port.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { acap } from '../../../src/doors/hono/node.ts'
import type { NodeContext } from '../../../src/doors/node/app-edge.ts'
import { edge } from '../../../src/doors/node/app-edge.ts'
import { nodeMiddleware } from '../../../src/doors/node/node-middleware.ts'

const [file, origin, shape] = process.argv.slice(2) as [string, string, 'hono' | 'web' | 'node']
const bundle = new Uint8Array(readFileSync(file))

/** What the runtimes bring, as far as it is used here. */
interface Runtime {
  readonly Deno?: {
    serve(
      options: object,
      handler: (request: Request, info: object) => unknown,
    ): { readonly addr: { readonly port: number } }
  }
  readonly Bun?: {
    serve(options: {
      port: number
      hostname: string
      fetch(request: Request, server: object): unknown
    }): {
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
    const sent = request(
      origin + target,
      { method: asked.method, headers, setHost: false },
      (answer) => {
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
      },
    )
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}

/** The same in Node's own shape. */
function passOnInNode(asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers }
  delete headers.connection
  const target = asked.url!.replace(/^https?:\/\/[^/?]*/i, '')
  const sent = request(
    origin + target,
    { method: asked.method!, headers, setHost: false },
    (page) => {
      const own: string[] = []
      for (let i = 0; i < page.rawHeaders.length; i += 2) {
        const name = page.rawHeaders[i]!
        if (!/^(?:connection|keep-alive|transfer-encoding|date)$/i.test(name))
          own.push(name, page.rawHeaders[i + 1]!)
      }
      answer.writeHead(page.statusCode!, own)
      page.on('error', () => answer.destroy())
      page.pipe(answer)
    },
  )
  sent.on('error', () => answer.destroy())
  asked.pipe(sent)
}

type Handler = (asked: Request, handed: object) => Response | Promise<Response>

const targetOf = ({ url }: Request) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

function honoApp(): Handler {
  const app = new Hono()
  app.use(acap({ bundle }))
  app.all('*', (c) => passOn(c.req.raw, targetOf(c.req.raw)))
  return (asked, handed) => app.fetch(asked, handed)
}

function webApp(): Handler {
  const guard = edge(bundle)
  return (asked, handed) => {
    const { remoteAddr } = handed as { remoteAddr?: { hostname: string } }
    const context: NodeContext = { address: remoteAddr?.hostname }
    return guard(asked, (request) => passOn(request, targetOf(request)), context)
  }
}

function listenInNode(onPort: (port: number) => void): void {
  const guard = nodeMiddleware(bundle)
  const server = createServer((asked, answer) =>
    guard(asked, answer, () => passOnInNode(asked, answer)),
  )
  server.listen(0, '127.0.0.1', () => onPort((server.address() as AddressInfo).port))
}

function listen(onPort: (port: number) => void): void {
  const app = shape === 'hono' ? honoApp() : webApp()
  const { Deno, Bun } = globalThis as Runtime
  const hostname = '127.0.0.1'
  if (Deno !== undefined) {
    const { addr } = Deno.serve({ port: 0, hostname, onListen: () => undefined }, app)
    onPort(addr.port)
  } else if (Bun !== undefined) {
    onPort(Bun.serve({ port: 0, hostname, fetch: app }).port)
  } else {
    const server = serve({ fetch: app as never, port: 0, hostname }, () =>
      onPort((server.address() as AddressInfo).port),
    )
  }
}

const start = shape === 'node' ? listenInNode : listen
start((port) => console.log(`listening ${port}`))
