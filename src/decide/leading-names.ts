/** The crawler names that match a client → those that lead (I2): they are contained in no longer one. */

/** I2: of more leading names the longest count. A header that names so many was made to be slow. */
export const MOST_LEADS = 4

export function leadingNames(matched: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const name of [...matched].sort(byFallingLength)) {
    if (names.length === MOST_LEADS) break
    if (!names.some((longer) => longer.includes(name))) names.push(name)
  }
  return names
}

/** D: by falling length, then alphabetically. */
export function byFallingLength(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : a > b ? 1 : 0)
}
