/** Logs that cannot be read: why, and what to type. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const POLICIES = { 'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n' }
const COMMON = '192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "GET / HTTP/1.1" 200 1'
const HAPROXY =
  'Nov 21 06:39:41 lb haproxy[1]: 192.0.2.7:55 [21/Nov/2026:06:39:41.584] https~ be/s1 0/0/0/72/72 200 7 - - ---- 5/4/0/1/0 0/0'

const report = (log: string | Uint8Array, ...args: readonly string[]) =>
  acap(['report', 'log', ...args], { cwd: folderWith({ ...POLICIES, log }) })

describe('a log that no format fits', () => {
  it.each([
    ['Common Log Format', COMMON, /Common Log Format, which has no User-Agent/],
    [
      'Heroku’s router',
      '2026-11-21T06:39:41+00:00 heroku[router]: at=info method=GET path=/ host=a.test fwd="192.0.2.7" status=200 bytes=1',
      /Heroku’s router, which has no User-Agent/,
    ],
    ['HAProxy', `${HAPROXY} "GET / HTTP/1.1"`, /HAProxy, which has no User-Agent/],
    [
      'HAProxy that captures',
      `${HAPROXY} {GPTBot/1.0} "GET / HTTP/1.1"`,
      /does not say what it captured/,
    ],
    ['errors of nginx', '2026/11/21 06:39:41 [error] 1#1: *1 open() failed', /a log of errors/],
    [
      'W3C without an agent',
      '#Fields: date time cs-uri-stem\n2026-11-21 06:39:41 /a',
      /lack a User-Agent/,
    ],
    [
      'W3C without its fields',
      '2026-11-21 06:39:41 192.0.2.7 GET /a 200 Mozilla/5.0+(x)',
      /`#Fields:` is not there/,
    ],
    [
      'other names',
      '{"agent_text":"GPTBot","what":"/a"}',
      /no member is known for a User-Agent and a path \(it has agent_text, what\)/,
    ],
    [
      'CloudFront without its fields',
      '2026-11-21\t06:39:41\tCDG50-P2\t703\t192.0.2.7\tGET\ta.test\t/a\t200\t-\tGPTBot/1.0',
      /`#Fields:` is not there/,
    ],
    ['XML', '<Event>', /XML/],
    ['Zeek', '1320279566.452687\tCwFs1P2\t192.0.2.7\t52305\tGET', /it is of Zeek/],
    ['CSV', 'time,ip,path,user_agent', /perhaps CSV/],
  ])('is refused with the reason: %s', (_, log, why) => {
    const { code, err } = report(`${log}\n`)
    expect(err).toMatch(why)
    expect(code).toBe(2)
  })

  it('is read with the help that the message gives', () => {
    const help = /--format '([^']*)'/.exec(
      report(`${HAPROXY} {GPTBot/1.0} "GET /a HTTP/1.1"\n`).err,
    )
    const { out } = report(
      `${HAPROXY} {GPTBot/1.0} "GET /a HTTP/1.1"\n`,
      '--format',
      help![1]!,
      '--json',
    )
    expect(JSON.parse(out)).toMatchObject({ lines: { read: 1 }, crawlers: [{ name: 'gptbot' }] })
    const gandi =
      'a.test 192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] (0 s) "GET /a HTTP/1.1" 200 7 "-" "GPTBot/1.0"\n'
    const [, format] = /--format '([^']*)'/.exec(report(gandi).err)!
    expect(JSON.parse(report(gandi, '--format', format!, '--json').out)).toMatchObject({
      crawlers: [{ name: 'gptbot', bytes: 7 }],
    })
    const other = '{"agent_text":"GPTBot/1.0","what":"/a","time":"2026-11-21T06:39:41Z"}\n'
    const args = ['--map', 'userAgent=agent_text', 'target=what', '--json']
    expect(JSON.parse(report(other, ...args).out).crawlers).toMatchObject([{ name: 'gptbot' }])
  })

  it.each([
    ['bzip2', Buffer.from('BZh91AY&SY'), 'bzcat log'],
    ['xz', Buffer.from('fd377a585a000004', 'hex'), 'xzcat log'],
    ['a ZIP archive', Buffer.from('504b030414000000', 'hex'), 'unzip -p log'],
    ['UTF-16', Buffer.from(`\ufeff${COMMON}`, 'utf16le'), 'iconv -f UTF-16'],
    ['UTF-16', Buffer.from(COMMON, 'utf16le'), 'iconv -f UTF-16LE'],
    ['UTF-16', Buffer.from(COMMON, 'utf16le').swap16(), 'iconv -f UTF-16BE'],
    ['UTF-16', gzipSync(Buffer.from(`\ufeff${COMMON}`, 'utf16le')), 'iconv -f UTF-16'],
  ])('is refused for what it is: %s', (what, log, help) => {
    const { code, err } = report(log)
    expect(err).toContain(what)
    expect(err).toContain(help)
    expect(code).toBe(2)
  })
})

describe('a line without a User-Agent', () => {
  const line = (members: object) =>
    `${JSON.stringify({ ts: 1_795_000_000, status: 200, ...members })}\n`
  const request = { client_ip: '203.0.113.7', method: 'GET', host: 'a.test', uri: '/a' }

  it.each([
    ['Caddy', line({ request: { ...request, headers: { Accept: ['*/*'] } } })],
    ['Logpush', line({ ClientRequestURI: '/a', ClientRequestUserAgent: null })],
  ])('is a request: %s', (_, log) => {
    expect(JSON.parse(report(log, '--json').out)).toMatchObject({ lines: { read: 1, unread: 0 } })
  })

  it('is one where others have one', () => {
    const traefik = (agent: object) =>
      line({ RequestPath: '/a', RequestMethod: 'GET', DownstreamStatus: 200, ...agent })
    const log = traefik({}) + traefik({ 'request_User-Agent': 'GPTBot/1.0' })
    expect(JSON.parse(report(log, '--json').out)).toMatchObject({ lines: { read: 2, unread: 0 } })
    expect(report(traefik({}))).toMatchObject({
      code: 2,
      err: expect.stringContaining('no line has a User-Agent'),
    })
  })
})

