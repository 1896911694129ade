/**
 * What it costs to recognise a client by a header that was not seen before: a reader's and a crawler's, at 20 and at 2,000
 * names of the policy, with the registry. `isbot`, which says only whether a header is a bot's, reads the same headers.
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

/** The rows of the table. */
export function recognising(): string {
  const rows = Object.keys(SENDERS).flatMap((sender) =>
    SIZES.map((names) => {
      const agents = new Agents(siteOf(policyOf(names)), registry)
      // Each round has headers of its own: none is answered from the cache.
      const rounds = Array.from({ length: 12 }, () => headers(sender, names))
      let [ours, theirs, bare] = [0, 0, 0]
      const times = interleave(
        {
          ours: () => {
            for (const header of rounds[ours++ % rounds.length]!) agents.find(header)
          },
          identify: () => {
            for (const header of rounds[bare++ % rounds.length]!) identify(header)
          },
          isbot: () => {
            for (const header of rounds[theirs++ % rounds.length]!) isbot(header)
          },
        },
        HEADERS,
      )
      return [
        sender,
        names.toLocaleString('en'),
        duration(times.ours!),
        duration(times.identify!),
        duration(times.isbot!),
        `${(times.ours! / times.isbot!).toFixed(1)}×`,
        `${(times.identify! / times.isbot!).toFixed(1)}×`,
      ]
    }),
  )
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
