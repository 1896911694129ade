/**
 * Patterns in the form of P2 → the patterns that two of them have in common. Which of the two decides there is not known
 * here.
 */
import { cached } from '../compile/cached.ts'
import { foldCase, patternSymbols } from '../grammar/path-form.ts'
import { StemIndex } from './stem-index.ts'

/** Whether letters have to be equal as they are written, or in any letter case. */
export type Letters = 'exact' | 'folded'

/** The longest that two patterns may be together, and the most common patterns that are searched for. */
const MOST_CHARACTERS = 400
const MOST_COMMON = 8
/** How many pairs of patterns are looked at. */
const MOST_PAIRS = 2000

/** One step further in one or both of two patterns, and what is read there: a character, `*`, or nothing. */
interface Step {
  readonly i: number
  readonly j: number
  readonly reads: string
}

/** The patterns that one of these has in common with one of those, and that are neither. */
export function commonPatterns(these: readonly string[], those: readonly string[], letters: Letters): Set<string> {
  const common = new Set<string>()
  for (const [a, b] of pairsOf(these, those, letters))
    for (const pattern of commonOfPair(a, b, letters)) common.add(pattern)
  for (const pattern of [...these, ...those]) common.delete(pattern)
  return common
}

function* pairsOf(
  these: readonly string[],
  those: readonly string[],
  letters: Letters,
): Iterable<readonly [string, string]> {
  const index = new StemIndex(those, letters)
  let left = MOST_PAIRS
  for (const [i, a] of these.entries()) {
    for (const j of index.near(a)) {
      const b = those[j]!
      if ((these === those && j <= i) || isPlainPair(a, b)) continue
      if (left-- === 0) return
      yield [a, b]
    }
  }
}

/** Two plain patterns where one begins the other: the longer one is what they have in common. */
function isPlainPair(a: string, b: string): boolean {
  return !/[*$]/.test(a + b) && (a.startsWith(b) || b.startsWith(a))
}

/** Patterns that match what both match. Letters that differ in case alone are spelt as either of both spells them. */
export function commonOfPair(a: string, b: string, letters: Letters): readonly string[] {
  if (a.length + b.length > MOST_CHARACTERS) return []
  const [x, y] = [patternSymbols(a), patternSymbols(b)]
  const texts = [...commonTexts(x, y, letters), ...commonTexts(y, x, letters)]
  return [...new Set(texts)].map((text) => patternOf(text.replace(/\*+/g, '*')))
}

/** The symbols of the patterns that both match. Letters are those of the pattern that reads them, of both those of `a`. */
function commonTexts(a: string, b: string, letters: Letters): readonly string[] {
  const [ours, theirs] = letters === 'folded' ? [foldCase(a), foldCase(b)] : [a, b]
  const known = new Map<number, readonly string[]>()
  const from = (i: number, j: number): readonly string[] =>
    cached(known, i * (b.length + 1) + j, () => {
      const found = new Set<string>(i === a.length && j === b.length ? [''] : [])
      for (const step of stepsAt(i, j)) for (const rest of from(step.i, step.j)) found.add(step.reads + rest)
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

/** A pattern from its symbols. */
function patternOf(symbols: string): string {
  return symbols.endsWith('*') ? symbols.slice(0, -1) || '/' : `${symbols}$`
}
