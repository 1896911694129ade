/**
 * A policy's terms at paths → rules for readers that take the longest matching pattern. ACAP orders patterns
 * otherwise (L3), so what counts is what it says at a path of the pattern, and patterns come with those of all that two of
 * them have in common. It does not know what the words mean.
 */
import { witnesses } from '../paths/witnesses.ts'
import { PathRules } from './path-rules.ts'
import { inside } from './points.ts'

/** The terms of a path. */
export interface PathTerms {
  /** Each restricts; more of them restrict more. */
  readonly words: readonly string[]
  /** What stands beside them and restricts nothing, such as a licence's address. */
  readonly detail: string | null
}

/** The terms of the paths that a pattern matches and no longer pattern does. */
export interface PathRule extends PathTerms {
  readonly pattern: string
}

const SILENT: PathTerms = { words: [], detail: null }

/** Patterns in the form of P2 → patterns that begin with `/`, as others write them, and match the same together. */
export function rootedPatterns(patterns: Iterable<string>): string[] {
  // P4: a conventional pattern that begins otherwise matches nothing.
  const matching = [...patterns].filter((pattern) => /^[/*]/.test(pattern))
  const rooted = matching.flatMap((pattern) => {
    const stem = pattern.replace(/\*+\$?$/, '').replace(/\*+/g, '*')
    if (!stem.startsWith('*')) return [stem === '' ? '/' : stem]
    return stem.startsWith('*/') ? [`/${stem}`, stem.slice(1)] : [`/${stem}`]
  })
  return [...new Set(rooted)].sort(byLength)
}

/** Asks once for each path. */
export function memoize<T>(ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    if (!known.has(path)) known.set(path, ask(path))
    return known.get(path)!
  }
}

/**
 * The rules, broadest first, for rooted patterns by rising length. `silence` is whether a rule without words can be
 * written; where it cannot, a broader rule goes on to apply, so that the restrictive side wins.
 */
export function pathTable(
  patterns: readonly string[],
  sayAt: (path: string) => PathTerms,
  silence: boolean,
): PathRules<PathRule> {
  const rules = new PathRules<PathRule>()
  for (const pattern of patterns) {
    const path = pathsOf(pattern)[0]!
    const terms = sayAt(path)
    if (terms.words.length === 0 && !silence) continue
    if (!saysSame(terms, rules.at(path).at(-1) ?? SILENT)) rules.put({ pattern, ...terms })
  }
  tighten(rules, patterns.flatMap(pathsOf), sayAt)
  return rules
}

/**
 * Adds the words that a rule's readers would miss: `/*b` is longer than `/b`, and applies there. Words only become
 * more, so this ends.
 */
function tighten(rules: PathRules<PathRule>, paths: readonly string[], sayAt: (path: string) => PathTerms): void {
  for (let changed = true; changed; ) {
    changed = false
    for (const path of paths) {
      const { words } = sayAt(path)
      for (const rule of words.length === 0 ? [] : rules.at(path)) {
        const missing = words.filter((word) => !rule.words.includes(word))
        if (missing.length === 0) continue
        rules.put({ ...rule, words: [...rule.words, ...missing] })
        changed = true
      }
    }
  }
}

/** Paths of a pattern, first the one that fewest others match. */
export function pathsOf(pattern: string): string[] {
  return [inside(pattern), ...witnesses(pattern).reverse()]
}

/** Where a rule's words come from: the first of its paths that has them in the policy. */
export function sourceOf(
  rules: PathRules<PathRule>,
  path: string,
  paths: readonly string[],
  isMeant: (path: string) => boolean,
): string | undefined {
  const deciding = rules.at(path)
  const own = deciding.flatMap(({ pattern }) => pathsOf(pattern)).find(isMeant)
  const speaksAt = (each: string) => rules.at(each).some((rule) => deciding.includes(rule))
  return own ?? paths.find((each) => isMeant(each) && speaksAt(each))
}

function saysSame(a: PathTerms, b: PathTerms): boolean {
  const words = (terms: PathTerms) => [...terms.words].sort().join('\n')
  return words(a) === words(b) && a.detail === b.detail
}

/** Of patterns that are equally long, one that lies within another has fewer stars; it comes last. */
function byLength(a: string, b: string): number {
  return a.length - b.length || starsIn(b) - starsIn(a) || (a < b ? -1 : 1)
}

function starsIn(pattern: string): number {
  return pattern.split('*').length
}
