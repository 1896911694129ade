import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { exchanged, raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
const CRAWLER = 'SearchBot1/1.0'
const as = (userAgent: string) => ({ headers: { 'user-agent': userAgent } })

test('an answer for a reader is the origin’s, byte for byte and header for header', async () => {
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
  const { url } = await gate({
    files: FILES,
    answer: (_, response) => {
      const headers = [
        'X-Odd',
        'Case',
        'set-cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'Content-Length',
        String(body.length),
      ]
      response.writeHead(203, 'Odd phrase', [...headers, 'Connection', 'x-hop', 'x-hop', 'secret'])
      response.end(body)
    },
  })
  const { hostname, port } = new URL(url)
  const text = await exchanged(
    url,
    `GET /closed/a HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`,
  )
  const [head = '', received = ''] = [
    text.slice(0, text.indexOf('\r\n\r\n')),
    text.slice(text.indexOf('\r\n\r\n') + 4),
  ]
  expect(head).toMatch(
    /^HTTP\/1\.1 203 Odd phrase\r\nX-Odd: Case\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 300000/,
  )
  expect(head).not.toContain('hop')
  expect(Buffer.from(received, 'latin1').equals(body)).toBe(true)
})

test('the origin gets Host, path, headers and body as they were sent', async () => {
  const seen: { url: string; headers: string[]; body: string }[] = []
  const { url } = await gate({
    files: FILES,
    answer: async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ url: request.url!, headers: request.rawHeaders, body })
      response.end()
    },
  })
  const host = new URL(url).host
  const head = `POST /a%7eb/{c}|d?e=%zz HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${BROWSER}\r\nX-MiXed: a\r\nX-MiXed: b\r\nX-Forwarded-For: 1.2.3.4\r\nConnection: close\r\n`
  await exchanged(url, `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)
  await exchanged(url, `${head}Content-Length: 3\r\n\r\nabc`)
  await exchanged(url, `${head}Expect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`)
  expect(seen.map(({ body }) => body)).toEqual(['hello', 'abc', 'abc'])
  for (const { url: path, headers } of seen) {
    expect(path).toBe('/a%7eb/{c}|d?e=%zz')
    expect(headers.slice(0, 4)).toEqual(['host', host, 'connection', 'keep-alive'])
    expect(headers.slice(4, 10)).toEqual(['User-Agent', BROWSER, 'X-MiXed', 'a', 'X-MiXed', 'b'])
    // Nobody is trusted, so the client's own word for its address is dropped.
    expect(headers[headers.indexOf('X-Forwarded-For') + 1]).toBe('127.0.0.1')
    expect(headers.map((each) => each.toLowerCase())).not.toContain('expect')
  }
})

test('a crawler is refused without the origin, and both crawler and reader get what the origin gives elsewhere', async () => {
  let asked = 0
  const { url, log } = await gate({
    files: FILES,
    answer: (_, response) => {
      asked++
      response.setHeader('content-type', 'text/plain').end('a page')
    },
  })
  const refused = await raw(`${url}/closed/a`, as(CRAWLER))
  expect([refused.status, refused.headers['content-length'], asked]).toEqual([
    403,
    String(refused.body.length),
    0,
  ])
  expect(String(refused.body)).toContain('SearchBot1 may not fetch this page')
  for (const userAgent of [CRAWLER, BROWSER]) {
    expect(String((await raw(`${url}/open`, as(userAgent))).body)).toBe('a page')
  }
  expect(log.filter(({ outcome }) => outcome === 'prohibited')).toHaveLength(1)
  const robots = await raw(`${url}/robots.txt`, as(CRAWLER))
  expect([robots.status, String(robots.body).includes('Disallow: /closed/')]).toEqual([200, true])
})

test('spellings that a parser resolves are decided and asked for as resolved', async () => {
  const seen: string[] = []
  const { url } = await gate({
    files: FILES,
    answer: (request, response) => {
      seen.push(request.url!)
      response.end()
    },
  })
  const { host } = new URL(url)
  const ask = (target: string, userAgent: string) =>
    exchanged(
      url,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
    )
  for (const target of [
    '/open/../closed/a',
    '/closed\\a',
    '/%63losed/a',
    `http://${host}/closed/a`,
    '/./closed/a',
  ]) {
    expect([target, (await ask(target, CRAWLER)).slice(9, 12)]).toEqual([target, '403'])
  }
  expect(seen).toEqual([])
  expect((await ask('/a/../b', BROWSER)).slice(9, 12)).toBe('200')
  expect(seen).toEqual(['/b'])
})

