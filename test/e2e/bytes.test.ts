import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { folderOf, missing, pagesIn } from '../support/debian.ts'
import {
  type EdgePlatform,
  edgeForTest,
  PLATFORMS,
  platformsHere,
} from '../support/doors/platforms.ts'
import { PATHOLOGICAL } from '../support/edge/pathological-pages.ts'
import { writerOf } from '../support/edge/rewritten.ts'
import { type Raw, raw, startOrigin } from '../support/node-origin.ts'
import { isLong, someOf } from '../support/runs.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const PACKAGES = ['postgresql-doc-15', 'sqlite3-doc', 'zsh-doc', 'apache2-doc']

interface Coding {
  readonly name: string
  readonly pack: (body: Buffer) => Buffer
  readonly unpack: (body: Buffer) => Buffer
}

const CODINGS: readonly Coding[] = [
  { name: 'identity', pack: (body) => body, unpack: (body) => body },
  {
    name: 'gzip',
    pack: (body) => gzipSync(body, { level: 1 }),
    unpack: (body) => gunzipSync(body),
  },
  {
    name: 'br',
    pack: (body) => brotliCompressSync(body, { params: { 1: 1 } }),
    unpack: (body) => brotliDecompressSync(body),
  },
]

/** How an origin sends a page. A header of the request says it, and the edge passes it on. */
const MANNERS = ['in pieces', 'in pieces, with its length', 'at once, with its length'] as const

/** A small generator of numbers: the same pieces in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % sides
  }
}

/** An origin with these pages, and an edge before it that tells every page something. */
async function serving(
  platform: EdgePlatform,
  pages: ReadonlyMap<string, Buffer>,
  type: (path: string) => string,
) {
  const roll = dice(20261101)
  const origin = await startOrigin((asked, answer) => {
    const body = pages.get(decodeURIComponent(asked.url!))
    if (body === undefined) return void answer.writeHead(404).end()
    const coding =
      CODINGS.find(({ name }) => name === asked.headers['accept-encoding']) ?? CODINGS[0]!
    const bytes = coding.pack(body)
    const manner = String(asked.headers['x-manner'])
    answer.writeHead(200, {
      'content-type': type(asked.url!),
      ...(coding.name !== 'identity' && { 'content-encoding': coding.name }),
      ...(manner.endsWith('with its length') && { 'content-length': bytes.length }),
    })
    if (manner.startsWith('at once')) return void answer.end(bytes)
    for (let at = 0; at < bytes.length; ) {
      const size = at < 300 ? 1 + roll(32) : 1 + roll(65536)
      answer.write(bytes.subarray(at, at + size))
      at += size
    }
    answer.end()
  })
  onTestFinished(() => origin.stop())
  const edge = await edgeForTest(platform, await bundleOf({ site: POLICY }), origin.url)
  return async (path: string, coding: Coding, userAgent: string, manner: string) => {
    const headers = { 'user-agent': userAgent, 'accept-encoding': coding.name, 'x-manner': manner }
    const answer = await raw(`${edge.url}${encodeURI(path)}`, { headers })
    // Of nothing, some packers make nothing.
    return { ...answer, body: answer.body.length === 0 ? answer.body : coding.unpack(answer.body) }
  }
}

/** Input plus tags, by the place that the whole page tells. */
function tagged(page: Buffer): Buffer {
  const { place } = writerOf('', page).tagPlace
  if (typeof place === 'string') return page
  return Buffer.concat([page.subarray(0, place), Buffer.from(TAGS), page.subarray(place)])
}

/** Whether an answer is the page with its tags; or, for readers of a page that came in pieces, as it is, with headers. */
function isTagged({ body, headers }: Raw, page: Buffer, mayLackTags: boolean): boolean {
  if (body.equals(tagged(page))) return true
  return mayLackTags && body.equals(page) && String(headers.link).includes('describedby')
}

