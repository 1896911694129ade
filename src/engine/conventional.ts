/**
 * Conventional groups + target → the decision of RFC 9309 and the 1996 standard on a crawl (C1, X1), and its comparison with
 * ACAP's decision (C2).
 */
import { type GroupProgram, RULE_DISALLOW, type SiteProgram } from '../bundle/program.ts'
import { accepts, acceptsAnyCase, readGlob } from '../grammar/glob.ts'
import type { Lead } from './chains.ts'
import { GlobSet } from './glob-set.ts'
import { ANY_CASE, AS_RECEIVED, type Matcher } from './matcher.ts'
import { isNarrowerThanAll } from './narrowest.ts'
import type { Target } from './target.ts'
import { numbersOf, UNSPECIFIED, type Verdict, verdict } from './verdict.ts'

const decoder = new TextDecoder()

/** Evaluates the conventional groups of one site, with the buffers of its Levels. */
export class Conventional {
  readonly #site: SiteProgram
  readonly #matcher: Matcher
  readonly #target: Target
  /** P3: rules match in the letter case as written, unless the site's origin folds it. */
  readonly #foldsCase: boolean
  /** Made when a group is first asked. */
  readonly #globs = new Map<GroupProgram, GlobSet>()

  constructor(site: SiteProgram, matcher: Matcher, target: Target) {
    this.#site = site
    this.#matcher = matcher
    this.#target = target
    this.#foldsCase = site.config.folds.includes('case')
  }

  /** C1: the longest matching rules of the groups decide, a tie permits; null where none matches. */
  decide({ groups, groupNames }: Lead): Verdict | null {
    const { length, flags } = this.#site.rules
    const count = this.#gather(groups)
    const { found } = this.#matcher
    // Twice the length, plus one for an Allow: the greatest wins.
    let best = -1
    for (let i = 0; i < count; i++) best = Math.max(best, weight(length[found[i]!]!, flags[found[i]!]!))
    if (best < 0) return null
    let deciding = 0
    for (let i = 0; i < count; i++) {
      if (weight(length[found[i]!]!, flags[found[i]!]!) === best) found[deciding++] = found[i]!
    }
    return verdict(best % 2 === 1 ? 'permitted' : 'prohibited', 'conventional', numbersOf(found, deciding), groupNames)
  }

  /** For explanations: the same, and all rules that match. */
  survey(lead: Lead) {
    const verdict = this.decide(lead)
    return { verdict, matching: numbersOf(this.#matcher.found, this.#gather(lead.groups)) }
  }

  #gather(groups: readonly GroupProgram[]): number {
    this.#matcher.start()
    const roots: number[] = []
    for (const group of groups) {
      // Groups of the same rules share a trie, and the matcher has room for each rule once.
      if (!roots.includes(group.root)) {
        this.#matcher.collect(group.root, this.#target, this.#foldsCase ? ANY_CASE : AS_RECEIVED)
      }
      roots.push(group.root)
      if (group.globs.length > 0) this.#collectGlobs(group)
    }
    return this.#matcher.count
  }

  /** X1: each glob that matches the target, or one of those joined with it (P6), once. */
  #collectGlobs(group: GroupProgram): void {
    let set = this.#globs.get(group)
    if (set === undefined) {
      const globs = group.globs.map(({ glob }) => readGlob(glob))
      set = new GlobSet(globs, this.#foldsCase ? acceptsAnyCase : accepts)
      this.#globs.set(group, set)
    }
    const matched = new Set<number>()
    for (const target of [this.#target, ...this.#target.joined]) {
      const text = decoder.decode(target.bytes.subarray(0, target.length))
      set.match(text, (number) => matched.add(group.globs[number]!.rule))
    }
    for (const rule of matched) this.#matcher.add(rule)
  }

  /** L5, C2: the crawl by both kinds of records. `acap` is what ACAP's own robots.txt fields decided, or null. */
  compareWith(acap: Verdict | null, lead: Lead): Verdict {
    const own = this.decide(lead)
    if (acap === null) return own ?? byDefault(lead.groups)
    if (own === null || own.outcome === acap.outcome) return acap
    return this.#isNarrowerThanAll(own.rules, acap.rules) ? own : acap
  }

  /** Whether a pattern of the conventional rules is strictly narrower than every ACAP pattern that decided. */
  #isNarrowerThanAll(rules: readonly number[], acap: readonly number[]): boolean {
    const { order, rules: table } = this.#site
    const patternOf = (rule: number) => table.pattern[rule]!
    const [first, last] = rangeOf(acap, patternOf)
    return rules.some((rule) => isNarrowerThanAll(order, patternOf(rule), first, last))
  }
}

/** The least and the greatest of the patterns' numbers. */
function rangeOf(rules: readonly number[], patternOf: (rule: number) => number): readonly [number, number] {
  let least = patternOf(rules[0]!)
  let greatest = least
  for (const rule of rules) {
    least = Math.min(least, patternOf(rule))
    greatest = Math.max(greatest, patternOf(rule))
  }
  return [least, greatest]
}

function weight(length: number, flags: number): number {
  return length * 2 + ((flags & RULE_DISALLOW) === 0 ? 1 : 0)
}

/** X1: a group of Allow rules alone permits only what they match; merged with one that has a Disallow, it has one too. */
function byDefault(groups: readonly GroupProgram[]): Verdict {
  const isSo = groups.some(({ allowsOnly }) => allowsOnly) && !groups.some(({ disallows }) => disallows)
  return isSo ? ALLOWS_ONLY : UNSPECIFIED
}

const ALLOWS_ONLY = verdict('prohibited', 'conventional')
