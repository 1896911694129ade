/**
 * Compares two patterns in the form of P2: whether one covers the other, whether they overlap,
 * which is narrower (L3).
 */
import { foldCase, patternSymbols } from './path-form.ts'

/**
 * Whether `wide` matches all that `narrow` matches. False negatives are possible with interleaved
 * stars, false positives are not. The caller folds case.
 */
export function covers(wide: string, narrow: string): boolean {
  const [a, b] = [patternSymbols(wide), patternSymbols(narrow)]
  const plain = plainLength(a)
  if (!b.startsWith(a.slice(0, plain))) return false
  // The common case: a prefix and nothing else.
  return plain === a.length - 1 || walk(a, b, false)
}

export function overlap(a: string, b: string): boolean {
  const [x, y] = [patternSymbols(a), patternSymbols(b)]
  const plain = Math.min(plainLength(x), plainLength(y))
  return x.slice(0, plain) === y.slice(0, plain) && walk(x, y, true)
}

function plainLength(symbols: string): number {
  const star = symbols.indexOf('*')
  return star < 0 ? symbols.length : star
}

/**
 * Whether both symbol lists can be consumed together. A `*` in `a` consumes any symbols of `b`; a
 * `*` in `b` consumes symbols of `a` only if `both` is set.
 */
function walk(a: string, b: string, both: boolean): boolean {
  // reach[j]: whether the symbols of `a` so far can match the first j symbols of `b`.
  let reach = Array.from(
    { length: b.length + 1 },
    (_, j) => j === 0 || (both && j === 1 && b[0] === '*'),
  )
  for (const x of a) {
    const next: boolean[] = [(x === '*' && reach[0]!) || false]
    for (let j = 1; j <= b.length; j++) {
      const y = b[j - 1]!
      const bySame = reach[j - 1]! && x === y
      const byStar = x === '*' && (reach[j]! || next[j - 1]!)
      const byOther = both && y === '*' && (next[j - 1]! || reach[j]!)
      next.push(bySame || byStar || byOther)
    }
    reach = next
  }
  return reach[b.length]!
}

/** A pattern without its final `*` and `$`. */
export function stemOf(pattern: string): string {
  let end = pattern.length
  while (end > 0 && (pattern[end - 1] === '*' || pattern[end - 1] === '$')) end--
  return pattern.slice(0, end)
}

/** `covers` for two patterns of the same stem: one with a bare `$` is the narrowest. */
export function coversAlike(wide: string, narrow: string): boolean {
  const isExact = (pattern: string) =>
    pattern.length === stemOf(pattern).length + 1 && pattern.endsWith('$')
  return !isExact(wide) || isExact(narrow)
}

export type Order = 'equal' | 'narrower' | 'broader' | 'incomparable'

/** The form for comparing patterns: lower case, with `/` before a leading `*`. */
export function orderKey(pattern: string): string {
  const folded = foldCase(pattern)
  return folded.startsWith('*') ? `/${folded}` : folded
}

/** How broad a symbol is, ascending: end of pattern, `$`, `*`, any other. */
const ENDED = 0
const ANCHOR = 1
const STAR = 2
const CHARACTER = 3

function breadth(key: string, at: number): number {
  if (at >= key.length) return ENDED
  const code = key.charCodeAt(at)
  if (code === 0x24 && at === key.length - 1) return ANCHOR
  return code === 0x2a ? STAR : CHARACTER
}

/** Compares two order keys (L3). */
export function compareKeys(a: string, b: string): Order {
  const shorter = Math.min(a.length, b.length)
  let at = 0
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === a.length && at === b.length) return 'equal'
  const ours = breadth(a, at)
  const theirs = breadth(b, at)
  if (ours === theirs) return 'incomparable'
  return ours > theirs ? 'narrower' : 'broader'
}
