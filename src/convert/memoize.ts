/**
 * A function of a text → the same function, which computes each text once. A conversion asks for the same paths and names
 * many times.
 */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (!known.has(text)) known.set(text, compute(text))
    return known.get(text)!
  }
}
