/** Selects the leading names of a client: those not contained in a longer matching name (I2). */

/** Only the longest leading names count (I2). A header with more was made to slow the edge down. */
export const MOST_LEADS = 4

export function leadingNames(matched: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const name of [...matched].sort(byFallingLength)) {
    if (names.length === MOST_LEADS) break
    if (!names.some((longer) => longer.includes(name))) names.push(name)
  }
  return names
}

/** By descending length, then alphabetically (D). */
export function byFallingLength(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : a > b ? 1 : 0)
}
