/**
 * Odd answers of origins through the whole edge: what readers get of them, and what crawlers do.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type EdgePlatform, edgeBefore, platformsHere } from '../support/doors/platforms.ts'
import { PLACES, withholding } from '../support/e2e/withholding-pages.ts'
import { CODINGS, ENCODINGS, GZIP_FAULTS, NO_DOCUMENTS } from '../support/edge/odd-pages.ts'
import { type Raw, raw } from '../support/node-origin.ts'
import { isLong, runs, someOf } from '../support/runs.ts'
import { BROWSER, POLICY, TAGS } from '../support/tagging-policy.ts'

const CRAWLER = 'SearchBot1/1.0'
const ROBOTS = POLICY['robots.txt'] as string

/** What the origin answers to a request for its path. */
interface Sent {
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** An edge in front of an origin that answers `/0`, `/1` and so on with these. */
async function serving(platform: EdgePlatform, answers: readonly Sent[]) {
  const { url } = await edgeBefore(platform, ROBOTS, (request, response) => {
    // Some platforms ask for something else while they start.
    const { headers, body } = answers[Number(request.url!.slice(1))] ?? answers[0]!
    response.writeHead(200, [...headers, 'content-length', String(body.length)])
    response.end(body)
  })
  return {
    get: (i: number, userAgent: string, headers: Record<string, string> = {}) =>
      raw(`${url}/${i}`, { headers: { 'user-agent': userAgent, ...headers } }),
  }
}

const decoded = ({ headers, body }: Raw): Buffer =>
  headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : gunzipSync(body)

const HEAD = '<!doctype html><html><head>'
const REST = '<title>a</title></head><body>'
const page = (length: number) => Buffer.from(HEAD + REST + 'a text, '.repeat(length / 8))
const withTags = (length: number) => Buffer.from(HEAD + TAGS + REST + 'a text, '.repeat(length / 8))

/** The media types of a page; null: none. */
const TYPES: readonly (readonly string[])[] = [
  ['content-type', 'text/html'],
  ['content-type', 'text/html; charset=utf-8', 'content-type', 'text/plain'],
  ['content-type', 'text/plain', 'content-type', 'text/html'],
  ['content-type', 'application/xhtml+xml'],
  ['content-type', 'application/xml'],
  ['content-type', 'application/vnd.wap.xhtml+xml'],
  ['content-type', ''],
  ['content-type', 'html'],
  ['content-type', '*/*'],
  [],
]

describe.each(platformsHere())('$name', (platform) => {
  test('imperfect gzip reaches readers whole: as it came, or with its tags', async () => {
    const lengths = someOf([0, 8, 800, 1016, 4000, 4096, 8000, 64_000, 400_000], 5)
    const cases = Object.entries(GZIP_FAULTS).flatMap(([fault, make]) =>
      lengths.map((length) => ({ fault, length, body: make(page(length)) })),
    )
    const headers = ['content-type', 'text/html; charset=utf-8', 'content-encoding', 'gzip']
    const { get } = await serving(
      platform,
      cases.map(({ body }) => ({ headers, body })),
    )
    for (const [i, { fault, length, body }] of cases.entries()) {
      const answer = await get(i, BROWSER, { 'accept-encoding': 'gzip' })
      const isWhole =
        fault === 'nothing' ? answer.body.equals(body) : decoded(answer).equals(withTags(length))
      expect([fault, length, answer.status, answer.complete, isWhole]).toEqual([
        fault,
        length,
        200,
        true,
        true,
      ])
    }
    expect(cases.length).toBe(isLong ? 108 : 60)
  })

  test('a page that is not in the coding it names reaches readers as it came', async () => {
    const bodies = [
      page(800),
      Buffer.from([0x1f, 0x8b]),
      Buffer.from([0x1f, 0x8b, 8, 0, 1]),
      Buffer.from('\x1f\x8b\x09abcdefghijk'),
    ]
    const cases = ['gzip', 'br'].flatMap((coding) => bodies.map((body) => ({ coding, body })))
    const { get } = await serving(
      platform,
      cases.map(({ coding, body }) => ({
        headers: ['content-type', 'text/html', 'content-encoding', coding],
        body,
      })),
    )
    for (const [i, { body }] of cases.entries()) {
      const answer = await get(i, BROWSER, { 'accept-encoding': 'gzip, br' })
      expect([answer.status, answer.complete, answer.body.equals(body)]).toEqual([200, true, true])
    }
  })

  test('answers that are no documents come as the origin sent them', async () => {
    const codings = ['identity', 'gzip', 'br'] as const
    const cases = Array.from({ length: runs(96, 510) }, (_, i) => {
      const body = Buffer.from(NO_DOCUMENTS[i % NO_DOCUMENTS.length]!(i))
      const coding = codings[i % 3]!
      const type = ['text/html', 'text/html; charset=utf-8', 'TEXT/HTML;charset=iso-8859-1'][
        (i % 7) % 3
      ]!
      const coded = coding === 'identity' ? [] : ['content-encoding', coding]
      return { headers: ['content-type', type, ...coded], body: CODINGS[coding]!(body) }
    })
    const { get } = await serving(platform, cases)
    for (const [i, { body }] of cases.entries()) {
      for (const userAgent of [BROWSER, CRAWLER]) {
        const answer = await get(i, userAgent, { 'accept-encoding': 'gzip, br' })
        expect([i, answer.status, answer.body.equals(body)]).toEqual([i, 200, true])
        expect(answer.headers.link).toContain('describedby')
      }
    }
  })

  test('attachments come as the origin sent them', async () => {
    const dispositions = [
      'attachment',
      'attachment; filename="a.html"',
      'ATTACHMENT',
      'form-data; name=a',
      'x-unknown',
    ]
    const cases = dispositions.map((each) => ({
      headers: ['content-type', 'text/html', 'content-disposition', each],
      body: page(800),
    }))
    const inline = ['inline', 'inline; filename=a.html', 'filename=a.html'].map((each) => ({
      headers: ['content-type', 'text/html', 'content-disposition', each],
      body: page(800),
    }))
    const { get } = await serving(platform, [...cases, ...inline])
    for (const userAgent of [BROWSER, CRAWLER]) {
      for (const i of cases.keys())
        expect((await get(i, userAgent)).body.equals(page(800))).toBe(true)
      for (const i of inline.keys())
        expect((await get(cases.length + i, userAgent)).body.equals(withTags(800))).toBe(true)
    }
  })

  test('a page that withholds itself is kept from crawlers in any form, and reaches readers', async () => {
    const cases: Sent[] = []
    fc.assert(
      fc.property(
        withholding,
        fc.constantFrom(...PLACES),
        fc.constantFrom(...Object.entries(CODINGS)),
        fc.constantFrom(...Object.values(ENCODINGS)),
        fc.constantFrom(...TYPES),
        (meta, place, [coding, pack], encode, type) => {
          // Of XML, only what has `html` as its root is a page.
          if (type[1] === 'application/xml' && !place('').includes('<html>')) return
          const coded = coding === 'identity' ? [] : ['content-encoding', coding]
          cases.push({ headers: [...type, ...coded], body: pack(encode(place(meta))) })
        },
      ),
      { numRuns: runs(80, 400) },
    )
    const { get } = await serving(platform, cases)
    for (const [i, sent] of cases.entries()) {
      const crawled = await get(i, CRAWLER)
      expect([i, sent.headers, crawled.status]).toEqual([
        i,
        sent.headers,
        expect.toSatisfy((s) => s === 403 || s === 503),
      ])
      const read = await get(i, BROWSER)
      expect([i, read.status, read.complete, read.body.length >= sent.body.length - 40]).toEqual([
        i,
        200,
        true,
        true,
      ])
    }
  })

  test('a page that does not withhold itself is served to crawlers in any form', async () => {
    const open =
      '<!doctype html><html><head><meta name=robots content="ACAP allow-crawl"></head><body>open'
    const all = Object.entries(CODINGS).flatMap(([coding, pack]) =>
      Object.values(ENCODINGS).flatMap((encode) =>
        TYPES.map((type) => ({
          headers: [...type, ...(coding === 'identity' ? [] : ['content-encoding', coding])],
          body: pack(encode(open)),
        })),
      ),
    )
    // 7 has no factor in common with the lists, so every member of each of them is met.
    const cases = isLong ? all : all.filter((_, i) => i % 7 === 0)
    const { get } = await serving(platform, cases)
    for (const [i, { headers }] of cases.entries()) {
      expect([i, headers, (await get(i, CRAWLER)).status]).toEqual([i, headers, 200])
    }
    expect(cases.length).toBe(isLong ? 600 : 86)
  })

  // An app can be asked once.
  test.skipIf(!platform.isProxy)(
    'a page in a coding that nobody knows is asked for once more, uncoded, and then kept from crawlers',
    async () => {
      const asked: (string | undefined)[] = []
      const { url, lines } = await edgeBefore(platform, ROBOTS, (request, response) => {
        if (request.url!.startsWith('/.well-known/')) return void response.end()
        asked.push(request.headers['accept-encoding'])
        const isPlain =
          request.url === '/plain' && request.headers['accept-encoding'] === 'identity'
        response.writeHead(200, {
          'content-type': 'text/html',
          ...(!isPlain && { 'content-encoding': 'zstd' }),
        })
        response.end(isPlain ? page(80) : Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]))
      })
      const get = (path: string, userAgent: string) =>
        raw(url + path, { headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip' } })
      expect((await get('/plain', CRAWLER)).body.equals(withTags(80))).toBe(true)
      expect(asked.splice(0)).toEqual(['gzip', 'identity'])
      expect((await get('/coded', CRAWLER)).status).toBe(503)
      expect(asked.splice(0)).toEqual(['gzip', 'identity'])
      await vi.waitFor(() =>
        expect(lines()).toContainEqual(
          expect.objectContaining({ acap: 'meta-unread', target: '/coded' }),
        ),
      )
      expect([(await get('/coded', BROWSER)).status, asked.length]).toEqual([200, 1])
    },
  )
})
