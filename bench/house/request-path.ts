/**
 * How much code a request runs through: the functions and files of the library, a file for each
 * module (dist/modules), that one warm request calls in the Node middleware, by V8's precise
 * coverage, with the example's policies; and how large the Worker is.
 * `npm run house`, then `node bench/house/request-path.ts [--list]`
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { bundleWorker } from '../../test/support/edge/workerd.ts'

const LIBRARY = new URL('../../dist/modules/', import.meta.url)
const BUNDLE = 'dist/policies.bin'
const WARM_UP = 20
const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title></head><body><p>a</p></body></html>'

const REFUSED = {
  path: '/premium/a',
  userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
}
const PAGE_OF_NEWS = {
  path: '/news/a',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** A row of the table: what is measured, its value, and the most that is planned. */
export type Row = readonly [title: string, value: string, most: string]

type Ask = () => Promise<Response>

interface Called {
  readonly functions: readonly string[]
  readonly files: number
}

/** The rows of the request path. */
export async function requestPath(): Promise<readonly Row[]> {
  const crawl = await called(await askerOf(REFUSED), 402)
  const page = await called(await askerOf(PAGE_OF_NEWS), 200)
  const count = ({ functions, files }: Called) => `${functions.length} / ${files}`
  return [
    [
      'functions / files of the library that a warm refused crawl runs through',
      count(crawl),
      '90 / 26',
    ],
    ['the same for a reader’s HTML page', count(page), '120 / 30'],
    ['bytes of the Worker without policies, gzipped', String(await workerSize()), '57500'],
  ]
}

/** The Worker as it is deployed, without its policies. */
async function workerSize(): Promise<number> {
  return gzipSync(await bundleWorker(), { level: 9 }).length
}

async function askerOf({ path, userAgent }: typeof REFUSED): Promise<Ask> {
  const { acap } = await import(new URL('doors/hono/node.js', LIBRARY).href)
  const app = new Hono()
  app.use(acap({ bundle: readFileSync(BUNDLE) }))
  app.get('*', (c) => c.html(PAGE))
  return async () =>
    app.request(`http://localhost${path}`, { headers: { 'user-agent': userAgent } })
}

/** What the last of several equal requests calls. */
async function called(ask: Ask, status: number): Promise<Called> {
  const { log } = console
  console.log = () => undefined
  const session = new Session()
  session.connect()
  try {
    for (let i = 0; i < WARM_UP; i++) await (await ask()).arrayBuffer()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    const response = await ask()
    await response.arrayBuffer()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}`)
    const own = result.filter(({ url }) => url.startsWith(LIBRARY.href))
    const functions = own.flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => ranges[0]!.count > 0)
        .map(
          ({ functionName, ranges }) =>
            `${url.slice(LIBRARY.href.length)} ${functionName} ${ranges[0]!.count}`,
        ),
    )
    return { functions, files: new Set(functions.map((each) => each.split(' ')[0])).size }
  } finally {
    session.disconnect()
    console.log = log
  }
}

if (import.meta.main) {
  if (process.argv.includes('--list')) {
    for (const [request, status] of [
      [REFUSED, 402],
      [PAGE_OF_NEWS, 200],
    ] as const)
      console.log((await called(await askerOf(request), status)).functions.join('\n'), '\n')
  }
  for (const row of await requestPath()) console.log(row.join(': '))
}
