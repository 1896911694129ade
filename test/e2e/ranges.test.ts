/**
 * Parts of pages: readers' programs that go on with a broken download end with the whole page, or fail.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { edgeBefore, platformsHere } from '../support/doors/platforms.ts'
import { raw } from '../support/node-origin.ts'
import { isLong, someOf } from '../support/runs.ts'
import { BROWSER, POLICY, TAGS } from '../support/tagging-policy.ts'

const run = promisify(execFile)
const PAGE = `<!doctype html><html><head><title>a</title></head><body>${'0123456789'.repeat(500)}`
const TAGGED = PAGE.replace('<head>', `<head>${TAGS}`)

/** An origin of files that knows ranges, conditions and methods: path → media type and headers. */
const FILES: Readonly<Record<string, Record<string, string>>> = {
  '/page': { 'content-type': 'text/html; charset=utf-8' },
  '/attachment.zip': { 'content-type': 'text/html', 'content-disposition': 'attachment' },
  '/picture.png': { 'content-type': 'image/png' },
  '/data': { 'content-type': 'text/html' },
}

/** Answers as a server of these files. */
function answer({ url, method, headers }: IncomingMessage, response: ServerResponse): void {
  const own = {
    ...FILES[url!]!,
    etag: '"v1"',
    'accept-ranges': 'bytes',
    'last-modified': 'Sun, 01 Nov 2026 06:00:00 GMT',
  }
  const body = Buffer.from(url === '/data' ? PAGE.slice(100) : PAGE)
  if (method === 'PUT')
    return void response.writeHead(headers['if-match'] === '"v1"' ? 204 : 412).end()
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  const condition = headers['if-range'] ?? '"v1"'
  if (from === undefined || (condition !== '"v1"' && condition !== own['last-modified'])) {
    return void response.writeHead(200, { ...own, 'content-length': body.length }).end(body)
  }
  const first = from === '' ? body.length - Number(to) : Number(from)
  const last = from === '' || to === '' ? body.length - 1 : Math.min(Number(to), body.length - 1)
  if (first >= body.length) {
    return void response.writeHead(416, { ...own, 'content-range': `bytes */${body.length}` }).end()
  }
  const part = body.subarray(first, last + 1)
  response
    .writeHead(206, { ...own, 'content-range': `bytes ${first}-${last}/${body.length}` })
    .end(part)
}

const RANGES = [
  '0-',
  '0-99',
  '1-1',
  '100-',
  '100-199',
  '5000-',
  '5055-5056',
  '5056-',
  '6000-',
  '-1',
  '-500',
].map((range) => `bytes=${range}`)

/** The same, and others: of pages, no range counts. */
const PAGE_RANGES = [
  ...RANGES,
  ...['0-0', '2-', '10-19', '54-60', '99-', '-2', '-56', '-5000', '4000-4999', '0-1,5-9'].map(
    (range) => `bytes=${range}`,
  ),
]

describe.each(platformsHere())('$name', (platform) => {
  const serving = () => edgeBefore(platform, POLICY['robots.txt'] as string, answer)

  test('a reader’s range of a page with tags is the whole page, under any condition', async () => {
    const { url } = await serving()
    const etag = (await raw(`${url}/page`, { headers: { 'user-agent': BROWSER } })).headers.etag!
    expect(etag).toMatch(/^W\/"v1\.acap/)
    const modified = 'Sun, 01 Nov 2026 06:00:00 GMT'
    const conditions = [etag, etag.slice(2), '"v1"', '"other"', modified]
    for (const [i, range] of PAGE_RANGES.entries()) {
      const some = isLong ? conditions : [conditions[i % conditions.length]!]
      for (const condition of [null, ...some]) {
        const headers = {
          'user-agent': BROWSER,
          range,
          ...(condition !== null && { 'if-range': condition }),
        }
        const answer = await raw(`${url}/page`, { headers })
        expect([range, condition, answer.status, answer.body.toString()]).toEqual([
          range,
          condition,
          200,
          TAGGED,
        ])
        expect(answer.headers['content-range']).toBeUndefined()
      }
    }
  })

  test('attachments and other types keep their parts, and no part has a tag that the whole page lacks', async () => {
    const { url } = await serving()
    for (const path of ['/attachment.zip', '/picture.png']) {
      const whole = await raw(url + path, { headers: { 'user-agent': BROWSER } })
      for (const range of RANGES) {
        for (const condition of [null, whole.headers.etag!]) {
          const headers = {
            'user-agent': BROWSER,
            range,
            ...(condition !== null && { 'if-range': condition }),
          }
          const answer = await raw(url + path, { headers })
          const [, from] = /^bytes (\d+)-/.exec(answer.headers['content-range'] ?? '') ?? []
          const isPast = ['bytes=5056-', 'bytes=6000-'].includes(range)
          expect([path, range, condition, answer.status]).toEqual([
            path,
            range,
            condition,
            isPast ? 416 : 206,
          ])
          if (from !== undefined) {
            expect(PAGE.slice(Number(from)).startsWith(answer.body.toString())).toBe(true)
            expect(answer.headers.etag).toBe(whole.headers.etag)
          }
        }
      }
    }
  })

  test.skipIf(missing('the test of downloads', 'curl', 'wget'))(
    'curl -C - and wget -c end with the whole page, or fail and leave what they had',
    async () => {
      const { url } = await serving()
      const folder = mkdtempSync(join(tmpdir(), 'acap-ranges-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const file = join(folder, 'file')
      const commands = [
        ['curl', '-s', '-A', BROWSER, '-C', '-', '-o', file],
        ['wget', '-q', '-t', '1', '-U', BROWSER, '-c', '-O', file],
      ]
      for (const [program, ...options] of commands) {
        for (const path of ['/page', '/attachment.zip', '/picture.png', '/data']) {
          const whole = path === '/page' ? TAGGED : path === '/data' ? PAGE.slice(100) : PAGE
          const { length: size } = PAGE
          const lengths = [
            0,
            1,
            100,
            2000,
            size - 100,
            size - 1,
            size,
            whole.length - 1,
            whole.length,
          ]
          for (const length of someOf(lengths, 3)) {
            const had = whole.slice(0, length)
            writeFileSync(file, had)
            const failed = await run(program!, [...options, url + path]).then(
              () => false,
              () => true,
            )
            const has = readFileSync(file, 'latin1')
            const isRight = has === whole || (failed && (has === had || whole.startsWith(has)))
            expect([program, path, length, isRight, has.length]).toEqual([
              program,
              path,
              length,
              true,
              has.length,
            ])
          }
        }
      }
    },
    60_000,
  )

  test('a PUT upon what was read reaches the origin with its own tag', async () => {
    const { url } = await serving()
    for (const path of Object.keys(FILES)) {
      const etag = (await raw(url + path, { headers: { 'user-agent': BROWSER } })).headers.etag!
      const headers = { 'user-agent': BROWSER, 'if-match': etag }
      expect([path, (await raw(url + path, { method: 'PUT', headers }, 'x')).status]).toEqual([
        path,
        204,
      ])
    }
  })
})
