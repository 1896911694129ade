import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { nodeMiddleware } from 'acap-edge/node'
import { handler } from './build/handler.js'

const guard = nodeMiddleware(readFileSync('dist/policies.bin'))
createServer((request, response) =>
  guard(request, response, () => handler(request, response)),
).listen(process.env.PORT ?? 3000)
