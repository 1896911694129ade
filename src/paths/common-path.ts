/**
 * Two patterns in matching form → a path that both match. Which of them decides there is not known here.
 */
import { foldCase, patternSymbols, targetForm } from '../grammar/path-form.ts'
import { rooted } from './witnesses.ts'

/** The shortest path that both match, in the letter case of the first; null where there is none, or none in P2's form. */
export function commonPath(a: string, b: string): string | null {
  const [x, y] = [patternSymbols(a), patternSymbols(b)]
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
    if (i === x.length && j === y.length) return inForm(spell(place, before, width, x, y))
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

function inForm(text: string): string | null {
  const path = rooted(text)
  return targetForm(path) === path ? path : null
}
