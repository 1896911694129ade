/**
 * A word that nobody knows → the known word it probably means. Knows letters only.
 */

/** The nearest of the known words, or null where none is near enough to be meant. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const limit = Math.max(1, Math.floor(word.length / 4))
  let best: string | null = null
  let distance = limit + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= distance) continue
    const found = editDistance(word.toLowerCase(), candidate.toLowerCase(), distance)
    if (found < distance) {
      best = candidate
      distance = found
    }
  }
  return best
}

/** A help text with the nearest known word, if one is near; otherwise what is said instead. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string
export function didYouMean(word: string, known: Iterable<string>, otherwise: null): string | null
export function didYouMean(word: string, known: Iterable<string>, otherwise: string | null): string | null {
  const near = nearest(word, known)
  return near === null ? otherwise : `did you mean \`${near}\`?`
}

/** Letters to insert, drop, change or swap with their neighbour; at least `limit` where it would be more. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    if (Math.min(...row) >= limit) return limit
    before = above
    above = row
  }
  return above[b.length]!
}
