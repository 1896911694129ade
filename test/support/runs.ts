/**
 * How much a property test tries: a little with every change, more in `npm run test:long`, most in `npm run test:soak`.
 */

const { ACAP_LONG, ACAP_SOAK } = process.env

/** The number for this run. `soak` is that of `long` where nothing is gained by more. */
export function runs(short: number, long: number, soak = long): number {
  if (ACAP_SOAK) return soak
  return ACAP_LONG ? long : short
}
