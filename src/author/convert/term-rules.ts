/**
 * Converts terms at paths to rules for readers that use the longest match, which is not ACAP's
 * order (L3).
 */
import { cached } from '../../base/cached.ts'
import { overlap } from '../../words/pattern-relations.ts'
import { pathsOf } from './common-patterns.ts'

export class PathRules<R extends { readonly pattern: string }> {
  readonly #all = new Map<string, R>()
  /** By what stands before the first star: every path that matches begins with it. */
  readonly #byStem = new Map<string, Map<string, R>>()

  constructor(rules: Iterable<R> = []) {
    for (const rule of rules) this.put(rule)
  }

  get all(): readonly R[] {
    return [...this.#all.values()]
  }

  put(rule: R): void {
    const { pattern } = rule
    const stem = /^[^*]*/.exec(pattern.replace(/\$$/, ''))![0]
    this.#all.set(pattern, rule)
    cached(this.#byStem, stem, () => new Map()).set(pattern, rule)
  }

  /**
   * The rules that decide: the longest that match; several, in their order, where they are equally
   * long.
   */
  at(path: string): readonly R[] {
    let longest: R[] = []
    for (let end = path.length; end > 0; end--) {
      for (const rule of this.#byStem.get(path.slice(0, end))?.values() ?? []) {
        const longer = rule.pattern.length - (longest[0]?.pattern.length ?? 0)
        if (longer < 0 || !matches(rule.pattern, path)) continue
        longest = longer > 0 ? [rule] : [...longest, rule]
      }
    }
    return longest.length < 2 ? longest : this.all.filter((rule) => longest.includes(rule))
  }
}

function matches(pattern: string, path: string): boolean {
  return !/[*$]/.test(pattern) || overlap(pattern, `${path}$`)
}

/** Absolute addresses of terms, and of where to ask for a permission. */
export interface References {
  readonly terms: string | null
  readonly permission: string | null
}

export interface PathTerms {
  /** Each restricts; more of them restrict more. */
  readonly words: readonly string[]
  /** Addresses beside the words, which restrict nothing. */
  readonly references?: References | null
}

/** The terms of the paths that a pattern matches and no longer pattern does. */
export interface TermRule extends PathTerms {
  readonly pattern: string
}

/**
 * The rules, broadest first, for rooted patterns by rising length. `writesSilence`: whether a rule
 * without words can be written; where it cannot, a broader rule goes on to apply, so that the
 * restrictive side wins.
 */
export function termRules(
  patterns: readonly string[],
  termsAt: (path: string) => PathTerms,
  writesSilence: boolean,
): PathRules<TermRule> {
  const rules = new PathRules<TermRule>()
  for (const pattern of patterns) {
    const path = pathsOf(pattern)[0]!
    const terms = termsAt(path)
    if (terms.words.length === 0 && !writesSilence) continue
    if (!areSame(terms, rules.at(path).at(-1) ?? { words: [] })) rules.put({ pattern, ...terms })
  }
  const paths = patterns.flatMap(pathsOf)
  // Words that readers would miss: `/*b` is longer than `/b`, and applies there. They only become
  // more.
  for (let changed = true; changed; ) {
    changed = false
    for (const path of paths) {
      const { words } = termsAt(path)
      for (const rule of words.length === 0 ? [] : rules.at(path)) {
        const missing = words.filter((word) => !rule.words.includes(word))
        if (missing.length === 0) continue
        rules.put({ ...rule, words: [...rule.words, ...missing] })
        changed = true
      }
    }
  }
  return rules
}

function areSame(a: PathTerms, b: PathTerms): boolean {
  const text = ({ words, references }: PathTerms) =>
    JSON.stringify([[...words].sort(), references ?? null])
  return text(a) === text(b)
}
