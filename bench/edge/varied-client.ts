/**
 * Asks for URLs no two alike, as sixty crawlers in turns, over eight connections; prints requests a
 * second. A process of its own, so that nothing of it is in the figures of what it asks. `node
 * varied-client.ts URL COUNT`
 */
import { connect } from 'node:net'

const CONNECTIONS = 8
const AGENTS = Array.from(
  { length: 60 },
  (_, i) => `Mozilla/5.0 (compatible; BenchBot/${i}.0; +https://example.com/bot)`,
)

const url = new URL(process.argv[2]!)
const count = Number(process.argv[3])
const run = Date.now().toString(36)
let next = 0

/** Asks again and again over one connection. */
function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    let held = ''
    const send = () => {
      if (next === count) return socket.end(() => resolve())
      const number = next++
      const agent = AGENTS[number % AGENTS.length]
      const head = [
        `GET ${url.pathname}${run}-${number}.html HTTP/1.1`,
        `Host: ${url.host}`,
        `User-Agent: ${agent}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
    }
    socket.setNoDelay()
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      held += bytes.toString('latin1')
      const length = answerLength(held)
      if (held.length < length) return
      held = held.slice(length)
      send()
    })
    socket.on('connect', send)
  })
}

/** How long the answer is that a text begins with; Infinity while its headers are not there. */
function answerLength(text: string): number {
  const headers = text.indexOf('\r\n\r\n')
  if (headers < 0) return Number.POSITIVE_INFINITY
  const [, length] = /^content-length: (\d+)/im.exec(text.slice(0, headers)) ?? []
  if (length === undefined) throw new Error('an answer has no length')
  return headers + 4 + Number(length)
}

const start = process.hrtime.bigint()
await Promise.all(Array.from({ length: CONNECTIONS }, ask))
console.log(Math.round(count / (Number(process.hrtime.bigint() - start) / 1e9)))
