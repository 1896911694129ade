/** Intersects patterns, finds example paths, and converts rules to equivalent patterns. */
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { cached } from '../../base/cached.ts'
import type { ConventionalGroup, ConventionalRule } from '../../language/policy/policy.ts'
import { extendedPattern, type GlobToken, plainestOf, readGlob } from '../../words/glob.ts'
import { foldCase, patternSymbols, writtenTarget } from '../../words/path-form.ts'
import { versionOf } from '../served/token-reading.ts'

/** Whether letter case counts: `exact` compares letters as written, `folded` ignores case. */
export type Letters = 'exact' | 'folded'

const MOST_CHARACTERS = 400
const MOST_COMMON = 8
const MOST_PAIRS = 2000

/**
 * One step of a walk through two patterns at once, with what it reads: a character, `*` or nothing.
 */
interface Step {
  readonly i: number
  readonly j: number
  readonly reads: string
}

/**
 * Patterns for the paths that a pattern of `these` and one of `those` both match, except patterns
 * that are in one of the lists.
 */
export function commonPatterns(
  these: readonly string[],
  those: readonly string[],
  letters: Letters,
): Set<string> {
  const common = new Set<string>()
  const index = new StemIndex(those, letters)
  let left = MOST_PAIRS
  for (const [i, a] of these.entries()) {
    for (const j of left === 0 ? [] : index.near(a)) {
      const b = those[j]!
      // Of plain patterns where one begins the other, the longer one is what they have in common.
      const isPlainPair = !/[*$]/.test(a + b) && (a.startsWith(b) || b.startsWith(a))
      if ((these === those && j <= i) || isPlainPair) continue
      for (const pattern of commonOfPair(a, b, letters)) common.add(pattern)
      if (--left === 0) break
    }
  }
  for (const pattern of [...these, ...those]) common.delete(pattern)
  return common
}

/**
 * By pair: the hundreds of crawlers of a category share their rules, and a search takes
 * milliseconds.
 */
const FOUND = new BoundedCache<string, readonly string[]>(4 * 1024 * 1024)

/**
 * Patterns that match what both match. Letters that differ in case alone are spelt as either of
 * both spells them.
 */
export function commonOfPair(a: string, b: string, letters: Letters): readonly string[] {
  if (a.length + b.length > MOST_CHARACTERS) return []
  const key = `${letters} ${a} ${b}`
  const known = FOUND.get(key)
  if (known !== undefined) return known
  const [x, y] = [patternSymbols(a), patternSymbols(b)]
  const texts = [...commonTexts(x, y, letters), ...commonTexts(y, x, letters)]
  const symbols = [...new Set(texts)].map((text) => text.replace(/\*+/g, '*'))
  const found = symbols.map((each) => (each.endsWith('*') ? each.slice(0, -1) || '/' : `${each}$`))
  FOUND.set(key, found, textBytes([key, ...found].join(' ')))
  return found
}

/**
 * The symbols of the patterns that both match. Letters are those of the pattern that reads them, of
 * both those of `a`.
 */
function commonTexts(a: string, b: string, letters: Letters): readonly string[] {
  const [ours, theirs] = letters === 'folded' ? [foldCase(a), foldCase(b)] : [a, b]
  const known = new Map<number, readonly string[]>()
  const from = (i: number, j: number): readonly string[] =>
    cached(known, i * (b.length + 1) + j, () => {
      const found = new Set<string>(i === a.length && j === b.length ? [''] : [])
      for (const step of stepsAt(i, j))
        for (const rest of from(step.i, step.j)) found.add(step.reads + rest)
      return [...found].slice(0, MOST_COMMON)
    })
  function* stepsAt(i: number, j: number): Iterable<Step> {
    const [x, y] = [ours[i], theirs[j]]
    const both = x === '*' && y === '*' ? '*' : ''
    if (x === '*') yield { i: i + 1, j, reads: both }
    if (y === '*') yield { i, j: j + 1, reads: both }
    if (x === '*' && y !== '*' && y !== undefined) yield { i, j: j + 1, reads: b[j]! }
    if (y === '*' && x !== '*' && x !== undefined) yield { i: i + 1, j, reads: a[i]! }
    if (x !== '*' && x === y && x !== undefined) yield { i: i + 1, j: j + 1, reads: a[i]! }
  }
  return from(0, 0)
}

