/**
 * Dates of `time-limit` (Q3): which exist, and when one has passed. Text in, milliseconds out; it reads no clock.
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

/** The first millisecond since 1970 at which a permission `until-DATE` has lapsed: the next midnight UTC (Q3). */
export function lapsesAt(date: string): number {
  return Date.parse(date) + DAY
}
