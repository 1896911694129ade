/**
 * A policy → its decisions about the crawl, so that two policies can be compared path by path.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { type Side, sideOf } from '../compare/crawlers.ts'
import { cached } from '../compile/cached.ts'
import { engineOf } from '../engine/decide.ts'
import type { Decision, Facts } from '../engine/decision.ts'
import { familyMembers, isReadersName } from '../registry/reader-words.ts'

/** A crawler that no policy names. It is one word, so that no shorter name matches inside it (I1). */
export const UNNAMED = 'unnamedcrawler'

/** Decides the crawl by one program. A name of a family stands for a member without a name of its own. */
export class CrawlDecisions {
  readonly #site: SiteProgram
  readonly #now: number
  readonly #named: ReadonlySet<string>
  readonly #headers = new Map<string, string>()

  constructor(site: SiteProgram, now: number) {
    this.#site = site
    this.#now = now
    this.#named = new Set(site.names.map(({ name }) => name))
  }

  at(name: string, target: string, facts: Partial<Pick<Facts, 'purposes' | 'now'>> = {}): Decision {
    const { purposes, now = this.#now } = facts
    const question = { userAgent: this.#headerOf(name), target, now, usage: 'crawl' } as const
    return engineOf(this.#site).decide(purposes === undefined ? question : { ...question, purposes })
  }

  /** What a crawler is to the program. */
  sideOf(name: string): Side {
    return sideOf(this.#site, this.#headerOf(name), null)
  }

  /** A header in which a name is found. I1: no header holds a family's name that readers send, too, but its members match it. */
  #headerOf(name: string): string {
    return cached(this.#headers, name, () => {
      const members = isReadersName(name) ? familyMembers(name) : []
      return members.find((member) => !this.#named.has(member)) ?? members[0] ?? name
    })
  }
}

/** How much a decision withholds. */
const STRICTNESS = { permitted: 0, deferred: 1, prohibited: 2 } as const

/** How much stricter `actual` is than `expected`: negative where it is looser, 0 where both decide the same. */
export function stricter(expected: Decision, actual: Decision): number {
  return STRICTNESS[actual.outcome] - STRICTNESS[expected.outcome]
}
