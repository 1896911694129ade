/**
 * nginx with several servers and locations that include the same two files: PHP behind `try_files`, a login, TLS. Each
 * request is judged once, and what is permitted keeps its headers.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { documented, scratch, startNginx } from '../support/doors/servers.ts'
import { freePort } from '../support/edge/workerd.ts'
import { startOrigin } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /closed/\n\nUser-agent: SlowBot\nCrawl-delay: 86400\n\nACAP-crawler: *\nACAP-disallow-index: /\n',
  'site.toml': 'hosts = ["www.example.com", "shop.example.com"]\n',
}

/** A FastCGI server that answers everything with a page: the end of the parameters is all that it looks for. */
async function fastcgi(): Promise<number> {
  const record = (type: number, body: string) => {
    const head = Buffer.from([1, type, 0, 1, body.length >> 8, body.length & 255, 0, 0])
    return Buffer.concat([head, Buffer.from(body)])
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(record(6, 'Content-Type: text/html\r\n\r\na page of PHP'))
      socket.write(record(6, ''))
      socket.end(record(3, '\0\0\0\0\0\0\0\0'))
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return port
}

/** A folder with a certificate, a file and a user whose name and password are `a` and `b`. */
function placeIn(folder: string): void {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const own = ['-nodes', '-days', '2', '-subj', '/CN=test', '-keyout', key, '-out', certificate]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', ...curve, ...own], { stdio: 'ignore' })
  mkdirSync(join(folder, 'assets'))
  for (const name of ['file.html', 'assets/a.css']) writeFileSync(join(folder, name), `the ${name}`)
  writeFileSync(join(folder, 'account.htpasswd'), 'a:{PLAIN}b\n')
  writeFileSync(join(folder, 'fastcgi_params'), 'fastcgi_param REQUEST_URI $request_uri;\n')
}

test.skipIf(missing('several sites in nginx', 'nginx-light', 'openssl'))(
  'locations and servers include the same files, and each request is judged once',
  async () => {
    const origin = await startOrigin((_, response) => response.end('a page of the shop'))
    onTestFinished(() => origin.stop())
    const { url, log, stop } = await gate({
      files: FILES,
      known: { SearchBot1: 'search', SlowBot: 'search' },
      answer: () => undefined,
      settings: { authorize: 'nginx', trust: ['loopback'] },
    })
    const [secure, php, folder] = [await freePort(), await fastcgi(), scratch()]
    placeIn(folder)
    const sites = documented('nginx-sites.conf')
      .replaceAll(/ssl_certificate .*/g, `ssl_certificate ${folder}/cert.pem;`)
      .replaceAll(/ssl_certificate_key .*/g, `ssl_certificate_key ${folder}/key.pem;`)
      .replaceAll('443', `127.0.0.1:${secure}`)
      .replaceAll('/srv/www.example.com', folder)
      .replaceAll(/\/etc\/nginx\/(?=account|fastcgi)/g, `${folder}/`)
      .replaceAll('127.0.0.1:9000', `127.0.0.1:${php}`)
      .replaceAll('127.0.0.1:8091', new URL(origin.url).host)
    const places = {
      gate: new URL(url).host,
      origin: new URL(origin.url).host,
      clients: {
        headers: {
          device: [],
          browser: [],
          foul: [],
          plain: [['bot', '1'] as const],
        },
        absent: 'crawler' as const,
      },
    }
    await startNginx(places, (text) => text + sites)
    const ask = (host: string, path: string, userAgent: string, headers = {}) =>
      new Promise<unknown[]>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: secure, path, rejectUnauthorized: false }
        const sent = { host, 'user-agent': userAgent, ...headers }
        const asked = request({ ...options, headers: sent, servername: host }, (answer) => {
          let text = ''
          answer.on('data', (piece) => (text += piece))
          answer.on('end', () => resolve([answer.statusCode, text, answer.headers['x-robots-tag']]))
        })
        asked.on('error', reject).end()
      })
    const [www, shop] = ['www.example.com', 'shop.example.com']
    const crawler = 'SearchBot1/1.0'
    for (const userAgent of [BROWSER, crawler]) {
      expect(await ask(www, '/file.html', userAgent)).toEqual([200, 'the file.html', 'noindex'])
      expect(await ask(www, '/a/page', userAgent)).toEqual([200, 'a page of PHP', 'noindex'])
      expect(await ask(www, '/index.php?a', userAgent)).toEqual([200, 'a page of PHP', 'noindex'])
      expect(await ask(shop, '/a', userAgent)).toEqual([200, 'a page of the shop', 'noindex'])
      expect((await ask(www, '/robots.txt', userAgent))[1]).toContain('Disallow: /closed/')
    }
    expect(await ask(www, '/assets/a.css', crawler)).toEqual([200, 'the assets/a.css', undefined])
    // A rate would count a second question.
    expect((await ask(www, '/a/slow', 'SlowBot/1'))[0]).toBe(200)
    expect((await ask(www, '/a/slow', 'SlowBot/1'))[0]).toBe(429)
    for (const host of [www, shop]) expect((await ask(host, '/closed/a', crawler))[0]).toBe(403)
    const login = { authorization: `Basic ${btoa('a:b')}` }
    expect((await ask(shop, '/account/', BROWSER))[0]).toBe(401)
    expect((await ask(shop, '/account/', BROWSER, login))[0]).toBe(200)
    expect(log.filter(({ outcome }) => outcome === 'permitted')).toHaveLength(5)
    await stop()
    expect(await ask(www, '/a/page', BROWSER)).toEqual([200, 'a page of PHP', undefined])
    expect((await ask(www, '/a/page', crawler))[0]).toBe(503)
    expect((await ask(www, '/robots.txt', BROWSER))[0]).toBe(503)
  },
)
