/**
 * What servers other than Apache and Cloudflare write: Caddy, nginx as JSON, Traefik, IIS, CloudFront.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_FORMAT, LogReader } from '../../../src/logs/read/log-reader.ts'
import { entryReader } from '../../support/logs/log-lines.ts'

const readJson = entryReader()

const TIME = Date.UTC(2026, 10, 21, 6, 39, 41)

describe('JSON', () => {
  const ENTRY = {
    host: 'x.test',
    ip: '192.0.2.7',
    time: TIME,
    method: 'GET',
    target: '/a?b=1',
    status: 200,
    bytes: 512,
    userAgent: 'Bot/1.0',
  }

  it('is read as Caddy writes it', () => {
    const line = JSON.stringify({
      level: 'info',
      ts: TIME / 1000,
      logger: 'http.log.access',
      msg: 'handled request',
      request: {
        remote_ip: '10.0.0.1',
        client_ip: '192.0.2.7',
        proto: 'HTTP/2.0',
        method: 'GET',
        host: 'x.test',
        uri: '/a?b=1',
        headers: { Accept: ['*/*'], 'User-Agent': ['Bot/1.0'] },
      },
      bytes_read: 0,
      duration: 0.001,
      size: 512,
      status: 200,
      resp_headers: { Server: ['Caddy'] },
    })
    expect(readJson(line)).toMatchObject(ENTRY)
  })

  it.each([
    [
      'its parts',
      { request_method: 'GET', request_uri: '/a?b=1', time_iso8601: '2026-11-21T06:39:41+00:00' },
    ],
    [
      'the request line',
      { request: 'GET /a?b=1 HTTP/1.1', time_local: '21/Nov/2026:07:39:41 +0100' },
    ],
    ['seconds as text', { request: 'GET /a?b=1 HTTP/2.0', msec: (TIME / 1000).toFixed(3) }],
  ])('is read as nginx writes it with %s', (_, parts) => {
    const more = {
      http_host: 'x.test:443',
      remote_addr: '192.0.2.7',
      status: '200',
      body_bytes_sent: '512',
    }
    expect(
      readJson(JSON.stringify({ ...parts, ...more, http_user_agent: 'Bot/1.0' })),
    ).toMatchObject(ENTRY)
  })

  it('is read as Traefik writes it', () => {
    const line = JSON.stringify({
      ClientHost: '192.0.2.7',
      DownstreamContentSize: 512,
      DownstreamStatus: 200,
      RequestHost: 'x.test',
      RequestMethod: 'GET',
      RequestPath: '/a?b=1',
      StartUTC: '2026-11-21T06:39:41Z',
      'request_User-Agent': 'Bot/1.0',
    })
    expect(readJson(line)).toMatchObject(ENTRY)
  })

  it.each([
    ['Traefik’s nanoseconds, of the origin', { OriginDuration: 2_500_000, Duration: 9e6 }, 2.5],
    ['Traefik’s nanoseconds, where no origin was asked', { Duration: 96_164 }, 0.096164],
    ['Envoy’s milliseconds', { duration: 11 }, 11],
    ['Caddy’s seconds', { duration: 0.25 }, 250],
    ['Caddy’s text', { duration: '929.5µs' }, 0.9295],
    ['a text of Go with several units', { duration: '1m2.5s' }, 62_500],
    ['Google Cloud’s seconds', { httpRequest: { latency: '0.138s' } }, 138],
  ])('%s', (_, members, milliseconds) => {
    const line = { request_uri: '/a', http_user_agent: 'Bot/1.0', ...members }
    const octets = Buffer.from(JSON.stringify(line)).toString('latin1')
    expect(readJson(octets)?.milliseconds).toBeCloseTo(milliseconds, 9)
  })

  it('a name of the author’s own comes before any spelling', () => {
    const line = { request_uri: '/a', http_user_agent: 'Bot/1.0', Duration: 96_164 }
    const names = new Map([['Duration', 'microseconds' as const]])
    expect(entryReader({ ...ANY_FORMAT, names })(JSON.stringify(line))?.milliseconds).toBe(96.164)
  })
})

