import * as http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeMiddleware } from '../../src/doors/node/node-middleware.ts'
import { bundle, page } from '../support/doors/ways-to-write.ts'
import { BROWSER, TAGS } from '../support/tagging-policy.ts'

describe('the middleware for node:http2', () => {
  const answers = async (path: string, userAgent: string) => {
    const guard = nodeMiddleware(bundle)
    const server = http2.createServer((request, response) => {
      guard(request, response, () => {
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        page(request as never, response as never)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    onTestFinished(() => {
      client.destroy()
      server.close()
    })
    const stream = client.request({ ':path': path, 'user-agent': userAgent })
    const header = new Promise<http2.IncomingHttpHeaders>((resolve) =>
      stream.once('response', resolve),
    )
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece)
    const { ':status': status, 'set-cookie': cookies } = await header
    return [status, cookies, String(Buffer.concat(pieces))]
  }

  it('refuses, and puts tags in a page', async () => {
    const refused = await answers('/private/a', 'SearchBot1/1.0')
    expect(refused).toEqual([403, undefined, expect.stringContaining('/private/')])
    const whole = [200, ['a=1', 'b=2'], expect.stringContaining(TAGS)]
    expect(await answers('/a', 'SearchBot1/1.0')).toEqual(whole)
    expect(await answers('/private/a', BROWSER)).toEqual(whole)
  })
})
