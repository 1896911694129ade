import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLines } from '../../../src/base/files/lines-of.ts'
import { ANY_FORMAT, LogReader } from '../../../src/logs/read/log-reader.ts'
import { openLog } from '../../../src/logs/read/open-log.ts'
import { entryReader } from '../../support/logs/log-lines.ts'

const readCombined = entryReader()

/** All lines of all blocks. */
async function collected(blocks: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const block of blocks) lines.push(...block)
  return lines
}

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
