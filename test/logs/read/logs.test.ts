import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from '../../../src/base/files/lines-of.ts'
import { ANY_FORMAT, LogReader } from '../../../src/logs/read/log-reader.ts'
import { openLog } from '../../../src/logs/read/open-log.ts'
import { entryReader } from '../../support/log-lines.ts'

const readCombined = entryReader()
const readJson = entryReader()

/** All lines of all blocks. */
async function collected(blocks: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const block of blocks) lines.push(...block)
  return lines
}

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

describe('a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acap-log-'))
  const text = 'first\r\nsecond\n\nlast'
  const file = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const lines = (path: string) => collected(openLog(path, [] as never).blocks)

  it.each(['plain', 'gzipped'])('is closed where its reader stops early: %s', async (form) => {
    let isClosed = false
    async function* endless() {
      const text = 'a line\n'.repeat(100)
      try {
        for (;;) yield form === 'plain' ? Buffer.from(text) : gzipSync(text)
      } finally {
        isClosed = true
      }
    }
    for await (const _ of openLog('-', endless()).blocks) break
    expect(isClosed).toBe(true)
  })

  it('is read by lines, plain and gzipped, under any name', async () => {
    expect(await lines(file('plain.gz', text))).toEqual(['first', 'second', '', 'last'])
    expect(await lines(file('zipped', gzipSync(text)))).toEqual(['first', 'second', '', 'last'])
    expect(await lines(file('empty', ''))).toEqual([])
  })

  it('has no byte order mark before its first line', async () => {
    const row = '{"ClientRequestURI":"/a","ClientRequestUserAgent":"Bot"}'
    const marked = await lines(file('marked', `\ufeff${row}\n\ufeff${row}\n`))
    const reader = new LogReader(ANY_FORMAT)
    expect(marked.map((line) => reader.read(line))).toMatchObject([[{ target: '/a' }], null])
    expect(await lines(file('marked-zipped', gzipSync(`\ufeff${row}`)))).toEqual([row])
    expect(await lines(file('mark', '\ufeff'))).toEqual([''])
  })

  it('tells how far it was read', async () => {
    const log = openLog(file('a', text), [] as never)
    expect(log.progress()).toBe(0)
    await collected(log.blocks)
    expect(log.progress()).toBe(1)
  })

  it('is recognised line by line', () => {
    const json = '{"uri":"/a","http_user_agent":"Bot/1.0"}'
    const combined = '192.0.2.7 - - [21/Nov/2026:06:39:41 +0000] "GET /b HTTP/1.1" 200 1 "-" "x"'
    const lines = [` ${json}`, combined, 'nothing', json, `www.x.test ${combined}`]
    expect(lines.map((line) => readCombined(line)?.target)).toEqual([
      '/a',
      '/b',
      undefined,
      '/a',
      '/b',
    ])
  })

  it('gives the same lines however its bytes are cut', async () => {
    const cut = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'é', '€', '\n', '\r\n'), maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(cut, fc.integer({ min: 1, max: 5 }), async (parts, size) => {
        const bytes = new TextEncoder().encode(parts.join(''))
        const chunks = (async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
        })()
        const whole = parts.join('').split(/\r?\n/)
        if (whole.at(-1) === '') whole.pop()
        expect(await collected(readLines(chunks))).toEqual(whole)
      }),
    )
  })
})