test('an origin that breaks off breaks the copy off, one that is down is a 502, a silent one a 504', async () => {
  const { url, origin } = await gate({
    files: FILES,
    answer: (request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => request.socket.destroy())
    },
    settings: { originTimeout: 0.05 },
  })
  const broken = await raw(`${url}/`, as(BROWSER))
  expect([broken.status, broken.complete]).toEqual([200, false])
  expect((await raw(`${url}/silent`, as(BROWSER))).status).toBe(504)
  origin.stop()
  expect((await raw(`${url}/`, as(BROWSER))).status).toBe(502)
})

test('a client that leaves ends the request to the origin', async () => {
  let left: Promise<unknown> = Promise.reject(new Error('nobody asked'))
  left.catch(() => null)
  const { url } = await gate({
    files: FILES,
    answer: (request, response) => {
      left = once(request.socket, 'close')
      response.writeHead(200)
      response.write('first')
      const pieces = setInterval(() => response.write('another'), 5)
      request.socket.once('close', () => clearInterval(pieces))
    },
  })
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${BROWSER}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  await left
})

test('a new policy is in force at once, and a broken one leaves the last', async () => {
  const texts = ['/closed/', '/elsewhere/', null]
  const { bundleOf } = await import('../../support/bundle.ts')
  const build = async () => {
    const path = texts.shift()
    if (path === null || path === undefined) throw new Error('a policy with an error is not built')
    const files = {
      'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
      'site.toml': 'hosts = ["127.0.0.1"]\n',
    }
    return new Uint8Array(await bundleOf({ site: files }, { known: { SearchBot1: 'search' } }))
  }
  const { url, reload, log } = await gate({
    files: FILES,
    answer: (_, response) => void response.end('a page'),
    build,
  })
  const statuses = async () =>
    Promise.all(
      ['/closed/a', '/elsewhere/a'].map(
        async (path) => (await raw(url + path, as(CRAWLER))).status,
      ),
    )
  expect(await statuses()).toEqual([403, 200])
  await reload()
  expect(await statuses()).toEqual([200, 403])
  await reload()
  expect(await statuses()).toEqual([200, 403])
  await new Promise((resolve) => setImmediate(resolve))
  const fault = expect.objectContaining({ message: expect.stringContaining('not built') })
  expect(log).toContainEqual(
    expect.objectContaining({
      acap: 'policies',
      severity: 'warning',
      state: 'the last good ones stay',
      fault,
    }),
  )
})

test('a rate is kept, and stopping lets a request end', async () => {
  let finish: () => void = () => undefined
  const { url, stop } = await gate({
    files: { 'robots.txt': 'User-agent: *\nCrawl-delay: 60\nAllow: /\n' },
    answer: (request, response) => {
      response.setHeader('content-type', 'text/plain')
      if (request.url === '/slow') {
        response.write('begun, ')
        finish = () => response.end('ended')
      } else response.end('a page')
    },
    settings: { grace: 60 },
  })
  expect((await raw(`${url}/`, as(CRAWLER))).status).toBe(200)
  const late = await raw(`${url}/`, as(CRAWLER))
  expect([late.status, Number(late.headers['retry-after']) > 50]).toEqual([429, true])
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET /slow HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`,
  )
  await once(socket, 'data')
  const stopped = stop()
  await expect(raw(`${url}/`, as(BROWSER))).rejects.toThrow(/ECONNREFUSED|hang up|ECONNRESET/)
  finish()
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  await once(socket, 'close')
  expect(text).toContain('ended')
  await stopped
})
