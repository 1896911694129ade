import { readFileSync } from 'node:fs'
import { nodeMiddleware } from 'acap-edge/node'
import express from 'express'

const app = express()
app.use(nodeMiddleware(readFileSync('dist/policies.bin')))
app.get('/{*path}', (_request, response) => {
  response.send('<!doctype html><html><head><title>Hello</title></head><body>Hello</body></html>')
})
app.listen(process.env.PORT ?? 3000)
