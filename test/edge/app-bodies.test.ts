import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { describe, expect, test } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, HOME } from '../support/edge/edge.ts'
import { html, inPieces, TAGGING, TAGS } from '../support/edge/tagged-pages.ts'

const PAGE = `<head></head><body>${'x'.repeat(20_000)}`
const BYTES = new TextEncoder().encode(PAGE)

function streamed(): Response {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  writer.write(BYTES).then(() => writer.close())
  return html(readable)
}

/** Bodies that an app makes in the same isolate: the runtime cannot carry them all from one stream of its own to another. */
const BODIES: Record<string, () => Response> = {
  'of one piece': () => html(PAGE),
  'that was cloned': () => html(PAGE).clone(),
  'of a stream of the runtime': streamed,
  'that was rewritten already': () => new HTMLRewriter().on('p', {}).transform(html(PAGE)),
  'of a stream of its own': () => html(inPieces([PAGE])),
}

describe('a page of an app behind the middleware', () => {
  for (const [name, body] of Object.entries(BODIES)) {
    test(`${name} arrives whole`, async () => {
      const app = new Hono()
      const site = { 'site.toml': 'hosts = ["news.test"]\n', ...TAGGING }
      app.use(acap({ bundle: await bundleOf({ news: site }, { known: { SearchBot1: 'search' } }) }))
      app.get('/tagged/etag', etag())
      app.get('*', body)
      for (const path of ['/tagged/a', '/tagged/etag', '/other']) {
        for (const userAgent of [BROWSER, CRAWLER]) {
          const response = await app.request(HOME + path, { headers: { 'user-agent': userAgent } })
          const expected = path === '/other' ? PAGE : PAGE.replace('<head>', `<head>${TAGS}`)
          expect(await response.text()).toBe(expected)
        }
      }
    })
  }
})
