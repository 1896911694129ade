/**
 * What it costs to recognise a client by a header that was not seen before: a reader's and a
 * crawler's, at 20 and at 2,000 names of the policy, with the registry. `isbot`, which says only
 * whether a header is a bot's, reads the same headers.
 */
import list from 'crawler-user-agents'
import { isbot } from 'isbot'
import { Agents } from '../../src/decide/agents.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'
import { identify } from '../../src/registry.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, interleave, table } from '../measure.ts'

const HEADERS = 5_000
const SIZES = [20, 2_000]
const registry = compileRegistry(list)

/** A policy with so many crawlers' names, in groups and records. */
function policyOf(names: number): string {
  return Array.from({ length: names }, (_, i) =>
    i % 2 === 0
      ? `User-agent: Crawler${i}bot\nDisallow: /a${i}/\n`
      : `ACAP-crawler: finder-${i}\nACAP-disallow-crawl: /b${i}/\n`,
  ).join('\n')
}

let build = 0

/** Whose headers they are, by the number of the header and the names of the policy. */
const SENDERS: Readonly<Record<string, (i: number, names: number) => string>> = {
  readers: (i) =>
    `Mozilla/5.0 (Linux; Android 14; SM-A${i % 997}B Build/UP1A.${build}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.${build}.0 Mobile Safari/537.36`,
  crawlers: (i, names) => {
    const name = i % 2 === 0 ? 'Googlebot' : `Crawler${(i * 2) % names}bot`
    return `Mozilla/5.0 (compatible; ${name}/2.${build}; +http://www.example.com/bot.html)`
  },
  'crawlers of the list': (i) => SAMPLES[(i * 7) % SAMPLES.length]!.replace(/\d/, String(build)),
  'bots of no list': (i) =>
    `Mozilla/5.0 (compatible; Zork${i % 50}bot/1.${build}; +https://zork.test/bot)`,
}
const SAMPLES = list.flatMap(({ instances }) => instances)

/** Headers that differ from all before, as versions of browsers and crawlers do. */
function headers(sender: string, names: number): string[] {
  return Array.from({ length: HEADERS }, (_, i) => {
    build++
    // In one piece, as headers come from the network.
    return Buffer.from(SENDERS[sender]!(i, names), 'latin1').toString('latin1')
  })
}

/** Lists of headers for each contestant in turn: far more than any cache keeps. */
const LISTS = 12
const ROUNDS = 21

/** Nanoseconds for each header of a sender. */
function costs(sender: string, names: number, rounds: number) {
  const agents = new Agents(siteOf(policyOf(names)), registry)
  const lists = Array.from({ length: LISTS }, () => headers(sender, names))
  const reading = (read: (header: string) => unknown) => {
    let round = 0
    return () => {
      for (const header of lists[round++ % LISTS]!) read(header)
    }
  }
  const contestants = {
    ours: reading((header) => agents.find(header)),
    identify: reading((header) => identify(header)),
    isbot: reading((header) => isbot(header)),
  }
  const found = interleave(contestants, HEADERS, rounds)
  return { ours: found.ours!, identify: found.identify!, isbot: found.isbot! }
}

/** The rows of the table. */
export function recognising(): string {
  const cases = Object.keys(SENDERS).flatMap((sender) => SIZES.map((names) => ({ sender, names })))
  // All kinds of headers once: else the first row alone would pay for the compiler.
  for (const { sender, names } of cases) costs(sender, names, 1)
  const rows = cases.map(({ sender, names }) => {
    const { ours, identify, isbot } = costs(sender, names, ROUNDS)
    const times = [ours, identify, isbot].map(duration)
    const ratios = [ours, identify].map((cost) => `${(cost / isbot).toFixed(1)}×`)
    return [sender, names.toLocaleString('en'), ...times, ...ratios]
  })
  const head = ['new headers of', 'names in the policy', 'acap-edge', '`identify`', '`isbot`']
  return table([...head, 'ratio', 'of `identify`'], rows)
}

/** What 100,000 different headers leave in memory; needs --expose-gc. */
export function retained(): string {
  const agents = new Agents(siteOf(policyOf(2_000)), registry)
  const sizes = Array.from({ length: 11 }, (_, tenth) => {
    if (tenth > 0)
      for (const header of [...headers('readers', 2_000), ...headers('crawlers', 2_000)])
        agents.find(header)
    globalThis.gc?.()
    return process.memoryUsage().heapUsed / 1e6
  })
  const after = (tenth: number) => `${(sizes[tenth]! - sizes[0]!).toFixed(1)} MB`
  return table(
    ['different headers', 'heap beside the start'],
    [1, 2, 5, 10].map((tenth) => [(tenth * 10_000).toLocaleString('en'), after(tenth)]),
  )
}

if (import.meta.main) console.log(`${recognising()}\n\n${retained()}`)
