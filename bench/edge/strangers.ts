/**
 * What strangers cost readers: the edge in one process with a heap of 128 MB, asked by readers
 * alone and by readers among strangers, in turns. Strangers send names, URLs, hosts, signatures and
 * key directories, no two alike. Says how memory grows after the first third, and the readers' 50th
 * and 99th percentile in both kinds of turns. A reader is asked when the strangers before it have
 * their answers, so that what is measured is what they leave behind.
 *
 *   npx node --expose-gc --max-old-space-size=128 bench/edge/strangers.ts [MINUTES, default 30]
 */

import type { NodeServices } from '../../src/doors/node/exchange.ts'
import { MemoryPaces } from '../../src/doors/node/exchange.ts'
import { Edge } from '../../src/edge/edge.ts'
import type { Platform } from '../../src/edge/platform.ts'
import { random as seeded } from '../../test/support/base/random.ts'
import { bundleOf } from '../../test/support/bundle.ts'
import { PageExchange } from '../../test/support/edge/page-exchange.ts'
import { Signer } from '../../test/support/edge/signer.ts'
import { table } from '../measure.ts'

const MINUTES = Number(process.argv[2] ?? 30)
const TURN_MS = 2000
const STRANGERS_PER_READER = 4
const PAUSE_MS = 5
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HOME = 'https://news.test'
const LETTERS = [...'abcdefghijkl']
const PAGE = `<!doctype html><html><head><title>x</title></head><body>${'<p>text'.repeat(400)}</body></html>`
const DIRECTORY = { 'content-type': 'application/http-message-signatures-directory+json' }

/** 200 names and 12 wildcards, hours and rates: what makes the most of every URL and name. */
const POLICY = [
  'ACAP-version: 1.1\nUser-agent: *\nDisallow: /private/\nCrawl-delay: 5\n',
  ...Array.from(
    { length: 200 },
    (_, i) => `ACAP-crawler: bot${i}x\nACAP-disallow-index: /*${LETTERS[i % 12]}${i}\n`,
  ),
  'ACAP-crawler: *\n',
  ...LETTERS.map(
    (letter, i) => `ACAP-allow-present-snippet: /*${letter}${letter} max-length=${i + 1}-words\n`,
  ),
].join('')

const signers = await Promise.all(Array.from({ length: 8 }, () => Signer.make()))
const jwks = signers.map(({ jwk }) => jwk)

let directories = 0

/**
 * Directories of all kinds: good, full of keys and ballast that nobody else has, too large,
 * failing, never answering.
 */
async function fetchKeys(_url: unknown, init?: RequestInit): Promise<Response> {
  const unlike = (count: number, length: number) =>
    Array.from({ length: count }, () => ({
      ...jwks[0],
      x: text(60).slice(0, 43),
      x5c: [text(length)],
    }))
  switch (directories++ % 5) {
    case 0:
      return Response.json({ keys: [...jwks, ...unlike(8, 6000)] }, { headers: DIRECTORY })
    case 1:
      return Response.json({ keys: unlike(16, 3000) }, { headers: DIRECTORY })
    case 2:
      return new Response('x'.repeat(1024 * 1024), { headers: DIRECTORY })
    case 3:
      return new Response(text(100), { status: 500 })
    default:
      return new Promise((_, fail) =>
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)),
      )
  }
}

const silent = { log: () => undefined, warn: () => undefined, error: () => undefined }
const platform: Platform = { log: silent, fetchKeys: fetchKeys as typeof fetch }
const services: NodeServices = {
  platform,
  isTrusted: () => true,
  bundles: null,
  paces: new MemoryPaces(),
  counter: null,
}

const bundle = await bundleOf(
  { news: { 'robots.txt': POLICY, 'site.toml': 'hosts = ["news.test", "*"]\n' } },
  { known: { Googlebot: 'search', GPTBot: 'training' } },
)
const edge = new Edge(platform, { bundle })

async function ask(url: string, headers: Record<string, string>, method = 'GET'): Promise<void> {
  const exchange = new PageExchange(
    new Request(url, { method, headers }),
    '127.0.0.1',
    services,
    PAGE,
  )
  const response = await edge.answer(exchange)
  await response.arrayBuffer()
}

const random = seeded(1)

function text(length: number): string {
  return Array.from({ length: Math.ceil(length / 6) }, () => random(0x7fffffff).toString(36)).join(
    '',
  )
}

function path(): string {
  const parts = LETTERS.filter(() => random(2) === 0).flatMap((letter) => [
    letter + letter,
    `${letter}${random(200)}`,
  ])
  return `/${parts.join('/')}?${text(random(2000))}`
}

type Kind = (i: number, headers: Record<string, string>) => Promise<void>

