/**
 * Headers that an origin writes in several lines: they arrive as these lines through the whole edge, and what the policy
 * adds is a line of its own. One table for every platform.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { type EdgePlatform, edgeForTest, platformsHere } from '../support/doors/platforms.ts'
import { exchanged, raw, startOrigin } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const CRAWLER = 'SearchBot1/1.0'
const SITE = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n\nACAP-crawler: *\nACAP-disallow-index: /\n',
  'site.toml':
    'hosts = ["127.0.0.1"]\ndecision-header = true\n[signals]\nlicense = "https://news.test/a.xml"\n',
}
const TAGS =
  '<META name="robots" content="ACAP disallow-index"><META name="robots" content="noindex">' +
  '<link rel="license" type="application/rsl+xml" href="https://news.test/a.xml">'
const PAGE = '<!doctype html><html><head><title>a</title></head><body></body></html>'

/** Names that workerd joins itself, as lists. */
const LISTS = /^(?:link|vary|www-authenticate)$/

const LINES: readonly (readonly [name: string, value: string])[] = [
  ['X-Robots-Tag', 'otherbot: nofollow'],
  ['X-Robots-Tag', 'unavailable_after: 25 Jun 2030 15:00:00 GMT'],
  ['Link', '</a>; rel=next'],
  ['Link', '</b>; rel="pre,load"'],
  ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2031 07:28:00 GMT'],
  ['Set-Cookie', 'b=2'],
  ['WWW-Authenticate', 'Basic realm="a, b"'],
  ['WWW-Authenticate', 'Negotiate'],
  ['Content-Security-Policy', "default-src 'self'"],
  ['Content-Security-Policy', "frame-ancestors 'none'"],
  ['Vary', 'Accept-Encoding'],
  ['Vary', 'Cookie'],
  ['Server-Timing', 'db;dur=1'],
  ['X-MiXed', 'a'],
  ['X-MiXed', 'b, c'],
]

/** What the policy adds where a body carries no tags. */
const OWN = [
  ['x-robots-tag', 'noindex'],
  [
    'link',
    '<https://news.test/a.xml>; rel="license"; type="application/rsl+xml", </robots.txt>; rel="describedby"; type="text/plain"',
  ],
] as const
const LICENCE = ['link', OWN[1][1].split(', ')[0]!] as const

/** Those that send an origin's lines as they are. In the web's shape, an app's runtime joins them before the edge. */
const KEEPING = platformsHere().filter(({ name }) => /workerd|gate|node:http/.test(name))

/** An edge whose origin answers everything with these lines: a page below `/page`, else a text. */
async function serving(platform: EdgePlatform) {
  const origin = await startOrigin((request, response) => {
    const type = request.url!.startsWith('/page') ? 'text/html' : 'text/plain'
    response.writeHead(200, [...LINES.flat(), 'Content-Type', type, 'ETag', '"x"'])
    response.end(PAGE)
  })
  onTestFinished(() => origin.stop())
  const policies = await bundleOf({ site: SITE }, { known: { SearchBot1: 'search' } })
  const { url } = await edgeForTest(platform, policies, origin.url)
  return async (path: string, userAgent: string) => {
    const answer = await exchanged(
      url,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
    )
    return linesIn(answer)
  }
}

const OF_MESSAGE =
  /^(?:date|connection|content-length|transfer-encoding|keep-alive|etag|content-type)$/

/** The lines of a header, those of one name together; names in lower case. */
function linesIn(answer: string): readonly string[] {
  const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n').slice(1)
  const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string])
  return grouped(pairs.map(([name, value]) => [name, value.replace(/acap;dur=\d+/, 'acap;dur=0')]))
}

function grouped(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const names = new Map<string, string[]>()
  for (const [written, value] of pairs) {
    const name = written.toLowerCase()
    if (!OF_MESSAGE.test(name)) names.set(name, [...(names.get(name) ?? []), value])
  }
  return [...names]
    .flatMap(([name, values]) =>
      LISTS.test(name)
        ? [`${name}: ${values.join(', ')}`]
        : values.map((value) => `${name}: ${value}`),
    )
    .sort()
}

describe.each(KEEPING)('$name', (platform) => {
  test('keeps the lines of an origin, and adds its own as lines', async () => {
    const get = await serving(platform)
    expect(await get('/text', BROWSER)).toEqual(grouped([...LINES, ...OWN]))
    expect(await get('/page', BROWSER)).toEqual(grouped([...LINES, LICENCE]))
    const decision = [
      ['acap-decision', 'permitted;basis=unspecified;assurance=claimed;crawler="searchbot1"'],
      ['server-timing', 'acap;dur=0'],
    ] as const
    expect(await get('/text', CRAWLER)).toEqual(grouped([...LINES, ...OWN, ...decision]))
    expect(await get('/page', CRAWLER)).toEqual(grouped([...LINES, LICENCE, ...decision]))
  })
})

describe.each(platformsHere())('$name', (platform) => {
  test('says `noindex` to everybody beside the origin’s words to one crawler', async () => {
    const get = await serving(platform)
    const lines = (await get('/text', BROWSER)).filter((line) => line.startsWith('x-robots-tag: '))
    // A name counts for what stands behind it in its line.
    expect(lines.some((line) => line.startsWith('x-robots-tag: noindex'))).toBe(true)
    expect(lines.join().match(/noindex/g)).toHaveLength(1)
    expect(lines.join()).toContain('otherbot: nofollow')
  })
})

describe.each(platformsHere())('$name', (platform) => {
  test.each(['GZIP', 'x-gzip', 'Gzip', ' gzip '])('puts tags into a page in %j', async (coding) => {
    const origin = await startOrigin((_, response) => {
      response.writeHead(200, ['Content-Type', 'text/html', 'Content-Encoding', coding])
      response.end(gzipSync(PAGE))
    })
    onTestFinished(() => origin.stop())
    const policies = await bundleOf({ site: SITE }, { known: { SearchBot1: 'search' } })
    const { url } = await edgeForTest(platform, policies, origin.url)
    const headers = { 'user-agent': CRAWLER, 'accept-encoding': 'gzip' }
    const answer = await raw(`${url}/page`, { headers })
    expect([answer.headers['content-encoding'], String(gunzipSync(answer.body))]).toEqual([
      'gzip',
      PAGE.replace('<head>', `<head>${TAGS}`),
    ])
  })
})
