/**
 * The rules that one crawler obeys, and whether they permit a target (C1, X1). A few rules are
 * tried in turn. Many are indexed on the second question by a rare piece of their text.
 */
import { extendedPattern, type GlobToken, matchesGlob, readGlob } from '../../words/glob.ts'
import { patternForm, targetForm } from '../../words/path-form.ts'
import { matchesPattern } from '../globs.ts'
import { permits, ruleWeight } from '../precedence.ts'

/** A rule of a group. */
interface Rule {
  readonly weight: number
  /** In the form of P2, or a glob's tokens if a pattern cannot express it. */
  readonly pattern: string | readonly GlobToken[]
}

/**
 * Rules by descending weight, so that the first match decides. Two lists use less memory than one
 * object for each rule.
 */
export interface RuleLists {
  readonly patterns: readonly Rule['pattern'][]
  readonly weights: readonly number[]
}

/** A rule as written, for groups with a `Robot-version` (X1). */
export interface WrittenRule {
  readonly isAllow: boolean
  readonly raw: string
}

/**
 * Parses a conventional rule; null if it can never match, because it begins with neither `/` nor
 * `*` (P4).
 */
export function readRule({ isAllow, raw }: WrittenRule): Rule | null {
  const pattern = patternForm(raw)
  return MAY_MATCH.test(pattern) ? { weight: ruleWeight(pattern.length, isAllow), pattern } : null
}

/** Parses a rule in a group of the 1996 standard. */
export function readExtendedRule(written: WrittenRule): Rule | null {
  const rule = readRule(written)
  return rule && { ...rule, pattern: extendedPattern(written.raw) ?? readGlob(written.raw) }
}

const MAY_MATCH = /^[/*]/

/** Up to this many rules are tried in turn. */
const FEW = 40

export function sortedRules(rules: Rule[]): RuleLists {
  rules.sort((a, b) => b.weight - a.weight)
  return {
    patterns: rules.map(({ pattern }) => pattern),
    weights: rules.map(({ weight }) => weight),
  }
}

/** Merges the rules of several groups. */
export function mergedRules(groups: readonly { readonly rules: RuleLists }[]): RuleLists {
  return sortedRules(
    groups.flatMap(({ rules: { patterns, weights } }) =>
      patterns.map((pattern, i) => ({ weight: weights[i]!, pattern })),
    ),
  )
}

export class RuleSet {
  readonly #rules: RuleLists
  /** Whether a target without a match is permitted. */
  readonly #byDefault: boolean
  #isFirst = true
  #index: RuleIndex | null = null

  constructor(rules: RuleLists, byDefault: boolean) {
    this.#rules = rules
    this.#byDefault = byDefault
  }

  permits(target: string): boolean {
    const weight = this.#rules.weights[this.#firstMatch(targetForm(target))]
    return weight === undefined ? this.#byDefault : permits(weight)
  }

  /** The index of the deciding rule; out of range if none matches. */
  #firstMatch(form: string): number {
    const { patterns } = this.#rules
    if (this.#isFirst || patterns.length <= FEW) {
      this.#isFirst = false
      return patterns.findIndex((pattern) => matches(pattern, form))
    }
    this.#index ??= new RuleIndex(patterns)
    return this.#index.firstMatch(form)
  }
}

function matches(pattern: Rule['pattern'], form: string): boolean {
  return typeof pattern === 'string' ? matchesPattern(pattern, form) : matchesGlob(pattern, form)
}

/** An index of rules by a piece of four characters, for each rule its rarest. */
class RuleIndex {
  readonly #patterns: RuleLists['patterns']
  readonly #byPiece = new Map<number, number[]>()

  constructor(patterns: RuleLists['patterns']) {
    this.#patterns = patterns
    const counts = new Map<number, number>()
    const pieces = patterns.map((pattern) => piecesOf(typeof pattern === 'string' ? pattern : ''))
    for (const piece of pieces.flat()) counts.set(piece, (counts.get(piece) ?? 0) + 1)
    for (const [place, own] of pieces.entries()) {
      const rarest = own.reduce((a, b) => (counts.get(b)! < counts.get(a)! ? b : a))
      const places = this.#byPiece.get(rarest)
      if (places === undefined) this.#byPiece.set(rarest, [place])
      else places.push(place)
    }
  }

  /** The index of the deciding rule; one past the last if none matches. */
  firstMatch(form: string): number {
    let best = this.#patterns.length
    for (const piece of piecesOf(form)) {
      for (const place of this.#byPiece.get(piece) ?? []) {
        if (place >= best) break
        if (matches(this.#patterns[place]!, form)) best = place
      }
    }
    return best
  }
}

/**
 * A number for each four adjacent characters without wildcards, and one that all texts share. The
 * form is ASCII.
 */
function piecesOf(text: string): readonly number[] {
  const pieces = [OF_ALL]
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

const OF_ALL = -1
const STAR = 0x2a
const ANCHOR = 0x24
const PIECE_BITS = 0xfffffff
