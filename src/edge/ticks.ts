/**
 * A monotonic clock for intervals. The system clock can be set, so it is used for dates only.
 * Workers have no other clock: there an age may be negative, and counts as expired.
 */

/** Milliseconds since some instant in the past. */
export function ticks(): number {
  return performance.now()
}

/** Whether so many milliseconds have passed since `start`; both are ticks. */
export function hasPassed(milliseconds: number, start: number, now: number): boolean {
  return now < start || now - start >= milliseconds
}
