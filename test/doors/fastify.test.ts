/**
 * The edge as a plugin of Fastify: the same over a port and by `inject()`, for every form of an answer.
 */
import { Readable } from 'node:stream'
import Fastify, { type FastifyServerOptions, type RouteHandlerMethod } from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/fastify/index.ts'
import { bundleOf } from '../support/bundle.ts'
import { raw } from '../support/node-origin.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const bundle = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
const PAGE = '<!doctype html><html><head><title>a</title></head><body>b</body></html>'
const WITHHELD = PAGE.replace(
  '<title>',
  '<meta name="robots" content="ACAP disallow-crawl"><title>',
)

const PAGES: Readonly<Record<string, RouteHandlerMethod>> = {
  text: (_, reply) => reply.type('text/html').send(PAGE),
  buffer: (_, reply) => reply.type('text/html').send(Buffer.from(PAGE)),
  stream: (_, reply) =>
    reply.type('text/html').send(Readable.from([PAGE.slice(0, 20), PAGE.slice(20)])),
  web: async () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }),
  hijacked: (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/html' })
    reply.raw.end(PAGE)
  },
}

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

async function appWith(options: FastifyServerOptions = {}) {
  const app = Fastify(options)
  app.register(acap, { bundle })
  for (const [name, handler] of Object.entries(PAGES)) app.get(`/${name}`, handler)
  app.get('/withheld', (_, reply) => reply.type('text/html').send(WITHHELD))
  app.get('/fault', async () => {
    throw new Error('a fault')
  })
  app.register(
    async (part) => {
      part.get('/a', async ({ acap: found }) => found?.decision?.outcome ?? 'no decision')
    },
    { prefix: '/part' },
  )
  app.get('/private/a', async () => 'a secret')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as { port: number }

  /** The answer over a port, which is the one of `inject()`. */
  return async (url: string, agent: string, method: 'GET' | 'HEAD' = 'GET') => {
    const headers = { host: 'localhost', 'user-agent': agent }
    const injected = await app.inject({ url, method, headers })
    const answer = await raw(`http://127.0.0.1:${port}${url}`, { method, headers })
    const text = String(answer.body)
    expect([injected.statusCode, injected.body]).toEqual([answer.status, text])
    expect(injected.headers['content-length']).toBe(answer.headers['content-length'])
    return { status: answer.status, text, headers: answer.headers }
  }
}

test('refuses a crawler, and no reader', async () => {
  const ask = await appWith()
  expect(await ask('/private/a', CRAWLER)).toMatchObject({ status: 403 })
  expect(await ask('/private/a', BROWSER)).toMatchObject({ status: 200, text: 'a secret' })
  expect(await ask('/withheld', CRAWLER)).toMatchObject({ status: 403 })
  expect((await ask('/robots.txt', CRAWLER)).text).toContain('ACAP-disallow-crawl: /private/')
})

test.each(Object.keys(PAGES))('tags a page that is sent as %s', async (name) => {
  const ask = await appWith()
  for (const agent of [BROWSER, CRAWLER]) {
    const { status, text } = await ask(`/${name}`, agent)
    expect([status, text]).toEqual([200, PAGE.replace('<head>', `<head>${TAGS}`)])
  }
})

test('leaves other answers of Fastify as they are', async () => {
  const ask = await appWith()
  expect(await ask('/fault', BROWSER)).toMatchObject({ status: 500 })
  expect(JSON.parse((await ask('/nothing', BROWSER)).text)).toMatchObject({ statusCode: 404 })
  expect(await ask('/%', CRAWLER)).toMatchObject({ status: 400 })
})

test('gives no length of a page whose header alone is sent', async () => {
  const ask = await appWith()
  for (const agent of [BROWSER, CRAWLER]) {
    const { status, headers } = await ask('/text', agent, 'HEAD')
    expect([status, headers['content-length']]).toEqual([200, undefined])
  }
})

test('tells handlers what it found, those of parts, too', async () => {
  const ask = await appWith()
  expect((await ask('/part/a', CRAWLER)).text).toBe('permitted')
  expect((await ask('/part/a', BROWSER)).text).toBe('no decision')
})

test('judges the URL that is public', async () => {
  const ask = await appWith({
    rewriteUrl: ({ url }) => url!.replace('/private/', '/').replace('/open/', '/private/'),
  })
  expect(await ask('/private/text', CRAWLER)).toMatchObject({ status: 403 })
  expect(await ask('/open/a', CRAWLER)).toMatchObject({ status: 200, text: 'a secret' })
})

test('without a bundle, the app does not start', async () => {
  const app = Fastify()
  app.register(acap, {} as never)
  await expect(app.ready()).rejects.toThrow('acap() needs `bundle`')
})