export class StemIndex {
  readonly #letters: Letters
  /**
   * The literal beginnings of the patterns, sorted. `#places` has the indexes of the patterns for
   * each.
   */
  readonly #stems: readonly string[]
  readonly #places = new Map<string, number[]>()
  readonly #lengths: readonly number[]

  constructor(patterns: readonly string[], letters: Letters) {
    this.#letters = letters
    for (const [i, pattern] of patterns.entries()) {
      cached(this.#places, this.#stemOf(pattern), () => []).push(i)
    }
    this.#stems = [...this.#places.keys()].sort()
    this.#lengths = [...new Set(this.#stems.map(({ length }) => length))].sort((a, b) => a - b)
  }

  /** The indexes of the patterns that may match a path which this pattern matches, too. */
  *near(pattern: string): Iterable<number> {
    const stem = this.#stemOf(pattern)
    for (const length of this.#lengths) {
      if (length >= stem.length) break
      yield* this.#places.get(stem.slice(0, length)) ?? []
    }
    for (let i = this.#firstFrom(stem); this.#stems[i]?.startsWith(stem); i++)
      yield* this.#places.get(this.#stems[i]!)!
  }

  #stemOf(pattern: string): string {
    const stem = /^[^*$]*/.exec(pattern)![0]
    return this.#letters === 'folded' ? foldCase(stem) : stem
  }

  #firstFrom(stem: string): number {
    let [low, high] = [0, this.#stems.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#stems[middle]! < stem) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * What a `*` stands for in a path: hardly any pattern has it, so that few others match the path.
 */
const FILL = '!w'
/**
 * An end that no pattern has, so that a path which goes on in it is matched by the pattern alone.
 */
const TAIL = '~w'

/** A target that a pattern matches, and as few others as possible. */
export function inside(pattern: string): string {
  return writtenTarget(deepPath(pattern))
}

/** Paths in the form of P2 that a pattern matches; first the one that fewest others match. */
export function pathsOf(pattern: string): string[] {
  return [deepPath(pattern), ...witnesses(pattern).reverse()]
}

/** The shortest path that a pattern matches, and one that goes on behind it. */
export function witnesses(pattern: string): string[] {
  const shortest = rooted(pattern.replace(/\$$/, '').replaceAll('*', ''))
  return pattern.endsWith('$') ? [shortest] : [shortest, shortest + TAIL]
}

function deepPath(pattern: string): string {
  return rooted(patternSymbols(pattern).replace(/\*+/g, FILL))
}

function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * A rule's pattern; null where it has none: rules that never match (P4), and globs. `version`: how
 * its group is read.
 */
export function patternOf(
  { raw, pattern }: ConventionalRule,
  version: ReturnType<typeof versionOf>,
): string | null {
  if (!/^[/*]/.test(pattern) || version === 'experimental') return null
  return version === 'conventional' ? pattern : extendedPattern(raw)
}

/** The rules of a token's groups that have no pattern of their own. */
export function globsOf(
  groups: readonly ConventionalGroup[],
  token: string,
): readonly ConventionalRule[] {
  if (versionOf(groups, token) !== 'extended') return []
  const rules = groups
    .filter(({ tokens }) => tokens.includes(token))
    .flatMap((group) => group.rules)
  return rules.filter((rule) => /^[/*]/.test(rule.pattern) && patternOf(rule, 'extended') === null)
}

/** The pattern in which everything that is neither a character nor `*` is `*`. */
export function widened({ raw }: ConventionalRule): string {
  const isCharacter = ({ run, negated, ranges }: GlobToken) =>
    !run && !negated && ranges.length === 1 && ranges[0]![0] === ranges[0]![1]
  const text = readGlob(raw).map((token) => (isCharacter(token) ? plainestOf(token) : '*'))
  const pattern = text.join('').replace(/\*+/g, '*')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}
