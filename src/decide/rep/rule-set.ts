/**
 * The rules that one crawler obeys → whether it may fetch a target (C1, X1). A few rules are tried one after the other; of
 * many, from the second question on, those alone of which the target has a rare piece.
 */
import { extendedPattern, type GlobToken, matchesGlob, readGlob } from '../../words/glob.ts'
import { patternForm, targetForm } from '../../words/path-form.ts'
import { matchesPattern } from '../globs.ts'
import { permits, ruleWeight } from '../precedence.ts'

/** A rule of a group. */
export interface Rule {
  readonly weight: number
  /** In the form of P2, or the elements of a glob that says more than a pattern can. */
  readonly pattern: string | readonly GlobToken[]
}

/** A rule as it is written, for groups with a `Robot-version` (X1). */
export interface WrittenRule {
  readonly isAllow: boolean
  readonly raw: string
}

/** A conventional rule; null for one that never matches: it begins with neither `/` nor `*` (P4). */
export function readRule({ isAllow, raw }: WrittenRule): Rule | null {
  const pattern = patternForm(raw)
  return MAY_MATCH.test(pattern) ? { weight: ruleWeight(pattern.length, isAllow), pattern } : null
}

/** The same rule in a group of the 1996 standard. */
export function readExtendedRule(written: WrittenRule): Rule | null {
  const rule = readRule(written)
  return rule && { ...rule, pattern: extendedPattern(written.raw) ?? readGlob(written.raw) }
}

const MAY_MATCH = /^[/*]/

/** Up to so many rules are tried one after the other. */
const FEW = 40

export class RuleSet {
  /** By falling weight: the first that matches decides. */
  readonly #rules: readonly Rule[]
  /** What is permitted without a match. */
  readonly #byDefault: boolean
  #isFirst = true
  #index: RuleIndex | null = null

  /** `rules` are its own: they are sorted where they are. */
  constructor(rules: Rule[], byDefault: boolean) {
    this.#rules = rules.sort((a, b) => b.weight - a.weight)
    this.#byDefault = byDefault
  }

  permits(target: string): boolean {
    const form = targetForm(target)
    const isFirst = this.#isFirst || this.#rules.length <= FEW
    this.#isFirst = false
    if (isFirst) {
      const first = this.#rules.find((rule) => matches(rule, form))
      return first === undefined ? this.#byDefault : permits(first.weight)
    }
    this.#index ??= new RuleIndex(this.#rules)
    const weight = this.#index.heaviest(form)
    return weight < 0 ? this.#byDefault : permits(weight)
  }
}

function matches({ pattern }: Rule, form: string): boolean {
  return typeof pattern === 'string' ? matchesPattern(pattern, form) : matchesGlob(pattern, form)
}

/** Many rules by a piece of four characters that their targets have: the one that the fewest rules have. */
class RuleIndex {
  readonly #byPiece = new Map<number, Rule[]>()
  /** Those that have no such piece. */
  readonly #others: readonly Rule[]

  constructor(rules: readonly Rule[]) {
    const counts = new Map<number, number>()
    const pieces = rules.map(({ pattern }) =>
      typeof pattern === 'string' ? piecesOf(pattern) : [],
    )
    for (const piece of pieces.flat()) counts.set(piece, (counts.get(piece) ?? 0) + 1)
    this.#others = rules.filter((rule, i) => {
      const own = pieces[i]!
      if (own.length === 0) return true
      const rarest = own.reduce((a, b) => (counts.get(b)! < counts.get(a)! ? b : a))
      const list = this.#byPiece.get(rarest)
      if (list === undefined) this.#byPiece.set(rarest, [rule])
      else list.push(rule)
      return false
    })
  }

  /** The weight of the rule that decides; -1 where none matches. */
  heaviest(form: string): number {
    let best = heavierIn(this.#others, form, -1)
    for (const piece of piecesOf(form)) {
      const rules = this.#byPiece.get(piece)
      if (rules !== undefined) best = heavierIn(rules, form, best)
    }
    return best
  }
}

function heavierIn(rules: readonly Rule[], form: string, best: number): number {
  for (const rule of rules) {
    if (rule.weight <= best) return best
    if (matches(rule, form)) return rule.weight
  }
  return best
}

/** A number for every four characters in a row that are no wildcards; the characters of a form are ASCII. */
function piecesOf(text: string): readonly number[] {
  const pieces: number[] = []
  let piece = 0
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    length = code === STAR || code === ANCHOR ? 0 : length + 1
    piece = ((piece << 7) | code) & PIECE_BITS
    if (length >= 4) pieces.push(piece)
  }
  return pieces
}

const STAR = 0x2a
const ANCHOR = 0x24
const PIECE_BITS = 0xfffffff
