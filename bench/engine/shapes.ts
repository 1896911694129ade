/**
 * What the crawl decision costs by the number of crawler names, by the length of the path, and by
 * hit or miss.
 */
import { engineOf } from '../../src/decide/decide.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { duration, interleave, table } from '../measure.ts'
import { sample } from './policies.ts'

const NAMES = [1, 20, 200, 2_000]
const LENGTHS = [20, 60, 200, 2_000]
const CHECKS = 20_000

/** A policy in which so many crawlers have a record of their own. */
function policyForNames(count: number): string {
  const records = Array.from(
    { length: count },
    (_, i) =>
      `ACAP-crawler: crawler${i}x\nACAP-disallow-crawl: /private/${i}/\nACAP-allow-crawl: /\n`,
  )
  return records.join('')
}

/** Costs by number of names: one header again and again, and as many headers as there are names. */
export function byNames(): string {
  const rows = NAMES.map((count) => {
    const engine = engineOf(siteOf(policyForNames(count)))
    const header = (i: number) =>
      `Mozilla/5.0 (compatible; crawler${i % count}x/1.${i % 10}; +http://example.com/bot)`
    const same = { userAgent: header(0), target: '/private/0/page.html', now: 0 }
    const mixed = Array.from({ length: 400 }, (_, i) => ({ ...same, userAgent: header(i * 7) }))
    const fresh = Array.from({ length: CHECKS }, (_, i) => ({
      ...same,
      userAgent: `${header(i)} n${i}`,
    }))
    const times = interleave(
      {
        one: () => {
          for (let i = 0; i < CHECKS; i++) engine.decide(same)
        },
        mixed: () => {
          for (let i = 0; i < CHECKS; i++) engine.decide(mixed[i % mixed.length]!)
        },
        fresh: () => {
          for (const facts of fresh) engine.decide(facts)
        },
      },
      CHECKS,
    )
    return [count, duration(times.one!), duration(times.mixed!), duration(times.fresh!)]
  })
  return table(['crawler names', 'one header', '400 headers', 'a new header each time'], rows)
}

/** Costs by length of the path, at 1,000 rules of which one in ten has wildcards. */
export function byLength(): string {
  const { text, patterns } = sample('acap', 1_000, 0.1)
  const engine = engineOf(siteOf(text))
  const rows = LENGTHS.map((length) => {
    const fill = (path: string) =>
      path.padEnd(length, '/some/more/words').slice(0, Math.max(length, path.length))
    const hits = patterns.filter((each) => !/[*$]/.test(each)).map(fill)
    const misses = hits.map((each) => fill(`/zz${each}`))
    const run = (targets: readonly string[]) => () => {
      for (let i = 0; i < CHECKS; i++) {
        engine.decide({ userAgent: 'SearchBot/1.0', target: targets[i % targets.length]!, now: 0 })
      }
    }
    const times = interleave({ hit: run(hits), miss: run(misses) }, CHECKS)
    return [length, duration(times.hit!), duration(times.miss!)]
  })
  return table(['characters in the path', 'a rule matches', 'none does'], rows)
}

if (import.meta.main) console.log(`${byNames()}\n\n${byLength()}`)
