import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'ACAP-crawler: *\nACAP-disallow-index: /tagged/\n' }
const HEAD = '<!doctype html><html><head>'
const REST = `<title>x</title></head><body>${'<p>text</p>'.repeat(20_000)}</body></html>`
const CODINGS = {
  identity: { code: Buffer.from, decode: Buffer.from },
  gzip: { code: gzipSync, decode: gunzipSync },
  br: { code: brotliCompressSync, decode: brotliDecompressSync },
} as const

describe.each(Object.keys(CODINGS) as (keyof typeof CODINGS)[])('a page in %s', (coding) => {
  const { code, decode } = CODINGS[coding]

  test.each([BROWSER, 'SearchBot1/1.0'])(
    'gets tags and no other byte, for %s',
    async (userAgent) => {
      const { url, log } = await gate({
        files: FILES,
        answer: (_, response) => {
          if (coding !== 'identity') response.setHeader('content-encoding', coding)
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(code(Buffer.from(HEAD + REST)))
        },
      })
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'gzip, br' }
      const answer = await raw(`${url}/tagged/a`, { headers })
      expect([answer.status, answer.complete]).toEqual([200, true])
      expect(answer.headers['content-encoding'] ?? 'identity').toBe(coding)
      const page = String(decode(answer.body))
      expect(page.startsWith(HEAD) && page.endsWith(REST)).toBe(true)
      expect(page.slice(HEAD.length, -REST.length)).toMatch(
        /^<META name="robots" content="ACAP [^>]*>(?:<META[^>]*>)*$/,
      )
      expect(log.filter(({ acap }) => acap === 'fault')).toEqual([])
      const other = await raw(`${url}/open`, { headers })
      expect(String(decode(other.body))).toBe(HEAD + REST)
    },
  )

  test('withholds itself from a crawler by its own META', async () => {
    const { url } = await gate({
      files: FILES,
      answer: (_, response) => {
        if (coding !== 'identity') response.setHeader('content-encoding', coding)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(
          code(Buffer.from(`${HEAD}<meta name="robots" content="ACAP disallow-crawl">${REST}`)),
        )
      },
    })
    expect((await raw(`${url}/a`, { headers: { 'user-agent': 'SearchBot1/1.0' } })).status).toBe(
      403,
    )
    expect((await raw(`${url}/a`, { headers: { 'user-agent': BROWSER } })).status).toBe(200)
  })
})
