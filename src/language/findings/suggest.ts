/** Finds the known word that an unknown one probably means, by edit distance. */

/** For more or longer words there is no suggestion: a file may misspell thousands. */
const MOST_WORDS = 100
const MOST_LETTERS = 100

/**
 * The nearest known word; null if none is near or too many are known. At most `limit` letters may
 * differ.
 */
export function nearest(
  word: string,
  known: Iterable<string>,
  limit: number = Math.max(1, Math.floor(word.length / 4)),
): string | null {
  if (word.length > MOST_LETTERS) return null
  const candidates: string[] = []
  for (const each of known) if (candidates.push(each) > MOST_WORDS) return null
  const own = word.toLowerCase()
  const rows = Array.from({ length: 3 }, () => new Uint8Array(own.length + limit + 1))
  let best: string | null = null
  let distance = limit + 1
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    if (Math.abs(other.length - own.length) >= distance) continue
    const found = editDistance(own, other, distance, rows)
    if (found < distance) {
      best = candidate
      distance = found
    }
  }
  return best
}

/** A help text with the nearest known word, if any; otherwise the alternative text. */
export function didYouMean<T extends string | null>(
  word: string,
  known: Iterable<string>,
  otherwise: T,
): string | T {
  const near = nearest(word, known)
  return near === null ? otherwise : `did you mean \`${near}\`?`
}

/**
 * The edit distance with swaps, or `limit` if it is that or more. Cells further from the diagonal
 * are skipped. `rows`: three buffers longer than `b`.
 */
function editDistance(a: string, b: string, limit: number, rows: readonly Uint8Array[]): number {
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j
  for (let i = 1; i <= a.length; i++) {
    const [row, above, before] = [rows[i % 3]!, rows[(i + 2) % 3]!, rows[(i + 1) % 3]!]
    const from = Math.max(1, i - limit)
    const to = Math.min(b.length, i + limit)
    row[from - 1] = from === 1 ? i : limit
    let least = row[from - 1]!
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    if (least >= limit) return limit
    // The next row reads one cell further than this one wrote.
    if (to < b.length) row[to + 1] = limit
  }
  return Math.min(limit, rows[a.length % 3]![b.length]!)
}
