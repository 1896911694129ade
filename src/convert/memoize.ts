/**
 * A function of a path → the same function, which computes each path once. A conversion asks for the same paths many times.
 */
export function memoize<T>(compute: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    if (!known.has(path)) known.set(path, compute(path))
    return known.get(path)!
  }
}
