/**
 * A seeded generator, for tests that must do the same every time: `next(n)` gives an integer below n.
 */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
