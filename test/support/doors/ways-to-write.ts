/** Apps of node:http that write the same page in each way that there is, and the policy before them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { bundleOf } from '../bundle.ts'
import { POLICY } from '../tagging-policy.ts'

export const bundle = await bundleOf({ site: POLICY }, { known: { SearchBot1: 'search' } })
export const PAGE = '<!doctype html><html><head><title>é</title></head><body>a page</body></html>'

export type App = (request: IncomingMessage, response: ServerResponse) => void

export const page: App = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(PAGE)
}

/** The same page, written in other ways. */
export const WAYS: Readonly<Record<string, App>> = {
  'setHeader and end': page,
  'writeHead with an object, and its length': (_, response) => {
    const length = Buffer.byteLength(PAGE)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': length })
      .end(PAGE)
  },
  'writeHead with a phrase and a list': (_, response) => {
    response.writeHead(200, 'Fine', ['Content-Type', 'text/html; charset=utf-8', 'X-A', '1'])
    response.end(PAGE)
  },
  'pieces, with callbacks': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const write = (rest: string) => {
      if (rest === '') response.end()
      else response.write(rest.slice(0, 7), 'utf8', () => write(rest.slice(7)))
    }
    write(PAGE)
  },
  'a piped stream': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    Readable.from([PAGE.slice(0, 20), PAGE.slice(20)]).pipe(response)
  },
  'flushed headers': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.flushHeaders()
    setImmediate(() => response.end(PAGE))
  },
}
