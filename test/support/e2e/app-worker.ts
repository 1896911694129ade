/**
 * An app behind the middleware: Hono finds the handlers of closed paths by the path as it was sent.
 */
import { Hono } from 'hono'
import policies from '../../../dist/policies.bin'
import { acap } from '../../../src/doors/hono/workers.ts'

export { Pacer } from '../../../src/doors/workers/pacer.ts'

const SECRET = 'nobody crawls this'
const CLOSED = [
  '/private/*',
  '/conventional/*',
  '/strict/*',
  '/here/*',
  '/shop/:country/internal/*',
  '/doc/report.pdf',
]

const app = new Hono()
app.use(acap({ bundle: policies }))
for (const path of [...CLOSED, '/reports/draft.html', '/gone.html']) {
  app.all(path, (c) => c.html(`<!doctype html><title>a</title>${SECRET}`))
}
app.all('*', (c) => c.html('<!doctype html><title>a</title>open', 404))

export default app
