/**
 * What strangers cost readers: the edge in one process with a heap of 128 MB, asked by readers alone and by readers among
 * strangers, in turns. Strangers send names, URLs, hosts, signatures and key directories of which no two are alike. Says
 * how memory grows after the first third, and the readers' 50th and 99th percentile in both kinds of turns.
 *
 *   npx node --expose-gc --max-old-space-size=128 bench/edge/strangers.ts [MINUTES, default 30]
 */
import { Edge } from '../../src/edge/edge.ts'
import type { Platform } from '../../src/edge/platform.ts'
import { NodeExchange, type NodeServices } from '../../src/platforms/node/exchange.ts'
import { MemoryPaces } from '../../src/platforms/node/memory-paces.ts'
import { bundleOf } from '../../test/support/bundle.ts'
import { Signer } from '../../test/support/signer.ts'
import { table } from '../measure.ts'

const MINUTES = Number(process.argv[2] ?? 30)
const TURN_MS = 2000
const STRANGERS_PER_READER = 4
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const HOME = 'https://news.test'
const LETTERS = [...'abcdefghijkl']
const PAGE = `<!doctype html><html><head><title>x</title></head><body>${'<p>text'.repeat(400)}</body></html>`
const DIRECTORY = { 'content-type': 'application/http-message-signatures-directory+json' }

/** 200 names and 12 wildcards, hours and rates: what makes the most of every URL and name. */
const POLICY = [
  'ACAP-version: 1.1\nUser-agent: *\nDisallow: /private/\nCrawl-delay: 5\n',
  ...Array.from({ length: 200 }, (_, i) => `ACAP-crawler: bot${i}x\nACAP-disallow-index: /*${LETTERS[i % 12]}${i}\n`),
  'ACAP-crawler: *\n',
  ...LETTERS.map((letter, i) => `ACAP-allow-present-snippet: /*${letter}${letter} max-length=${i + 1}-words\n`),
].join('')

const signers = await Promise.all(Array.from({ length: 8 }, () => Signer.make()))
const keySet = JSON.stringify({ keys: signers.map(({ jwk }) => ({ ...jwk, x5c: ['A'.repeat(6000)] })) })
let directories = 0
const silent = { log: () => undefined, warn: () => undefined, error: () => undefined }
const platform: Platform = {
  log: silent,
  fetchKeys: (async () => {
    directories++
    return new Response(keySet, { headers: DIRECTORY })
  }) as typeof fetch,
}
const services: NodeServices = {
  platform,
  isTrusted: () => true,
  bundles: null,
  paces: new MemoryPaces(),
  decisions: null,
}

class BenchExchange extends NodeExchange {
  readonly inApp = false
  readonly routedAs = null

  async askOrigin(): Promise<Response> {
    return new Response(PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  override keepAlive(work: Promise<unknown>): void {
    void work
  }
}

const bundle = await bundleOf(
  { news: { 'robots.txt': POLICY, 'site.toml': 'hosts = ["news.test", "*"]\n' } },
  { known: { Googlebot: 'search', GPTBot: 'training' } },
)
const edge = new Edge(platform, { bundle })

async function ask(url: string, headers: Record<string, string>): Promise<void> {
  const exchange = new BenchExchange(new Request(url, { headers }), '127.0.0.1', services)
  const response = await edge.answer(exchange)
  await response.arrayBuffer()
}

let seed = 1
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed % below
}

function text(length: number): string {
  return Array.from({ length: Math.ceil(length / 6) }, () => random(0x7fffffff).toString(36)).join('')
}

function path(): string {
  const parts = LETTERS.filter(() => random(2) === 0).flatMap((letter) => [letter + letter, `${letter}${random(200)}`])
  return `/${parts.join('/')}?${text(random(2000))}`
}

let number = 0

/** One request of a stranger: each unlike all before it. */
async function stranger(): Promise<void> {
  const i = number++
  const headers = { 'x-forwarded-for': `198.${random(256)}.${random(256)}.${random(256)}` }
  switch (i % 6) {
    case 0:
      return ask(HOME + path(), { ...headers, 'user-agent': `x${i}bot/1.0 (${text(300)})` })
    case 1:
      return ask(HOME + path(), { ...headers, 'user-agent': `Mozilla/5.0 (${text(200)}) Firefox/${i}` })
    case 2:
      return ask(`https://${text(30).toLowerCase()}.test${path()}`, { ...headers, 'user-agent': `${BROWSER} ${i}` })
    case 3:
      return ask(HOME + path(), { ...headers, 'user-agent': `x${i} bot${random(200)}x/${i} Googlebot/2.1` })
    case 4:
      return ask(`${HOME}/private/${text(200)}`, { ...headers, 'user-agent': `GPTBot/1.${i} ${text(60)}` })
    default: {
      const url = `${HOME}/${i}`
      const created = Math.floor(Date.now() / 1000) - 1
      const agent = random(2) === 0 ? `https://s${i}.test` : `https://s${i}.test/${text(400)}.json`
      const signed = await signers[i % 8]!.headers({ url, created, agent, nonce: text(3000) })
      return ask(url, { ...headers, ...signed, 'user-agent': random(2) === 0 ? BROWSER : `GPTBot/1.${i}` })
    }
  }
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
    times.push(await reader())
    // Lets directories that are fetched after an answer arrive.
    await new Promise((resolve) => setImmediate(resolve))
  }
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
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, each) => sum + of(each), 0) / samples.length
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
  return [name, `${without.toFixed(0)} µs`, `${beside.toFixed(0)} µs`, (beside / without).toFixed(2)]
}
console.log(
  [
    `${number} requests of strangers in ${MINUTES} minutes, ${alone.length + among.length} of readers; ${directories} key directories fetched`,
    `Memory after a third of the time: ${late[0]!.mb.toFixed(1)} MB, at the end ${late.at(-1)!.mb.toFixed(1)} MB, ${(slope(late) * 1024).toFixed(0)} KB per minute`,
    '',
    table(['readers', 'alone', 'among strangers', 'ratio'], [row('median', 0.5), row('99th percentile', 0.99)]),
  ].join('\n'),
)
