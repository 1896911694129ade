import { readFileSync } from 'node:fs'
import { acap } from 'acap-edge/fastify'
import Fastify from 'fastify'

const app = Fastify()
app.register(acap, { bundle: readFileSync('dist/policies.bin') })
app.get('/*', (_request, reply) => {
  reply
    .type('text/html')
    .send('<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>')
})
await app.listen({ port: Number(process.env.PORT ?? 3000) })
