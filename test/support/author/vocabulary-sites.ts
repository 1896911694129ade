/** Random sites that vocabularies are asked about, and what a reading of what they write means. */
import fc from 'fast-check'
import { decide } from '../../../src/decide/decide.ts'
import type { SiteReading } from '../../../src/language/site/read-site.ts'
import { productToken } from '../../../src/words/name-token.ts'
import type { Usage } from '../../../src/words/usages.ts'
import { pattern } from '../language/generate-patterns.ts'
import { effectAndUsage, policies, qualifiers } from '../language/generate-policies.ts'
import { runs } from '../runs.ts'
import { NOW, programOf, spokenPaths } from './conversions.ts'

/** The whole number that docs and notes speak of takes an hour of one core for each vocabulary. */
export const RUNS = runs(50, 5_000, 100_000)

/** Sites with routes, whose fields stand above all others. */
export const sites = fc
  .tuple(
    policies,
    fc.array(fc.tuple(pattern, fc.constantFrom('', '', 'ab: '), effectAndUsage, qualifiers), {
      maxLength: 2,
    }),
  )
  .map(([{ files }, routes]) => {
    const toml = routes.map(
      ([match, who, field, more]) =>
        `[[route]]\nmatch = ${JSON.stringify(match)}\nfields = [${JSON.stringify(who + field + more)}]\n`,
    )
    return { ...files, 'site.toml': `canonical = "https://www.test"\n${toml.join('')}` }
  })

/** What a site says, at its own paths. */
export function meaning(reading: SiteReading) {
  const program = programOf(reading)
  const ask = (userAgent: string, target: string, usage: Usage) =>
    decide(program, { userAgent, target, usage, now: NOW })
  const { usages: paths, crawl: crawlPaths } = spokenPaths(reading)
  const groups = reading.policy.groups.flatMap(({ tokens }) => tokens)
  const names = program.names.map(({ name }) => name).filter((name) => productToken(name) === name)
  return {
    program,
    ask,
    paths,
    crawlPaths,
    agents: [...new Set([...groups, ...names])].filter((name) => name !== '*'),
  }
}
