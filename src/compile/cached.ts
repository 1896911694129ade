/**
 * A map, a key and how its value is made → the value, made once.
 */

/** The value of a key, which is made where the map has none. */
export function cached<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  values.set(key, made)
  return made
}

/**
 * Keys of scopes of records and groups (R11), equal for scopes of the same names. All that a file holds has one scope,
 * which may have thousands of names: it is written once.
 */
export function scopeKeys(): (scope: readonly string[] | null) => string {
  const keys = new Map<readonly string[] | null, string>()
  return (scope) => cached(keys, scope, () => JSON.stringify(scope))
}
