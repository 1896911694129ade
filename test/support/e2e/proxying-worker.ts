/**
 * An app behind the middleware that answers with pages of another server: as it fetched them, or as bytes that it coded
 * itself.
 */
import { Hono } from 'hono'
import policies from '../../../dist/policies.bin'
import { acap } from '../../../src/doors/hono/workers.ts'

export { Pacer } from '../../../src/doors/workers/pacer.ts'

const app = new Hono<{ Bindings: { ORIGIN_URL: string } }>()
app.use(acap({ bundle: policies }))

app.get('/stored/*', async (c) => {
  const { headers, body } = await fetch(c.env.ORIGIN_URL + c.req.path, {
    encodeResponseBody: 'manual',
  })
  return new Response(await new Response(body).arrayBuffer(), { headers, encodeBody: 'manual' })
})
app.get('*', (c) => fetch(c.env.ORIGIN_URL + c.req.path, { headers: c.req.raw.headers }))

export default app
