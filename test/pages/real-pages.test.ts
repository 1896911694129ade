/**
 * Thousands of real pages that nobody wrote for these tests, through the whole edge in Node: bytes, trees and encodings are
 * as before, except for the tags. `test:soak` takes all of them, `test:long` each tenth, other runs each hundredth. ACAP_PAGES
 * names a file that lists other pages, one path a line.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { folderOf, missing, pagesIn } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { CODINGS } from '../support/edge/odd-pages.ts'
import { prescanned } from '../support/edge/prescan.ts'
import { writerOf } from '../support/edge/rewritten.ts'
import { type Raw, raw, type startOrigin } from '../support/node-origin.ts'
import { runs } from '../support/runs.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const PACKAGES = [
  'python3.11-doc',
  'libgtk-3-doc',
  'git-doc',
  'erlang-doc',
  'qtbase5-doc-html',
  'libstdc++-12-doc',
]
const isLong = process.env.ACAP_LONG !== undefined
const STEP = runs(250, 10, 1)

interface RealPage {
  readonly path: string
  readonly body: Buffer
}

const LIST = process.env.ACAP_PAGES

function realPages(): readonly RealPage[] {
  const files =
    LIST === undefined
      ? PACKAGES.flatMap((name) =>
          pagesIn(folderOf(name)).map((page) => join(folderOf(name), page)),
        )
      : readFileSync(LIST, 'utf8').trim().split('\n')
  return files
    .filter((_, i) => i % STEP === 0)
    .map((file, i) => ({ path: `/${i}`, body: readFileSync(file) }))
}

/** An origin that serves these pages in the coding asked for; `?charset` names a charset in the media type. */
function originOf(pages: readonly RealPage[]): Parameters<typeof startOrigin>[0] {
  const packed = new Map<string, Buffer>()
  return (request, response) => {
    const { pathname, search } = new URL(request.url!, 'http://a')
    const coding = String(request.headers['accept-encoding'])
    const key = `${coding}${pathname}`
    const body =
      packed.get(key) ??
      (CODINGS[coding] ?? CODINGS.identity!)(pages[Number(pathname.slice(1))]!.body)
    packed.set(key, body)
    const type = search === '?charset' ? 'text/html; charset=utf-8' : 'text/html'
    const coded = coding in CODINGS && coding !== 'identity' ? { 'content-encoding': coding } : {}
    response
      .writeHead(200, { 'content-type': type, 'content-length': body.length, ...coded })
      .end(body)
  }
}

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
}

/** The page without the tags; null where they are not there exactly once. */
function withoutTags(answer: Buffer): Buffer | null {
  const at = answer.indexOf(TAGS)
  if (at < 0 || answer.indexOf(TAGS, at + 1) >= 0) return null
  return Buffer.concat([answer.subarray(0, at), answer.subarray(at + TAGS.length)])
}

type Node = DefaultTreeAdapterMap['node']

/** A page's tree as text, without the element that the tags are, which must stand in the head. */
function treeOf(page: Buffer): string {
  const tree = parse(page.toString('latin1'))
  const html = tree.childNodes.find(
    ({ nodeName }) => nodeName === 'html',
  ) as DefaultTreeAdapterMap['element']
  const head = html.childNodes.find(
    ({ nodeName }) => nodeName === 'head',
  ) as DefaultTreeAdapterMap['element']
  head.childNodes = head.childNodes.filter((node) => !isOurs(node))
  return serialize(tree)
}

function isOurs(node: Node): boolean {
  return (
    'attrs' in node &&
    node.attrs.some(({ name, value }) => name === 'content' && value === 'ACAP disallow-preserve')
  )
}

const MANNERS = Object.keys(UNPACK).flatMap((coding) =>
  ['', '?charset'].flatMap((query) =>
    [BROWSER, CRAWLER].map((userAgent) => ({ coding, query, userAgent })),
  ),
)

/** Whether the page came with its tags and otherwise as it was; or wholly as it was, saying the same in headers. */
function wayOf({ headers }: Raw, page: Buffer, body: Buffer): 'tagged' | 'untouched' | 'changed' {
  if (withoutTags(page)?.equals(body)) return 'tagged'
  return page.equals(body) && String(headers.link).includes('describedby') ? 'untouched' : 'changed'
}

/** What may come untouched: what is no document, or has no safe place; and a reader's page whose first bytes do not tell. */
function mayLackTags(
  body: Buffer,
  { coding, query, userAgent }: (typeof MANNERS)[number],
): boolean {
  const isOpen = userAgent === BROWSER && coding !== 'identity' && body.length < 1024
  return writerOf('', body, query !== '').tagPlace.place === 'nowhere' || isOpen
}

async function compareAll(
  url: string,
  pages: readonly RealPage[],
): Promise<Record<string, number>> {
  const counts = { answers: 0, trees: 0, untouched: 0 }
  const waiting = [...pages.entries()]
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [i, { path, body }] = next
      const before = treeOf(body)
      // In the long run each page is asked for in every manner, else in three of them in turn.
      const manners = isLong
        ? MANNERS
        : [0, 5, 10].map((shift) => MANNERS[(i + shift) % MANNERS.length]!)
      for (const manner of manners) {
        const { coding, query, userAgent } = manner
        const headers = { 'user-agent': userAgent, 'accept-encoding': coding }
        const answer = await raw(url + path + query, { headers })
        const what = `${path} ${coding} ${query} ${userAgent}`
        expect([what, answer.status, answer.complete]).toEqual([what, 200, true])
        const page = UNPACK[coding]!(answer.body)
        expect([what, answer.headers['content-encoding'] ?? 'identity']).toEqual([what, coding])
        const way = wayOf(answer, page, body)
        expect([
          what,
          way === 'tagged' || (way === 'untouched' && mayLackTags(body, manner)),
        ]).toEqual([what, true])
        if (way === 'untouched') counts.untouched++
        if (counts.answers++ % 4 > 0 || way === 'untouched') continue
        counts.trees++
        expect([what, prescanned(page.toString('latin1', 0, 1024))]).toEqual([
          what,
          prescanned(body.toString('latin1', 0, 1024)),
        ])
        expect([what, treeOf(page) === before]).toEqual([what, true])
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return counts
}

test.skipIf(LIST === undefined && missing('the test of real pages', ...PACKAGES))(
  'real pages through the gate are as they were, except for the tags',
  async () => {
    const pages = realPages()
    const { url } = await gate({
      files: POLICY,
      answer: originOf(pages),
      known: { TestBot: 'search' },
    })
    const { answers, trees, untouched } = await compareAll(url, pages)
    console.log(
      `${pages.length} real pages, ${answers} answers, ${trees} trees compared, ${untouched} without tags`,
    )
    expect(pages.length).toBeGreaterThan(8000 / STEP)
  },
  3_600_000,
)
