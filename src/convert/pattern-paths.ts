/**
 * A pattern in the form of P2 → paths that it matches. Where it meets others is not known here.
 */
import { patternSymbols, writtenTarget } from '../grammar/path-form.ts'

/** What a `*` stands for in a path: hardly any pattern has it, so that few others match the path. */
const FILL = '!w'
/** An end that no pattern has, so that a path which goes on in it is matched by the pattern alone. */
const TAIL = '~w'

/** A target that a pattern matches, and as few others as possible. */
export function inside(pattern: string): string {
  return writtenTarget(deepPath(pattern))
}

/** Paths in the form of P2 that a pattern matches; first the one that fewest others match. */
export function pathsOf(pattern: string): string[] {
  return [deepPath(pattern), ...witnesses(pattern).reverse()]
}

/** The shortest path that a pattern matches, and one that goes on behind it. */
export function witnesses(pattern: string): string[] {
  const shortest = rooted(pattern.replace(/\$$/, '').replaceAll('*', ''))
  return pattern.endsWith('$') ? [shortest] : [shortest, shortest + TAIL]
}

function deepPath(pattern: string): string {
  return rooted(patternSymbols(pattern).replace(/\*+/g, FILL))
}

/** A path, with its slash. */
function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}
