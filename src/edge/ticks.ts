/**
 * The clock for intervals: how old something is, and whether its time is over. The clock of the day may be set, ahead and back,
 * and is for dates alone. Workers have no other clock than that: there an age may be negative, and counts as over.
 */

/** Milliseconds since some instant in the past. */
export function ticks(): number {
  return performance.now()
}

/** Whether so many milliseconds have passed since `start`; both times are ticks. */
export function hasPassed(milliseconds: number, start: number, now: number): boolean {
  return now < start || now - start >= milliseconds
}
