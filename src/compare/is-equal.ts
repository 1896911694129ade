/**
 * Two values → whether they are equal in all that decides. Most sites are served as they were written, and need no further
 * comparison.
 */

/** Members on which no decision of a reader of ACAP depends: where a field stands, and what crawlers read that know no ACAP (C3). */
const PLACES: ReadonlySet<string> = new Set(['origin', 'repGroups'])

/** Whether two values are equal, such as policies, without the places of fields in them. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => isEqual(each, b[i]))
  }
  if (a instanceof Map) return b instanceof Map && isEqual([...a], [...b])
  return isSameRecord(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>)
}

function isSameRecord(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && (PLACES.has(key) || isEqual(a[key], b[key])))
}