describe('W3C Extended Log File Format', () => {
  const read = (...lines: readonly string[]) => {
    const reader = new LogReader(ANY_FORMAT)
    return lines.map((line) => {
      const found = reader.read(line)
      return found?.length === 0 ? 'no entry' : (found?.[0] ?? null)
    })
  }
  const ENTRY = {
    ip: '192.0.2.7',
    time: TIME,
    method: 'GET',
    target: '/a?b=1',
    status: 200,
    userAgent: 'Bot/1.0 (x y)',
  }

  it('is read as IIS writes it', () => {
    const [version, fields, entry] = read(
      '#Software: Microsoft Internet Information Services 10.0',
      '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status',
      '2026-11-21 06:39:41 10.0.0.1 GET /a b=1 443 - 192.0.2.7 Bot/1.0+(x+y) - 200',
    )
    expect([version, fields]).toEqual(['no entry', 'no entry'])
    expect(entry).toMatchObject({ ...ENTRY, host: null, bytes: null })
  })

  it('is read as CloudFront writes it', () => {
    const names =
      'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query'
    const cells = [
      '2026-11-21',
      '06:39:41',
      'FRA2',
      '512',
      '192.0.2.7',
      'GET',
      'd1.cloudfront.net',
      '/a',
      '200',
      '-',
      'Bot/1.0%20(x%20y)',
      'b=1',
    ]
    const [, , entry] = read(
      '#Version: 1.0',
      `#Fields: ${names} x-host-header`,
      [...cells, 'x.test'].join('\t'),
    )
    expect(entry).toMatchObject({ ...ENTRY, host: 'x.test', bytes: 512 })
  })

  it('may change its columns in the middle', () => {
    const entries = read(
      '#Fields: date time cs-method cs-uri-stem c-ip cs(User-Agent) sc-status',
      '2026-11-21 06:39:41 GET /a 192.0.2.7 Bot 200',
      '#Fields: date time c-ip cs-method cs-uri-stem cs(User-Agent) sc-status',
      '2026-11-21 06:39:41 192.0.2.7 GET /a Bot 200',
    )
    expect(entries[1]).toEqual(entries[3])
    expect(entries[1]).toMatchObject({ target: '/a', userAgent: 'Bot' })
  })

  it('never throws, and gives up on lines that are too short', () => {
    expect(read('#Fields: cs-uri-stem cs(User-Agent)', '/a', '')).toEqual([
      'no entry',
      null,
      'no entry',
    ])
    expect(read('#Version: 1.0', '/a b')).toEqual(['no entry', null])
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'#Fields: date c-ip\t%+-/') }), {
          minLength: 1,
        }),
        (lines) => {
          read('#Fields: date time cs-uri-stem cs(User-Agent)', ...lines)
        },
      ),
    )
  })
})

describe('a format without spaces between its cells', () => {
  const PARTS = [
    '$remote_addr',
    '$time_local',
    '$request',
    '$status',
    '$http_referer',
    '$http_user_agent',
  ]
  const LINE = [
    '192.0.2.7',
    '21/Nov/2026:07:39:41 +0100',
    'GET /a HTTP/1.1',
    '200',
    '-',
    'Mozilla/5.0 (compatible; Bot/1.0)',
  ]

  it.each(['|', '\t', ',', ';'])('has spaces in its cells: `%s`', (separator) => {
    const read = entryReader({ ...ANY_FORMAT, format: PARTS.join(separator) })
    const entry = {
      ip: '192.0.2.7',
      time: TIME,
      target: '/a',
      status: 200,
      userAgent: 'Mozilla/5.0 (compatible; Bot/1.0)',
    }
    expect(read(LINE.join(separator))).toMatchObject(entry)
  })
})
