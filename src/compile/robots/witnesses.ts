/**
 * Patterns in the form of P2 → paths that tell them apart: paths that one matches, and a path that two of them match.
 * Which of them decides there is not known here.
 */
import { foldCase } from '../../grammar/path-form.ts'

/** What no pattern ends in, so that a path which goes on in it is matched by the pattern alone. */
const TAIL = '~w'

/** The shortest path that a pattern matches, and one that goes on behind it. */
export function witnesses(pattern: string): string[] {
  const shortest = rooted(pattern.replace(/\$$/, '').replaceAll('*', ''))
  return pattern.endsWith('$') ? [shortest] : [shortest, shortest + TAIL]
}

/** A path that both patterns match, in the letter case of the first; null where there is none. */
export function commonWitness(a: string, b: string): string | null {
  const [x, y] = [symbols(a), symbols(b)]
  const [xs, ys] = [foldCase(x), foldCase(y)]
  const width = y.length + 1
  // Places in both patterns that have been reached, each with the place before it; the steps spell the path.
  const before = new Map<number, number>([[0, -1]])
  const queue = [0]
  const reach = (i: number, j: number, from: number) => {
    const place = i * width + j
    if (i > x.length || j > y.length || before.has(place)) return
    before.set(place, from)
    queue.push(place)
  }
  for (let next = 0; next < queue.length; next++) {
    const place = queue[next]!
    const [i, j] = [Math.floor(place / width), place % width]
    if (i === x.length && j === y.length) return rooted(spell(place, before, width, x, y))
    if (xs[i] === '*') reach(i + 1, j, place)
    if (ys[j] === '*') reach(i, j + 1, place)
    if (xs[i] === '*' && ys[j] !== '*') reach(i, j + 1, place)
    if (ys[j] === '*' && xs[i] !== '*') reach(i + 1, j, place)
    if (xs[i] === ys[j] && xs[i] !== '*') reach(i + 1, j + 1, place)
  }
  return null
}

/** The characters that the steps to a place take, last one first. */
function spell(last: number, before: ReadonlyMap<number, number>, width: number, x: string, y: string): string {
  let path = ''
  for (let place = last; place > 0; place = before.get(place)!) {
    const from = before.get(place)!
    const [i, j] = [Math.floor(from / width), from % width]
    const taken = place - from >= width ? x[i]! : y[j]!
    if (taken !== '*') path = taken + path
  }
  return path
}

/** A pattern's characters with its end: anchored by `$`, or open as if `*` stood there. */
function symbols(pattern: string): string {
  return pattern.endsWith('$') ? pattern.slice(0, -1) : `${pattern}*`
}

function rooted(path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}
