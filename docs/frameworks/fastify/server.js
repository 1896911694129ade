import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { nodeMiddleware } from 'acap-edge/node'
import Fastify from 'fastify'

const guard = nodeMiddleware(readFileSync('dist/policies.bin'))
const app = Fastify({
  serverFactory: (handle) =>
    createServer((request, response) => guard(request, response, () => handle(request, response))),
})
app.get('/*', (_request, reply) => {
  reply
    .type('text/html')
    .send('<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>')
})
await app.listen({ port: Number(process.env.PORT ?? 3000) })
