/**
 * Pages of an app behind the middleware, in workerd: readers get what the app sends, in every coding and in parts.
 */
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { GZIP_FAULTS } from '../support/edge/odd-pages.ts'
import { type Running, startWorker } from '../support/edge/workerd.ts'
import { type Origin, raw, startOrigin } from '../support/node-origin.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const PAGE = Buffer.from(
  `<!doctype html><html><head><title>a</title></head><body>${'a text, '.repeat(2000)}`,
)
const WITHHELD = Buffer.from(
  PAGE.toString().replace('<head>', '<head><meta name=robots content="ACAP disallow-crawl">'),
)
const PACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gzipSync,
  br: brotliCompressSync,
}
const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
}
const FAULTS = Object.keys(GZIP_FAULTS)

let origin: Origin
let edge: Running
beforeAll(async () => {
  origin = await startOrigin(({ url }, answer) => {
    const [page, last] = url!.split('/').slice(-2) as [string, string]
    const coding = last in PACK ? last : 'gzip'
    const pack = PACK[last] ?? GZIP_FAULTS[FAULTS[Number(last)] ?? 'none']!
    const body = pack(page === 'withheld' ? WITHHELD : PAGE)
    answer.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': coding,
      'content-length': body.length,
    })
    answer.end(body)
  })
  edge = await startWorker({
    policies: await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } }),
    vars: { ORIGIN_URL: origin.url },
    entry: 'test/support/e2e/proxying-worker.ts',
  })
})
afterAll(() => {
  edge?.stop()
  origin?.stop()
})

test.each(['fetched', 'stored'])(
  'readers get the bytes of a coded page that an app has %s',
  async (how) => {
    for (const [i, fault] of FAULTS.entries()) {
      const headers = { 'user-agent': BROWSER, 'accept-encoding': 'gzip' }
      const answer = await raw(`${edge.url}/${how}/${i}`, { headers }).catch(() => null)
      const sent = GZIP_FAULTS[fault]!(PAGE)
      expect([fault, answer?.status, answer?.complete, answer?.body.equals(sent)]).toEqual([
        fault,
        200,
        true,
        true,
      ])
      expect(answer!.headers.link).toContain('describedby')
    }
  },
)

test.each(['fetched', 'stored'])(
  'crawlers get a coded page that an app has %s with its tags, unless it withholds itself',
  async (how) => {
    for (const coding of Object.keys(PACK)) {
      const get = (path: string) =>
        raw(`${edge.url}/${how}/${path}/${coding}`, {
          headers: { 'user-agent': CRAWLER, 'accept-encoding': coding },
        })
      expect([coding, (await get('withheld')).status]).toEqual([coding, 403])
      const open = await get('open')
      expect([coding, open.status, open.complete, open.headers['content-encoding']]).toEqual([
        coding,
        200,
        true,
        coding,
      ])
      expect(UNPACK[coding]!(open.body).toString()).toBe(
        PAGE.toString().replace('<head>', `<head>${TAGS}`),
      )
    }
  },
)
