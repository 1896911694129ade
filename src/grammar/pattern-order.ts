/**
 * L3: which of two patterns is narrower. Patterns come in the form of P2; letter case is ignored.
 */
import { foldCase } from './path-form.ts'

export type Order = 'equal' | 'narrower' | 'broader' | 'incomparable'

/** The form in which patterns are compared: lower case, and a leading `*` as if `/` stood before it. */
export function orderKey(pattern: string): string {
  const folded = foldCase(pattern)
  return folded.startsWith('*') ? `/${folded}` : folded
}

/** How broad the character at a position is: ended, then `$` as the anchor, then `*`, then any other character. */
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

/** Where `a` stands to `b`; both are order keys. */
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
