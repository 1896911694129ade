/**
 * How much a property test tries: a little with every change, more in `npm run test:long`, most in `npm run test:soak`.
 */

const { ACAP_LONG, ACAP_SOAK } = process.env

/** Whether everything is tried that takes long or starts many programs. */
export const isLong = ACAP_LONG !== undefined

/** Some of these, evenly spread; all of them in a long run. */
export function someOf<T>(all: readonly T[], short: number): readonly T[] {
  if (isLong || all.length <= short) return all
  return Array.from({ length: short }, (_, i) => all[Math.floor((i * all.length) / short)]!)
}

/** The number for this run. `soak` is that of `long` where nothing is gained by more. */
export function runs(short: number, long: number, soak = long): number {
  if (ACAP_SOAK) return soak
  return ACAP_LONG ? long : short
}
