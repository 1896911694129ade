/**
 * When a crawler got its last document, and its interval → how long until its next (X3). For every store of paces.
 */

/** Milliseconds to wait before the next document; 0 admits one. */
export function waitingTime(last: number | undefined, now: number, interval: number): number {
  if (last === undefined) return 0
  // A clock that went back must not hold anybody longer than one interval.
  return Math.min(interval, Math.max(0, last + interval - now))
}
