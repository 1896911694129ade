import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { nodeMiddleware } from 'acap-edge/node'
import next from 'next'

const app = next({ dev: false })
const handle = app.getRequestHandler()
await app.prepare()
const guard = nodeMiddleware(readFileSync('dist/policies.bin'))
createServer((request, response) =>
  guard(request, response, () => handle(request, response)),
).listen(process.env.PORT ?? 3000)