it('a User-Agent without quotes is read where it ends the line, and refused elsewhere', () => {
  const log = 'a.test 192.0.2.7 "GET /a HTTP/1.1" 200 Mozilla/5.0 (compatible; GPTBot/1.2)'
  const format = '$host $remote_addr "$request" $status $http_user_agent'
  const { out } = report(`${log}\n`, '--format', format, '--json')
  expect(JSON.parse(out).lines.undated).toBe(1)
  expect(
    acap(['replay', 'log', '--format', format], { cwd: folderWith({ ...POLICIES, log }) }).out,
  ).toMatch(/^gptbot /m)
  expect(report(`${log} 7\n`, '--format', `${format} $body_bytes_sent`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no quotes are around its User-Agent, which has spaces'),
  })
})

it('what Caddy logs twice is one request', () => {
  const caddy = (logger: string) =>
    `${JSON.stringify({
      ts: 1_795_000_000,
      logger,
      status: 500,
      request: { method: 'GET', uri: '/a', headers: { 'User-Agent': ['GPTBot/1.0'] } },
    })}\n`
  const log = caddy('http.log.access.log0') + caddy('http.log.error.log0')
  expect(JSON.parse(report(log, '--json').out)).toMatchObject({ lines: { read: 1, unread: 0 } })
})

it('`--map` takes several, and what follows is a log', () => {
  const row = { a: '/a', b: 'GPTBot/1.0', c: '2026-11-21T06:39:41Z' }
  const args = ['--map', 'target=a', 'userAgent=b', 'time=c']
  const cwd = folderWith({
    ...POLICIES,
    log: `${JSON.stringify(row)}\n`,
    more: combinedLine('/', 'x'),
  })
  const { out } = acap(['report', ...args, 'log', 'more', '--json'], { cwd })
  expect(JSON.parse(out)).toMatchObject({ lines: { read: 2 } })
})