/** Whether the part of a page that shows where tags go may not be there yet when its reader's answer begins. */
const mayBeLate = (coding: Coding, manner: string) =>
  coding.name !== 'identity' || manner.startsWith('in pieces')

const summary = (answer: Raw) => [answer.status, answer.complete]

/** Thousands of pages take a minute on each. */
const REAL = isLong ? platformsHere() : PLATFORMS.slice(0, 1)
const REAL_PAGES = 60

test.skipIf(missing('the byte test', ...PACKAGES)).each(REAL)(
  'real pages come as they are, except for the tags, through $name',
  async (platform) => {
    const all = PACKAGES.flatMap((name) =>
      pagesIn(folderOf(name)).map((page) => [name, page] as const),
    )
    expect(all.length).toBeGreaterThan(2000)
    const pages = new Map(
      someOf(all, REAL_PAGES).map(([name, page]) => [
        `/${name}/${page}`,
        readFileSync(join(folderOf(name), page)),
      ]),
    )
    const get = await serving(platform, pages, () => 'text/html')
    let compared = 0
    const compare = async ([path, page]: readonly [string, Buffer]) => {
      expect(tagged(page).length, path).toBe(page.length + TAGS.length)
      for (const coding of CODINGS) {
        const userAgent = compared % 2 ? CRAWLER : BROWSER
        const manner = MANNERS[(compared >> 1) % 3]!
        const answer = await get(path, coding, userAgent, manner)
        compared++
        const isRight = isTagged(answer, page, userAgent === BROWSER && mayBeLate(coding, manner))
        expect([...summary(answer), isRight], `${path} ${coding.name} ${manner}`).toEqual([
          200,
          true,
          true,
        ])
      }
    }
    const waiting = [...pages]
    const worker = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await compare(next)
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    console.log(
      `${pages.size} real pages in ${CODINGS.length} codings: ${compared} answers equal input plus tags`,
    )
    expect(compared).toBe(pages.size * CODINGS.length)
  },
  600_000,
)

/** How a page is asked for; in a short run another client and manner for each page. */
function waysToAsk(page: number) {
  const ways = CODINGS.flatMap((coding) =>
    [BROWSER, CRAWLER].flatMap((userAgent) =>
      MANNERS.map((manner) => [coding, userAgent, manner] as const),
    ),
  )
  return isLong ? ways : ways.filter((_, way) => way % 6 === page % 6)
}

describe.each(platformsHere())('$name', (platform) => {
  test('pathological pages come as they are, except for the tags, or untouched', async () => {
    const pages = new Map(PATHOLOGICAL.map(({ name, body }) => [`/${name}`, Buffer.from(body)]))
    const types = new Map(PATHOLOGICAL.map(({ name, type }) => [encodeURI(`/${name}`), type]))
    const get = await serving(platform, pages, (path) => types.get(path)!)
    for (const [i, { name, body, untouched }] of PATHOLOGICAL.entries()) {
      const page = Buffer.from(body)
      for (const [coding, userAgent, manner] of waysToAsk(i)) {
        const answer = await get(`/${name}`, coding, userAgent, manner)
        const what = `${name}, ${coding.name}, ${manner}`
        const mayLackTags = userAgent === BROWSER && mayBeLate(coding, manner)
        const isRight = untouched ? answer.body.equals(page) : isTagged(answer, page, mayLackTags)
        expect([...summary(answer), isRight], what).toEqual([200, true, true])
      }
    }
  })

  test('a small page that is there at once goes on with its length', async () => {
    const page = Buffer.from('<head><title>a</title></head><body>')
    const get = await serving(platform, new Map([['/a', page]]), () => 'text/html')
    for (const userAgent of [BROWSER, CRAWLER]) {
      const answer = await get('/a', CODINGS[0]!, userAgent, 'at once, with its length')
      expect(answer.headers['content-length']).toBe(String(page.length + TAGS.length))
    }
  })
})
