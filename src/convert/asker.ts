/**
 * Two policies → who decides the crawl otherwise by the one than by the other, and where. Who answers is passed in.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { compile } from '../compile/compile.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Answer, Decide } from '../publish/compare.ts'

/** A crawler that no policy names: one word, so that no shorter name stands in it (I1). */
export const UNNAMED = 'unnamedcrawler'

/** What a policy says of the crawl. */
export type Ask = (userAgent: string, target: string, purposes?: readonly string[]) => Answer

/** Asks one policy, as it was read from these files. */
export function asking(policy: Policy, trees: SiteReading['trees'], decide: Decide, now: number): Ask {
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  return askingProgram(compile(policy, { served: false, files, servedLine: () => undefined }), decide, now)
}

/** Asks one program. */
export function askingProgram(program: SiteProgram, decide: Decide, now: number): Ask {
  return (userAgent, target, purposes) =>
    decide(program, { userAgent, target, now, usage: 'crawl', ...(purposes === undefined ? {} : { purposes }) })
}

/** How much an answer withholds. */
const STRICTNESS = { permitted: 0, deferred: 1, prohibited: 2 } as const

/** By how much `said` is stricter than `meant`: negative where it is looser, 0 where both say the same. */
export function stricter(meant: Answer, said: Answer): number {
  return STRICTNESS[said.outcome] - STRICTNESS[meant.outcome]
}
