import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Page } from '../../src/edge/html/page.ts'
import { inPiecesOf, UNCHANGED } from '../support/coded-bodies.ts'

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
