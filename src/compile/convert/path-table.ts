/**
 * What a policy says at paths → rules for readers to whom the longest matching pattern speaks. ACAP orders patterns
 * otherwise (L3): where such a reader would miss a word, the rule that it goes by is given the word, so that the
 * restrictive side wins. What the words mean is not known here.
 */
import { covers } from '../../language/pattern-relations.ts'
import { witnesses } from '../paths/witnesses.ts'

/** What is said of a path. */
export interface Said {
  /** Each restricts; more of them restrict more. */
  readonly words: readonly string[]
  /** What is said beside them and restricts nothing, as a licence's address. */
  readonly detail: string | null
}

/** What is said of the paths that a pattern matches and no longer pattern does. */
export interface PathRule extends Said {
  readonly pattern: string
}

const SILENT: Said = { words: [], detail: null }

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

/**
 * The rules, broadest first, for rooted patterns by rising length. Where `sayAt` is null nothing needs to be said;
 * `silence` tells whether a rule without words can be written, `seen` what readers see of a path.
 */
export function pathTable(
  patterns: readonly string[],
  sayAt: (path: string) => Said | null,
  silence: boolean,
  seen: (path: string) => string = (path) => path,
): PathRule[] {
  const rules: PathRule[] = []
  for (const pattern of patterns) {
    const path = pathsOf(pattern).find((each) => sayAt(each) !== null)
    const said = path === undefined ? null : sayAt(path)
    if (path === undefined || said === null || (said.words.length === 0 && !silence)) continue
    if (!saysSame(said, rulesAt(rules, path)[0] ?? SILENT)) rules.push({ pattern, ...said })
  }
  return tighten(rules, patterns.flatMap(pathsOf), sayAt, seen)
}

/** Paths of a pattern, first one that no pattern for its beginning alone matches. */
function pathsOf(pattern: string): string[] {
  return witnesses(pattern).reverse()
}

/** The rules that a reader goes by: the longest that match; several where they are equally long. */
export function rulesAt<R extends PathRule>(rules: readonly R[], path: string): R[] {
  const matching = rules.filter(({ pattern }) => matches(pattern, path))
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length))
  return matching.filter(({ pattern }) => pattern.length === longest)
}

/** Where words of a rule come from: the first path of those that it speaks of at which they are meant. */
export function sourceOf(
  rules: readonly PathRule[],
  path: string,
  paths: readonly string[],
  isMeant: (path: string) => boolean,
): string | undefined {
  const deciding = rulesAt(rules, path)
  const own = deciding.flatMap(({ pattern }) => pathsOf(pattern))
  const others = paths.filter((each) => rulesAt(rules, each).some((rule) => deciding.includes(rule)))
  return [...own, ...others].find(isMeant)
}

/** Gives rules the words that their readers would miss. Words only become more, so this ends. */
function tighten(
  rules: PathRule[],
  paths: readonly string[],
  sayAt: (path: string) => Said | null,
  seen: (path: string) => string,
): PathRule[] {
  for (let changed = true; changed; ) {
    changed = false
    for (const path of paths) {
      const { words } = sayAt(path) ?? SILENT
      for (const rule of words.length === 0 ? [] : rulesAt(rules, seen(path))) {
        const missing = words.filter((word) => !rule.words.includes(word))
        if (missing.length === 0) continue
        rules[rules.indexOf(rule)] = { ...rule, words: [...rule.words, ...missing] }
        changed = true
      }
    }
  }
  return rules
}

function saysSame(a: Said, b: Said): boolean {
  const words = (said: Said) => [...said.words].sort().join('\n')
  return words(a) === words(b) && a.detail === b.detail
}

/** Whether a pattern matches a path in the form of P2. */
function matches(pattern: string, path: string): boolean {
  return /[*$]/.test(pattern) ? covers(pattern, `${path}$`) : path.startsWith(pattern)
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}
