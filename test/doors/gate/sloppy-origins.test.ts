/**
 * Origins that write HTTP as only lenient servers read it: readers and crawlers get the page, the log names what is wrong,
 * and the connection is not used again. What can be read in two ways is refused.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }

/** An origin that answers each request of a connection with these bytes; gives how many connections came. */
async function originOf(bytes: string, ends: boolean) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.on('data', () => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (ends) socket.end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, connections: () => connections }
}

const head = (...lines: readonly string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n')
const CHUNKS = 'Transfer-Encoding: chunked'

/** What is wrong, as the log says it; the answer, whose body is `a page`; and whether its connection ends by itself. */
const READ: readonly (readonly [fault: string, bytes: string, ends?: boolean])[] = [
  ['Content-Length more than once', `${head('Content-Length: 6', 'Content-Length: 6')}a page`],
  ['Content-Length more than once', `${head('Content-Length: 6, 6')}a page`],
  ['a control character in X-A', `${head('Content-Length: 6', 'X-A: a\x01b\x7f')}a page`],
  ['a control character in X-A', `${head('Content-Length: 6', 'X-A: a\0b')}a page`],
  ['a control character in Set-Cookie', `${head('Content-Length: 6', 'Set-Cookie: a=\rb')}a page`],
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\nContent-Length: 6\n\na page'],
  ['lines that end in LF alone', 'HTTP/1.1 200 OK\r\nContent-Length: 6\n\r\na page'],
  ['a line that is no header: <br />', `${head('<br />', 'Content-Length: 6')}a page`],
  ['a line that is no header: X (Y): z', `${head('Content-Length: 6', 'X (Y): z')}a page`],
  ['a line that is no header: : z', `${head('Content-Length: 6', ': z')}a page`],
  ['white space behind the name X-A', `${head('X-A : a', 'Content-Length: 6')}a page`],
  ['white space behind the name Content-Length', `${head('Content-Length : 6')}a page`],
  ['a folded line in X-A', `${head('X-A: a', '\tb', 'Content-Length: 6')}a page`],
  ['chunks with odd sizes or ends', `${head(CHUNKS)}6  \r\na page\r\n0\r\n\r\n`],
  ['chunks with odd sizes or ends', `${head(CHUNKS)} 6\r\na page\r\n0\r\n\r\n`],
  ['chunks with odd sizes or ends', `${head(CHUNKS)}6\na page\n0\n\n`],
  ['chunks with odd sizes or ends', `${head(CHUNKS)}6 ; a=b\r\na page\r\n0 \r\n\r\n`],
  ['chunks with odd sizes or ends', `${head(CHUNKS)}6\r\na page\r\n0\r\nnone\r\n\r\n`],
  ['Content-Length more than once', `\r\n${head('Content-Length: 6', 'Content-length: 6')}a page`],
  ['a line that is no header: x', `${head('x', 'Connection: keep-alive')}a page`, true],
]

const READ_ALL = READ.map(([fault, bytes, ends = false]) => ({ fault, bytes, ends }))

test.each(READ_ALL)('$fault is read, and the connection ends', async ({ fault, bytes, ends }) => {
  const origin = await originOf(bytes, ends)
  const settings = { origin: origin.url }
  const { url, log } = await gate({ files: FILES, answer: () => undefined, settings })
  for (const userAgent of [BROWSER, 'SearchBot1/1.0', BROWSER]) {
    const answer = await raw(`${url}/a`, { headers: { 'user-agent': userAgent }, agent: false })
    expect([answer.status, String(answer.body), answer.complete]).toEqual([200, 'a page', true])
  }
  expect(origin.connections()).toBe(3)
  const said = log.filter(({ acap }) => acap === 'origin').map(({ state }) => state)
  expect(said).toEqual([`its answers break HTTP: ${fault}`])
})

test.each([
  ['Content-Length: 6, 7', head('Content-Length: 6', 'Content-Length: 7')],
  ['Content-Length: +6', head('Content-Length: +6')],
  ['Content-Length: a', head('Content-Length: a')],
  ['both Content-Length and Transfer-Encoding', head('Content-Length: 6', CHUNKS)],
  ['both Content-Length and Transfer-Encoding', head(CHUNKS, 'Content-Length : 6')],
])('%s is refused, and the log names it', async (fault, bytes) => {
  const origin = await originOf(`${bytes}a page`, false)
  const settings = { origin: origin.url }
  const { url, log } = await gate({ files: FILES, answer: () => undefined, settings })
  const answer = await raw(`${url}/a`, { headers: { 'user-agent': BROWSER } })
  expect([answer.status, answer.body.length > 0]).toEqual([502, true])
  expect(JSON.stringify(log.filter(({ acap }) => acap === 'origin'))).toContain(fault)
})
