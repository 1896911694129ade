/** Adds up, and puts what is most before the rest. */

export function addTo<K>(counts: Map<K, number>, key: K, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

export function sumOf<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

/** For `sort`: the largest number first; of equal ones the first name. */
export function mostFirst<Count extends string, Name extends string>(count: Count, name: Name) {
  type Row = Readonly<Record<Count, number> & Record<Name, string>>
  return (a: Row, b: Row) => b[count] - a[count] || (a[name] < b[name] ? -1 : 1)
}