/** What strangers send; each unlike all before it. */
const KINDS: readonly Kind[] = [
  (i, from) => ask(HOME + path(), { ...from, 'user-agent': `x${i}bot/1.0 (${text(300)})` }),
  (i, from) =>
    ask(HOME + path(), { ...from, 'user-agent': `Mozilla/5.0 (${text(200)}) Firefox/${i}` }),
  (i, from) =>
    ask(`https://${text(30)}.test${path()}`, { ...from, 'user-agent': `${BROWSER} ${i}` }),
  (i, from) =>
    ask(HOME + path(), { ...from, 'user-agent': `x${i} bot${random(200)}x/${i} Googlebot/2.1` }),
  (i, from) =>
    ask(`${HOME}/private/${text(200)}`, { ...from, 'user-agent': `GPTBot/1.${i} ${text(60)}` }),
  (i, from) =>
    ask(`${HOME}/private/`, { ...from, 'user-agent': `bot${i % 200}x/${i} ${text(8000)}` }),
  (i, from) =>
    ask(`${HOME}/${text(9000)}`, {
      ...from,
      'user-agent': i % 2 === 0 ? BROWSER : `bot${i % 200}x`,
    }),
  (i, from) => {
    const copy = {
      range: `bytes=${random(900)}-`,
      'if-none-match': `"${text(900)}"`,
      'if-range': `"${text(90)}"`,
    }
    return ask(
      HOME + path(),
      { ...from, ...copy, 'user-agent': BROWSER },
      i % 2 === 0 ? 'GET' : 'HEAD',
    )
  },
  (i, from) =>
    ask(
      HOME + path(),
      { ...from, origin: `https://${text(40)}`, 'user-agent': `x${i}bot` },
      'OPTIONS',
    ),
  signed,
  signed,
  signed,
]

/**
 * A signature of a reader or a crawler: over this request or another, of a directory or key set
 * that nobody else names.
 */
async function signed(i: number, from: Record<string, string>): Promise<void> {
  const url = `${HOME}/${i}`
  const created = Math.floor(Date.now() / 1000) - 1
  // Few enough that each directory that is fetched is named again.
  const host = `https://s${random(2) === 0 ? i : i % 5}.test`
  const agent = random(2) === 0 ? host : `${host}/${text(400)}.json`
  const made = random(4) === 0 ? `${url}x` : url
  const headers = await signers[i % 8]!.headers({ url: made, created, agent, nonce: text(3000) })
  return ask(url, {
    ...from,
    ...headers,
    'user-agent': random(2) === 0 ? BROWSER : `GPTBot/1.${i}`,
  })
}

let number = 0

/** One request of a stranger. A crawler whose directory is slow is left to wait for it. */
function stranger(): Promise<unknown> {
  const i = number++
  const from = { 'x-forwarded-for': `198.${random(256)}.${random(256)}.${random(256)}` }
  return Promise.race([KINDS[i % KINDS.length]!(i, from), pause(20)])
}

const PAGES = Array.from({ length: 50 }, (_, i) => `/news/${i}/aa.html`)

/** Asks for one page as a reader; microseconds. */
async function reader(): Promise<number> {
  const url = HOME + PAGES[random(PAGES.length)]
  const start = process.hrtime.bigint()
  await ask(url, { 'user-agent': BROWSER })
  return Number(process.hrtime.bigint() - start) / 1000
}

async function turn(amongStrangers: boolean, times: number[]): Promise<void> {
  for (const end = Date.now() + TURN_MS; Date.now() < end; ) {
    if (amongStrangers) for (let i = 0; i < STRANGERS_PER_READER; i++) await stranger()
    // Lets directories that are fetched after an answer arrive, and leaves the machine to others.
    await pause(PAUSE_MS)
    times.push(await reader())
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

interface Sample {
  readonly minutes: number
  readonly mb: number
}

function memory(started: number): Sample {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return { minutes: (Date.now() - started) / 60_000, mb: (heapUsed + external) / 2 ** 20 }
}

/** MB per minute, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length
  const [x, y] = [mean(({ minutes }) => minutes), mean(({ mb }) => mb)]
  const above = samples.reduce((sum, { minutes, mb }) => sum + (minutes - x) * (mb - y), 0)
  return above / samples.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0)
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

const started = Date.now()
const alone: number[] = []
const among: number[] = []
const samples: Sample[] = []
await turn(false, [])
await turn(true, [])
while (Date.now() - started < MINUTES * 60_000) {
  await turn(false, alone)
  await turn(true, among)
  samples.push(memory(started))
}
const late = samples.filter(({ minutes }) => minutes > MINUTES / 3)
const row = (name: string, share: number) => {
  const [without, beside] = [percentile(alone, share), percentile(among, share)]
  return [
    name,
    `${without.toFixed(0)} µs`,
    `${beside.toFixed(0)} µs`,
    (beside / without).toFixed(2),
  ]
}
console.log(
  [
    `${number} requests of strangers in ${MINUTES} minutes, ${alone.length + among.length} of readers; ${directories} key directories fetched`,
    `Memory after a third of the time: ${late[0]!.mb.toFixed(1)} MB, at the end ${late.at(-1)!.mb.toFixed(1)} MB, ${(slope(late) * 1024).toFixed(0)} KB per minute`,
    '',
    table(
      ['readers', 'alone', 'among strangers', 'ratio'],
      [row('median', 0.5), row('99th percentile', 0.99)],
    ),
  ].join('\n'),
)
