/** Returns the value of a key in a map, and makes it on first use. */

export function cached<K, V>(
  values: Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = values.get(key)
  if (known !== undefined) return known
  const made = make()
  values.set(key, made)
  return made
}
