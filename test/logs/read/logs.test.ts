import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryReader } from '../../support/logs/log-lines.ts'

const readCombined = entryReader()
const readJson = entryReader()

const TIME = Date.parse('2026-11-21T06:39:41Z')

describe('Combined Log Format', () => {
  it('is read as Apache and nginx write it', () => {
    const line =
      '192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "GET /a/b?c=1 HTTP/1.1" 200 512 "https://x.test/" "Bot/1.0"'
    const entry = {
      ip: '192.0.2.7',
      time: TIME,
      method: 'GET',
      target: '/a/b?c=1',
      status: 200,
      bytes: 512,
    }
    expect(readCombined(line)).toMatchObject({ host: null, userAgent: 'Bot/1.0', ...entry })
    expect(readCombined(`${line} 0.004 "-"`)).toMatchObject({
      host: null,
      userAgent: 'Bot/1.0',
      ...entry,
    })
    expect(readCombined(`www.x.test:443 ${line}`)).toMatchObject({
      host: 'www.x.test',
      userAgent: 'Bot/1.0',
      ...entry,
    })
  })

  it('has the blanks of a target, and no number for a host', () => {
    const line = (request: string) =>
      `192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "${request}" 404 1 "-" "Bot/1.0"`
    expect(readCombined(line('GET /a?x=a b HTTP/1.1'))?.target).toBe('/a?x=a%20b')
    expect(readCombined(line('GET /a HTTP/1.1 b HTTP/1.0'))?.target).toBe('/a%20HTTP/1.1%20b')
    expect(readCombined(line('GET /a'))?.target).toBe('/a')
    expect(readCombined(`336 ${line('GET /a HTTP/1.1')}`)?.host).toBeNull()
  })

  it('has its time zone taken off', () => {
    const at = (time: string) =>
      readCombined(`h - - [${time}] "GET / HTTP/1.1" 200 1 "-" "x"`)?.time
    expect(at('21/Nov/2026:08:09:41 +0130')).toBe(TIME)
    expect(at('20/Nov/2026:22:39:41 -0800')).toBe(TIME)
    expect(at('21/Nob/2026:08:09:41 +0130')).toBeNaN()
  })

  it.each([
    ['a quote that Apache escaped', String.raw`a\"b`, 'a"b'],
    ['a quote that nginx escaped', String.raw`a\x22b`, 'a"b'],
    ['a backslash at its end', String.raw`a\\`, 'a\\'],
    ['nothing', '-', ''],
  ])('reads a User-Agent with %s', (_, written, userAgent) => {
    const line = `h - bob [21/Nov/2026:06:39:41 +0000] "GET / HTTP/1.1" 304 - "-" "${written}"`
    expect(readCombined(line)).toMatchObject({ userAgent, bytes: 0, status: 304 })
  })

  it('takes scheme and host off an absolute target', () => {
    const target = (written: string) =>
      readCombined(`h - - [21/Nov/2026:06:39:41 +0000] "GET ${written} HTTP/1.1" 200 1 "-" "x"`)
        ?.target
    expect(target('http://x.test/a?b')).toBe('/a?b')
    expect(target('https://x.test')).toBe('/')
    expect(target('*')).toBeUndefined()
  })

  it('reads a target as it was sent', () => {
    const target = (written: string) =>
      readCombined(`h - - [21/Nov/2026:06:39:41 +0000] "GET ${written} HTTP/1.1" 200 1 "-" "x"`)
        ?.target
    expect(target(String.raw`/a\\b\x5Cc\"d\te`)).toBe('/a\\b\\c"d\te')
    expect(target(String.raw`/\xC3\xA9`)).toBe('/%C3%A9')
    expect(target('/\xc3\xa9')).toBe('/%C3%A9')
  })

  it('never throws and gives up on what it is not', () => {
    for (const line of [
      '',
      '-',
      'h - - [x] "GET / HTTP/1.1" 200 1',
      'h - - [21/Nov/2026:06:39:41 +0000] "" 400 0 "-" "-"',
    ]) {
      expect(readCombined(line)).toBeNull()
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'"\\[] -/0a:'), maxLength: 60 }),
        (line) => void readCombined(line),
      ),
    )
  })
})

describe('JSON', () => {
  it('is read as Logpush writes it', () => {
    const line = JSON.stringify({
      ClientIP: '192.0.2.7',
      ClientRequestHost: 'x.test',
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/a?b=1',
      ClientRequestPath: '/a',
      ClientRequestUserAgent: 'Bot/1.0',
      EdgeStartTimestamp: '2026-11-21T06:39:41Z',
      EdgeResponseStatus: 200,
      EdgeResponseBytes: 700,
      EdgeResponseBodyBytes: 512,
    })
    const entry = {
      host: 'x.test',
      ip: '192.0.2.7',
      time: TIME,
      method: 'GET',
      target: '/a?b=1',
      status: 200,
      bytes: 512,
    }
    expect(readJson(line)).toMatchObject({ ...entry, userAgent: 'Bot/1.0' })
  })

  it('is read as the GraphQL API writes it', () => {
    const line = JSON.stringify({
      clientIP: '192.0.2.7',
      clientRequestHTTPHost: 'x.test',
      clientRequestHTTPMethodName: 'GET',
      clientRequestPath: '/a',
      clientRequestQuery: '?b=1',
      datetime: '2026-11-21T06:39:41Z',
      edgeResponseStatus: 200,
      userAgent: 'Bot/1.0',
    })
    expect(readJson(line)).toMatchObject({
      host: 'x.test',
      target: '/a?b=1',
      time: TIME,
      userAgent: 'Bot/1.0',
    })
  })

  it.each([
    ['seconds', TIME / 1000],
    ['nanoseconds', TIME * 1e6],
    ['RFC 3339', '2026-11-21T06:39:41Z'],
  ])('has its time in %s', (_, EdgeStartTimestamp) => {
    const line = JSON.stringify({
      ClientRequestURI: '/',
      ClientRequestUserAgent: '',
      EdgeStartTimestamp,
    })
    expect(readJson(line)?.time).toBe(TIME)
  })

  it('is UTF-8 in lines that were read as octets, escapes among them or not', () => {
    const read = (json: string) => readJson(Buffer.from(json).toString('latin1'))
    const row = {
      ClientRequestURI: '/privé/€?q=日',
      ClientRequestUserAgent: 'Spider-é/1.0',
      ClientRequestHost: 'é.test',
    }
    const entry = { target: '/privé/€?q=日', userAgent: 'Spider-é/1.0', host: 'é.test' }
    expect(read(JSON.stringify(row))).toMatchObject(entry)
    expect(read(JSON.stringify(row).replaceAll('é', String.raw`\u00e9`))).toMatchObject(entry)
    expect(read(JSON.stringify(row).replace('é', String.raw`\u00e9`))).toMatchObject(entry)
    expect(read(JSON.stringify({ ...row, Referer: 'é' }))).toMatchObject(entry)
  })

  it('has U+FFFD for octets that are not UTF-8', () => {
    const line = '{"ClientRequestURI":"/\xe9","ClientRequestUserAgent":"Bot"}'
    expect(readJson(line)).toMatchObject({ target: '/\ufffd', userAgent: 'Bot' })
  })

  it('gives up on what it is not', () => {
    for (const line of ['', '{', '[]', 'null', '{"ClientRequestURI":"/"}'])
      expect(readJson(line)).toBeNull()
  })
})
