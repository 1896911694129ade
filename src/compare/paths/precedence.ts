/**
 * Patterns of rules, by number → which of those that match together make a difference. A rule makes none where a longer one
 * of its group matches (C1), or a narrower one of its level (L3). So most sets of patterns decide as smaller ones do.
 */
import { NO_PATTERN, RULE_DISALLOW, type SiteProgram } from '../../bundle/program.ts'
import { isNarrower } from '../../engine/narrowest.ts'

/** Where rules compete, and what counts there: the length of a rule's pattern, or its place in the order of patterns. */
type Contest = 'length' | 'narrowness'

/** What a pattern counts in a contest; `first`: it comes before all others. */
type Strength = Entry | 'first'

/** The rules of a pattern in one contest. */
interface Entry {
  readonly contest: Contest
  readonly site: SiteProgram
  readonly rules: readonly number[]
}

/** Which patterns beat which. */
export class Precedence {
  /** By number, then by the place where its rules compete. */
  readonly #entries = new Map<number, Map<string, Strength>>()
  readonly #pinned = new Set<number>()
  readonly #beaten = new Map<string, boolean>()
  /** Whether it makes a difference which of several equal rules decide. */
  readonly #namesRules: boolean

  constructor(namesRules: boolean) {
    this.#namesRules = namesRules
  }

  /** A pattern that makes a difference wherever it matches. */
  pin(number: number): void {
    this.#pinned.add(number)
  }

  /** Rules of a pattern at a place, such as a group of one side. */
  add(number: number, place: string, strength: Strength): void {
    const own = this.#entries.get(number) ?? new Map<string, Strength>()
    this.#entries.set(number, own.set(place, strength))
  }

  /** Without the patterns that make no difference beside the others. */
  deciding(numbers: readonly number[]): readonly number[] {
    if (numbers.length < 2) return numbers
    return numbers.filter((each) => !numbers.some((other) => other !== each && this.#isBeaten(each, other)))
  }

  /** Whether a pattern makes no difference wherever another matches, too. */
  #isBeaten(number: number, by: number): boolean {
    const key = `${number} ${by}`
    const known = this.#beaten.get(key)
    if (known !== undefined) return known
    const isBeaten = !this.#pinned.has(number) && this.#losesEverywhere(number, by)
    this.#beaten.set(key, isBeaten)
    return isBeaten
  }

  #losesEverywhere(number: number, by: number): boolean {
    const others = this.#entries.get(by)
    const own = this.#entries.get(number)
    if (others === undefined || own === undefined) return false
    return [...own].every(([place, strength]) => {
      const other = others.get(place)
      if (other === undefined) return false
      return loses(strength, other) || (number > by && !this.#namesRules && isEqual(strength, other))
    })
  }
}

function loses(strength: Strength, other: Strength): boolean {
  if (strength === 'first' || other === 'first') return strength !== 'first'
  const { contest, site, rules } = strength
  if (contest === 'length') return weightOf(site, rules) < weightOf(site, other.rules)
  const { pattern } = site.rules
  return other.rules.some((narrow) => rules.every((each) => isNarrower(site.order, pattern[narrow]!, pattern[each]!)))
}

/** Whether it does not matter which of two decides: equally long rules of one effect, beside no ACAP rule (C2). */
function isEqual(a: Strength, b: Strength): boolean {
  if (a === 'first' || b === 'first' || a.contest !== 'length') return false
  const isCompared = [...a.rules, ...b.rules].some((rule) => a.site.rules.pattern[rule] !== NO_PATTERN)
  return !isCompared && weightOf(a.site, a.rules) === weightOf(a.site, b.rules)
}

/** C1: the longest counts, of equals an Allow. */
function weightOf({ rules: { length, flags } }: SiteProgram, rules: readonly number[]): number {
  return Math.max(...rules.map((rule) => 2 * length[rule]! + ((flags[rule]! & RULE_DISALLOW) === 0 ? 1 : 0)))
}
