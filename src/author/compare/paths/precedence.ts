/** Tells which of several matching patterns matter: longer (C1) and narrower (L3) ones win. */

import { cached } from '../../../base/cached.ts'
import { isNarrower } from '../../../decide/narrowest.ts'
import {
  NO_PATTERN,
  type PatternOrder,
  RULE_DISALLOW,
  type SiteProgram,
} from '../../../program/program.ts'

/**
 * How strong the rules of a pattern are against others in the same group or level; `first` beats
 * all.
 */
type Strength =
  | 'first'
  /**
   * C1: the longest rule wins, and Allow at equal length. `isCompared` (C2): it is also compared
   * with ACAP's rules.
   */
  | { readonly weight: number; readonly isCompared: boolean }
  | { readonly order: PatternOrder; readonly ranks: readonly number[] }

/** What rules of a site count in a group, or as fields of a level. */
export function strengthOf(
  { rules: { length, flags, pattern }, order }: SiteProgram,
  kind: 'field' | 'conventional',
  rules: readonly number[],
): Strength {
  const ranks = rules.map((rule) => pattern[rule]!)
  if (kind === 'field') return { order, ranks }
  const weights = rules.map(
    (rule) => 2 * length[rule]! + ((flags[rule]! & RULE_DISALLOW) === 0 ? 1 : 0),
  )
  return { weight: Math.max(...weights), isCompared: ranks.some((rank) => rank !== NO_PATTERN) }
}

export class Precedence {
  /** By the pattern's number, then by the place where its rules compete. */
  readonly #strengths = new Map<number, Map<string, Strength>>()
  readonly #pinned = new Set<number>()
  readonly #beaten = new Map<string, boolean>()
  /** Whether it makes a difference which of several equal rules decide. */
  readonly #namesRules: boolean

  constructor(namesRules: boolean) {
    this.#namesRules = namesRules
  }

  pin(number: number): void {
    this.#pinned.add(number)
  }

  add(number: number, place: string, strength: Strength): void {
    cached(this.#strengths, number, () => new Map()).set(place, strength)
  }

  deciding(numbers: readonly number[]): readonly number[] {
    if (numbers.length < 2) return numbers
    return numbers.filter(
      (each) => !numbers.some((other) => other !== each && this.#isBeaten(each, other)),
    )
  }

  #isBeaten(number: number, by: number): boolean {
    return cached(this.#beaten, `${number} ${by}`, () => {
      const [own, others] = [this.#strengths.get(number), this.#strengths.get(by)]
      if (this.#pinned.has(number) || own === undefined || others === undefined) return false
      return [...own].every(([place, strength]) => {
        const other = others.get(place)
        if (other === undefined) return false
        return (
          loses(strength, other) || (number > by && !this.#namesRules && isEqual(strength, other))
        )
      })
    })
  }
}

function loses(strength: Strength, other: Strength): boolean {
  if (strength === 'first' || other === 'first') return strength !== 'first'
  if ('weight' in strength) return 'weight' in other && strength.weight < other.weight
  const { order, ranks } = strength
  return (
    'ranks' in other &&
    other.ranks.some((narrow) => ranks.every((each) => isNarrower(order, narrow, each)))
  )
}

/**
 * Whether either may decide without a difference: equal length and effect, and no ACAP rule to
 * compare with (C2).
 */
function isEqual(a: Strength, b: Strength): boolean {
  if (a === 'first' || b === 'first' || !('weight' in a && 'weight' in b)) return false
  return a.weight === b.weight && !a.isCompared && !b.isCompared
}
