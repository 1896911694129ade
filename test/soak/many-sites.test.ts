/**
 * Two thousand sites in one edge, asked as the web asks: few sites, clients and paths make up most of the requests, 3 % of
 * them are crawlers', and policies change 30 times in between. Every answer is by the policy in force.
 *
 * Requests are drawn in blocks (test/support/blocks.ts).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { siteFiles, siteName } from '../../bench/many-sites.ts'
import { judge, type SiteContext, siteContextOf } from '../../src/decide/judge.ts'
import type { NodeServices } from '../../src/doors/node/exchange.ts'
import { Edge } from '../../src/edge/edge.ts'
import type { Platform } from '../../src/edge/platform.ts'
import { encode } from '../../src/program/encode.ts'
import type { SiteProgram } from '../../src/program/program.ts'
import { random } from '../support/base/random.ts'
import { blocksOf } from '../support/blocks.ts'
import { programOf, registryOf } from '../support/bundle.ts'
import { PageExchange } from '../support/edge/page-exchange.ts'
import { runs } from '../support/runs.ts'

const TOTAL = runs(8_000, 1_000_000, 10_000_000)
const SITES = runs(100, 2_000)
const CHANGES = 30
/** Of so many sites one changes with each edition. */
const CHANGE_EVERY = 100
const BLOCK = runs(500, 10_000)
const CRAWLER_SHARE = 0.03
/** Hardly more may be in use at the end than after the first changes. */
const SLACK_MB = 48

const CRAWLERS = [
  'Googlebot/2.1',
  'bingbot/2.0',
  'GPTBot/1.2',
  'ClaudeBot/1.0',
  'CCBot/2.0',
  'AhrefsBot/7.0',
]
const KNOWN = Object.fromEntries(CRAWLERS.map((each) => [each.split('/')[0]!, 'search' as const]))
const REGISTRY = registryOf(KNOWN)
const SECTIONS = [
  'news',
  'sport',
  'culture',
  'shop',
  'account',
  'archive',
  'search',
  'media',
  'print',
  'api',
  'events',
]
const WORDS = [
  'article',
  'gallery',
  'video',
  'ticket',
  'draft',
  'feed',
  'preview',
  'member',
  'photo',
  'review',
]
const MARKER = 'the page itself'
const PAGE = `<!doctype html><html><head><title>a</title></head><body>${MARKER}</body></html>`

const ignored = () => undefined
const platform: Platform = {
  log: { log: ignored, warn: ignored, error: ignored },
  fetchKeys: () => Promise.reject(new Error('no keys')),
}
const services: NodeServices = {
  platform,
  isTrusted: () => false,
  bundles: null,
  paces: null,
  counter: null,
}

/** A number below `count`: 0 twice as often as 1, thrice as often as 2. */
function zipf(count: number): (share: number) => number {
  const sums = new Float64Array(count)
  for (let i = 0, sum = 0; i < count; i++) sums[i] = sum += 1 / (i + 1)
  return (share) => {
    const wanted = share * sums[count - 1]!
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

const siteAt = zipf(SITES)
const pathAt = zipf(5_000)
const readerAt = zipf(400)
const crawlerAt = zipf(CRAWLERS.length)

function pathOf(number: number): string {
  const [section, word] = [
    SECTIONS[number % SECTIONS.length],
    WORDS[Math.floor(number / 7) % WORDS.length],
  ]
  return (
    ['', `/${section}/`, `/${section}/${word}/`, `/${section}/x/${word}.pdf`, `/x?${word}=1`][
      number % 5
    ]! || '/'
  )
}

/** The policy of a site after so many changes. The generator's own mistakes are passed over. */
function programAt(site: number, edition: number): SiteProgram {
  const last = lastChange(site, edition)
  for (let number = site + last * 1_000_000; ; number += 100_000) {
    try {
      return programOf(siteName(site), siteFiles(number, siteName(site)))
    } catch (fault) {
      if (!String(fault).includes('"severity":"error"')) throw fault
    }
  }
}

/** The last of the first `edition` changes that this site was part of; 0 for none. */
function lastChange(site: number, edition: number): number {
  for (let change = edition; change > 0; change--)
    if (site % CHANGE_EVERY === change % CHANGE_EVERY) return change
  return 0
}

/** All sites after so many changes. */
class Edition {
  readonly number: number
  readonly #programs: readonly SiteProgram[]
  readonly #contexts = new Map<number, SiteContext>()
  readonly #expected = new Map<string, boolean>()

  constructor(number: number, before: Edition | null) {
    this.number = number
    this.#programs = Array.from({ length: SITES }, (_, site) =>
      before !== null && lastChange(site, number) === lastChange(site, before.number)
        ? before.#programs[site]!
        : programAt(site, number),
    )
  }

  bundle(): Promise<Uint8Array<ArrayBuffer>> {
    return encode({ sites: this.#programs, registry: REGISTRY, networks: [] })
  }

  /** Whether a crawler gets the page. */
  permits(site: number, userAgent: string, target: string): boolean {
    const key = `${site} ${userAgent} ${target}`
    const known = this.#expected.get(key)
    if (known !== undefined) return known
    const context = this.#contexts.get(site) ?? siteContextOf(this.#programs[site]!, REGISTRY, [])
    this.#contexts.set(site, context)
    const request = {
      method: 'GET',
      userAgent,
      target,
      uri: homeOf(site) + target,
      from: null,
      now: Date.now(),
    }
    const { outcome } = judge(context, request)
    this.#expected.set(key, outcome !== 'prohibited')
    return outcome !== 'prohibited'
  }
}

function homeOf(site: number): string {
  return `https://${siteName(site)}`
}

async function ask(edge: Edge, edition: Edition, next: () => number): Promise<void> {
  const site = siteAt(next())
  const isCrawler = next() < CRAWLER_SHARE
  const userAgent = isCrawler
    ? `Mozilla/5.0 (compatible; ${CRAWLERS[crawlerAt(next())]})`
    : readerOf(readerAt(next()))
  const target = pathOf(pathAt(next()))
  const request = new Request(homeOf(site) + target, { headers: { 'user-agent': userAgent } })
  const response = await edge.answer(new PageExchange(request, '127.0.0.1', services, PAGE))
  const text = await response.text()
  const isServed = response.status === 200 && text.includes(MARKER)
  const isExpected = isCrawler ? edition.permits(site, userAgent, target) : true
  if (isServed !== isExpected || (!isServed && response.status !== 403))
    expect.fail(`edition ${edition.number}: ${userAgent} ${request.url}: ${response.status}`)
}

function readerOf(number: number): string {
  return `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + number}.0) Gecko/20100101 Firefox/${100 + number}.0`
}

function megabytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

it(
  `answers ${TOTAL} requests for ${SITES} sites by the policy in force`,
  async () => {
    const all = TOTAL / BLOCK
    let edition: Edition | null = null
    let edge: Edge | null = null
    let early: number | null = null
    for (const { number, seed } of blocksOf('many sites', all)) {
      const wanted = Math.floor((number / all) * (CHANGES + 1))
      if (edition?.number !== wanted) {
        edition = new Edition(wanted, edition)
        const bundle = await edition.bundle()
        if (edge === null) edge = new Edge(platform, { bundle })
        else expect(edge.policies.adopt(bundle)).toBe(true)
        if (wanted >= 3) early ??= megabytes()
      }
      const roll = random(seed)
      for (let i = 0; i < BLOCK; i++) await ask(edge!, edition, () => roll(1e9) / 1e9)
    }
    if (early !== null) expect(megabytes()).toBeLessThan(early + SLACK_MB)
  },
  24 * 3_600_000,
)
