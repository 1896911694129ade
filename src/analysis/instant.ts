/**
 * A time of a log → as reports write it.
 */

/** ISO 8601 in UTC, to the second; null where there is no time. */
export function instant(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') : null
}
