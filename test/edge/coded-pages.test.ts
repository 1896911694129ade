import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Page } from '../../src/edge/html/page.ts'
import { decodableHeaders } from '../../src/edge/request/origin-request.ts'
import { inPiecesOf, UNCHANGED } from '../support/edge/coded-bodies.ts'

const MIB = 1 << 20
const PAGE = new TextEncoder().encode(
  Array.from(
    { length: 6 },
    (_, i) => `<p id=${i}${Math.sin(i)}>${' '.repeat((i * 377_213) % (2 * MIB))}`,
  ).join(''),
)

test.each([
  ['gzip', gzipSync(PAGE)],
  ['gzip', new Uint8Array([...gzipSync(PAGE.subarray(0, MIB)), ...gzipSync(PAGE.subarray(MIB))])],
  ['deflate', deflateSync(PAGE)],
  ['br', brotliCompressSync(PAGE)],
  ['gzip, br', brotliCompressSync(gzipSync(PAGE))],
])('a page in %s that decodes to much more comes whole', async (coding, bytes) => {
  for (const size of [bytes.length, 90]) {
    const page = new Page(inPiecesOf(size, bytes), new Headers({ 'content-encoding': coding }), {
      isStillCoded: null,
      loadZlib: () => import('node:zlib') as never,
      queued: async () => 'over',
    })
    await page.more()
    expect(page.bytes.length).toBeLessThan(2 * MIB)
    const whole = new Uint8Array(await new Response(page.rewritten(UNCHANGED)).arrayBuffer())
    expect([coding, size, whole.length]).toEqual([coding, size, PAGE.length])
    expect(whole.every((byte, i) => byte === PAGE[i])).toBe(true)
  }
})

test.each([
  ['gzip, deflate, br, zstd', 'gzip, br'],
  ['gzip;q=1, br;q=0.3', 'gzip;q=1, br;q=0.3'],
  ['br;q=0.2,zstd, GZIP;q=0.8', 'br;q=0.2, GZIP;q=0.8'],
  ['identity;q=0.5, gzip;q=0', 'identity;q=0.5'],
  ['deflate', 'identity'],
  ['*', 'identity'],
])('a client that accepts %s has the origin asked with %s', (accepted, asked) => {
  const headers = decodableHeaders(new Headers({ 'accept-encoding': accepted }))
  expect(headers.get('accept-encoding')).toBe(asked)
})
