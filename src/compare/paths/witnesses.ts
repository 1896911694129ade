/**
 * A pattern in the form of P2 → paths that it matches. Where it meets others is not known here.
 */

/** An end that no pattern has, so that a path which goes on in it is matched by the pattern alone. */
const TAIL = '~w'

/** The shortest path that a pattern matches, and one that goes on behind it. */
export function witnesses(pattern: string): string[] {
  const shortest = rooted(pattern.replace(/\$$/, '').replaceAll('*', ''))
  return pattern.endsWith('$') ? [shortest] : [shortest, shortest + TAIL]
}

/** A path, with its slash. */
export function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}
