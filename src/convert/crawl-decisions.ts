/**
 * A policy → a function that decides the crawl by it, so that two policies can be compared path by path.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { compileAsWritten } from '../compile/compile.ts'
import type { Decision } from '../engine/decision.ts'
import { Engine } from '../engine/engine.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { familyMembers } from '../registry/families.ts'
import { isReadersName } from '../registry/reader-words.ts'
import { memoize } from './memoize.ts'

/** A crawler that no policy names. It is one word, so that no shorter name matches inside it (I1). */
export const UNNAMED = 'unnamedcrawler'

/** Decides the crawl of a path for a crawler, by one policy. A name of a family stands for a member without a name of its own. */
export type DecideCrawl = (userAgent: string, target: string, purposes?: readonly string[]) => Decision

/** Decides by a policy that was read from these files. */
export function crawlDecisions(policy: Policy, trees: SiteReading['trees'], now: number): DecideCrawl {
  return crawlDecisionsOf(compileAsWritten(policy, trees), now)
}

/** Decides by a program. */
export function crawlDecisionsOf(program: SiteProgram, now: number): DecideCrawl {
  const engine = new Engine(program, null)
  const named = new Set(program.names.map(({ name }) => name))
  const headerOf = memoize((name: string) => memberFor(name, named))
  return (name, target, purposes) => {
    const userAgent = headerOf(name)
    return engine.decide({ userAgent, target, now, usage: 'crawl', ...(purposes === undefined ? {} : { purposes }) })
  }
}

/** A header in which a name is found. I1: no header holds a family's name that readers send, too, but its members match it. */
function memberFor(name: string, named: ReadonlySet<string>): string {
  const members = isReadersName(name) ? familyMembers(name) : []
  return members.find((member) => !named.has(member)) ?? members[0] ?? name
}

/** How much a decision withholds. */
const STRICTNESS = { permitted: 0, deferred: 1, prohibited: 2 } as const

/** How much stricter `actual` is than `expected`: negative where it is looser, 0 where both decide the same. */
export function stricter(expected: Decision, actual: Decision): number {
  return STRICTNESS[actual.outcome] - STRICTNESS[expected.outcome]
}
