/**
 * How the crawl decision grows with the policy: 10 to 100,000 rules, over 20,000 distinct paths and
 * over ten hot ones, from the request's full URL and User-Agent header to a Decision.
 * `robots-parser`, parsed once, does the same checks.
 */
import robotsParser from 'robots-parser'
import { decide, engineOf } from '../../src/decide/decide.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, interleave, table } from '../measure.ts'
import { sample } from './policies.ts'

const USER_AGENT = 'Mozilla/5.0 (compatible; SearchBot/2.1; +http://example.com/bot.html)'
const SIZES = [10, 100, 1_000, 10_000, 100_000]
const SHAPES = [
  ['literal', 0],
  ['one in ten wildcards', 0.1],
  ['all wildcards', 1],
] as const
const PATHS = 20_000

/** Checks URLs against ours: the path is cut from the URL as the edge cuts it. */
function ours(text: string, urls: readonly string[]): () => void {
  const engine = engineOf(siteOf(text))
  return () => {
    for (const url of urls)
      engine.decide({ userAgent: USER_AGENT, target: url.slice(url.indexOf('/', 8)), now: 0 })
  }
}

function peer(text: string, urls: readonly string[]): () => void {
  const robots = robotsParser('https://www.example.com/robots.txt', text)
  return () => {
    for (const url of urls) robots.isAllowed(url, USER_AGENT)
  }
}

/** The rows of the table, printed as they come. */
export function scale(): string {
  const rows = SHAPES.flatMap(([shape, wild]) =>
    (['conventional', 'acap'] as const).map((kind) => {
      const costs = SIZES.map((size) => {
        const { text, urls } = sample(kind, size, wild)
        const { spread } = interleave({ spread: ours(text, urls(PATHS)) }, PATHS)
        const { hot } = interleave({ hot: ours(text, urls(PATHS, 10)) }, PATHS)
        return { spread: spread!, hot: hot! }
      })
      const [first, last] = [costs[0]!, costs.at(-1)!]
      return [
        `${kind}, ${shape}`,
        ...costs.map(({ spread, hot }) => `${duration(spread)} / ${duration(hot)}`),
        `${(last.spread / first.spread).toFixed(1)} / ${(last.hot / first.hot).toFixed(1)}`,
      ]
    }),
  )
  const head = [
    '20,000 paths / ten hot paths',
    ...SIZES.map((size) => `${size.toLocaleString('en')} rules`),
    'growth',
  ]
  return table(head, rows)
}

/** The same as plain objects, as the library gives them. */
function plain(text: string, urls: readonly string[]): () => void {
  const site = siteOf(text)
  return () => {
    for (const url of urls)
      decide(site, { userAgent: USER_AGENT, target: url.slice(url.indexOf('/', 8)), now: 0 })
  }
}

/** Ours and robots-parser on the same checks. */
export function againstPeer(): string {
  const rows = [100, 10_000].map((size) => {
    const { text, urls } = sample('conventional', size, 0.1)
    const count = size > 1000 ? 2_000 : 20_000
    const some = urls(count)
    const runs = { ours: ours(text, some), plain: plain(text, some), peer: peer(text, some) }
    const times = interleave(runs, count, 5)
    return [
      size,
      duration(times.ours!),
      duration(times.plain!),
      duration(times.peer!),
      (times.peer! / times.ours!).toFixed(0),
    ]
  })
  const head = ['rules', 'the edge', '`decide`, a plain object', 'robots-parser', 'times faster']
  return table(head, rows)
}

if (import.meta.main) console.log(`${scale()}\n\n${againstPeer()}`)
