/**
 * A policy's terms at paths → rules for readers that take the longest matching pattern. ACAP orders patterns in another way
 * (L3), so each rule gets the terms that the policy has at a path of its pattern. What the words mean is not known here.
 */

import { PathRules } from './path-rules.ts'
import { pathsOf } from './pattern-paths.ts'
import type { References } from './references.ts'

/** The terms of a path. */
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
 * The rules, broadest first, for rooted patterns by rising length. `writesSilence`: whether a rule without words can be
 * written; where it cannot, a broader rule goes on to apply, so that the restrictive side wins.
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
  addMissingWords(rules, patterns.flatMap(pathsOf), termsAt)
  return rules
}

/**
 * Adds the words that readers of a rule would miss: `/*b` is longer than `/b`, and applies there. Words only become more,
 * so this ends.
 */
function addMissingWords(
  rules: PathRules<TermRule>,
  paths: readonly string[],
  termsAt: (path: string) => PathTerms,
): void {
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
}

function areSame(a: PathTerms, b: PathTerms): boolean {
  const text = ({ words, references }: PathTerms) => JSON.stringify([[...words].sort(), references ?? null])
  return text(a) === text(b)
}
