/**
 * Crawlers that read what is served decide as those do that read what the author wrote.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { decide } from '../../../src/decide/decide.ts'
import type { Decision } from '../../../src/decide/decision.ts'
import { compile } from '../../../src/program/compile/compile.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { crawlRoutes, routesToml } from '../../support/author/crawl-routes.ts'
import { expectAlike } from '../../support/author/expect-alike.ts'
import { readFiles } from '../../support/author/served-robots.ts'
import { cross, questions } from '../../support/decide/generate-questions.ts'
import { type GeneratedPolicy, policies } from '../../support/language/generate-policies.ts'
import { runs } from '../../support/runs.ts'

function programOf(files: Readonly<Record<string, string>>): SiteProgram {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  return compile(readFiles(files).policy, {
    served: false,
    files: texts,
    servedLine: () => undefined,
  })
}

/** The files of a site, with the robots.txt that is served for it. */
function servedFiles(files: GeneratedPolicy['files']) {
  return { ...files, 'robots.txt': generateRobots(readFiles(files)).files[0]!.text }
}

describe('what is served', () => {
  it('decides as the policy does, for generated policies', () => {
    fc.assert(
      fc.property(policies, questions, (policy, asked) => {
        const meant = programOf(policy.files)
        const served = programOf(servedFiles(policy.files))
        for (const { dialect: _, ...facts } of cross(policy, asked)) {
          const compared = (each: Decision) => [
            each.outcome,
            each.basis,
            each.restrictions,
            each.retryAfter,
            each.comments,
          ]
          expectAlike(facts, compared(decide(meant, facts)), compared(decide(served, facts)))
        }
      }),
      { numRuns: runs(80, 20_000, 50_000) },
    )
  })

  it('is the same when it is generated from itself', () => {
    fc.assert(
      fc.property(policies, fc.option(crawlRoutes, { nil: [] }), ({ files }, each) => {
        const once = servedFiles({ ...files, 'site.toml': routesToml(each) })
        expect(servedFiles(once)).toEqual(once)
      }),
      { numRuns: runs(80, 10_000, 20_000) },
    )
  })

  it('[X1] is the same for two groups of different versions where a route closes all', () => {
    const route = 'match = "/"\nfields = ["a-b: disallow-crawl", "disallow-crawl"]\n'
    const robots = 'User-agent: a\nRobot-version: 2.0\nAllow: /\nUser-agent: b\nACAP-crawler: *\n'
    const once = servedFiles({ 'robots.txt': robots, 'site.toml': `[[route]]\n${route}` })
    expect(once['robots.txt']).toContain(
      'User-agent: a\nRobot-version: 2.0\nAllow: /\nUser-agent: b\nDisallow: /\n',
    )
    expect(servedFiles(once)).toEqual(once)
  })
})
