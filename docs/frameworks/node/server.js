import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { nodeMiddleware } from 'acap-edge/node'

const guard = nodeMiddleware(readFileSync('dist/policies.bin'))
const app = (_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>')
}
createServer((request, response) => guard(request, response, () => app(request, response))).listen(
  process.env.PORT ?? 3000,
)
