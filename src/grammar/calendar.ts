/**
 * Dates of `time-limit` (Q3): which exist, and when a permission expires. Milliseconds since 1970; it reads no clock.
 */

const DAY = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Whether `text` is `YYYY-MM-DD` and a day of the calendar. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const time = Date.parse(text)
  // Date.parse takes 30 February for 2 March; written back it differs.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** When a permission `until-DATE` expires: at the midnight after that day, in UTC (Q3). */
export function expiresAt(date: string): number {
  return Date.parse(date) + DAY
}

/** Whether a permission `until-DATE` has expired (Q3). */
export function isExpired(date: string, now: number): boolean {
  return now >= expiresAt(date)
}
