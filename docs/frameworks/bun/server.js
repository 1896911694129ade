import { readFileSync } from 'node:fs'
import { edge } from 'acap-edge/node'

const guard = edge(readFileSync('dist/policies.bin'))
const page = '<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>'
const app = () => new Response(page, { headers: { 'content-type': 'text/html' } })
Bun.serve({
  port: process.env.PORT ?? 3000,
  fetch: (request, server) => guard(request, app, { address: server.requestIP(request)?.address }),
})
