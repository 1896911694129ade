import { readFileSync } from 'node:fs'
import { edge } from 'acap-edge/node'

const guard = edge(readFileSync('dist/policies.bin'))
const page = '<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>'
const app = () => new Response(page, { headers: { 'content-type': 'text/html' } })
Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000) }, (request, { remoteAddr }) =>
  guard(request, app, { address: remoteAddr.hostname }),
)
