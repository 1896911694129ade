import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Page } from '../../src/edge/html/page.ts'

const MIB = 1 << 20
const PAGE = new TextEncoder().encode(
  Array.from({ length: 6 }, (_, i) => `<p id=${i}${Math.sin(i)}>${' '.repeat((i * 377_213) % (2 * MIB))}`).join(''),
)
const UNCHANGED = { isDone: false, take: (bytes: Uint8Array) => bytes, end: () => new Uint8Array(0) }

test.each([
  ['gzip', gzipSync(PAGE)],
  ['gzip', new Uint8Array([...gzipSync(PAGE.subarray(0, MIB)), ...gzipSync(PAGE.subarray(MIB))])],
  ['deflate', deflateSync(PAGE)],
  ['br', brotliCompressSync(PAGE)],
  ['gzip, br', brotliCompressSync(gzipSync(PAGE))],
])('a page in %s that decodes to much more comes whole', async (coding, bytes) => {
  for (const size of [bytes.length, 90]) {
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close()
        else controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
        at += size
      },
    })
    const page = new Page(body, new Headers({ 'content-encoding': coding }), {
      isCoded: true,
      isCodedOnSending: true,
      loadZlib: () => import('node:zlib') as never,
    })
    await page.more()
    expect(page.bytes.length).toBeLessThan(2 * MIB)
    const whole = new Uint8Array(await new Response(page.rewritten(UNCHANGED)).arrayBuffer())
    expect([coding, size, whole.length]).toEqual([coding, size, PAGE.length])
    expect(whole.every((byte, i) => byte === PAGE[i])).toBe(true)
  }
})
