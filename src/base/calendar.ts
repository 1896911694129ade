/**
 * Dates of `time-limit` (Q3) and times that authors write, as milliseconds since 1970. Reads no
 * clock.
 */

export const DAY = 86_400_000
export const MINUTE = 60_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Whether `text` is `YYYY-MM-DD` and a day of the calendar. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false
  const time = Date.parse(text)
  // Date.parse reads 30 February as 2 March, so the date is compared with what it was parsed to.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * A date, or a date and time, with or without a zone. Other forms that Date.parse reads depend on
 * the platform.
 */
export const MOMENT =
  /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/

/** Parses a MOMENT, in UTC if it has no zone. NaN for a day or time that does not exist. */
export function momentOf(text: string): number {
  const [date = '', time] = text.toUpperCase().split(/[T ]/)
  if (!isDate(date)) return NaN
  if (time === undefined) return Date.parse(date)
  return Date.parse(`${date}T${/[Z+-]/.test(time) ? time : `${time}Z`}`)
}

/** Says what to write instead of a text that is not a moment. Null for a valid one. */
export function momentFault(text: string): string | null {
  if (MOMENT.test(text)) {
    if (!Number.isNaN(momentOf(text))) return null
    const [year = 0, month = 0] = text.split('-').map(Number)
    if (isDate(text.slice(0, 10)) || month < 1 || month > 12)
      return 'a time that exists, such as `2026-01-15T12:00:00Z`'
    const name = new Date(Date.UTC(year, month - 1)).toLocaleString('en', {
      month: 'long',
      timeZone: 'UTC',
    })
    return `a day that exists: ${name} ${year} has ${new Date(Date.UTC(year, month, 0)).getUTCDate()} days`
  }
  const meant = Date.parse(`${text} UTC`)
  const example = Number.isNaN(meant) ? '2026-01-15' : new Date(meant).toISOString().slice(0, 10)
  return `a date, \`${example}\`, or a date and time, \`${example}T12:00:00Z\``
}

/** When a permission `until-DATE` expires: at the midnight after that day, in UTC (Q3). */
export function expiresAt(date: string): number {
  return Date.parse(date) + DAY
}

export function isExpired(date: string, now: number): boolean {
  return now >= expiresAt(date)
}

/** A date as people write it: without the time where that is midnight in UTC. */
export function dateText(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/(?:T00:00:00)?\.000Z$/, (rest) => (rest.startsWith('T') ? '' : 'Z'))
}

const UNITS = [
  ['day', DAY],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
  ['second', 1000],
] as const

/** A duration in the largest unit that fits at least twice: `3 days`. */
function durationText(length: number): string {
  const [unit, one] = UNITS.find((each) => length >= 2 * each[1]) ?? UNITS.at(-1)!
  const number = Math.max(1, Math.round(length / one))
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/** The time left until an instant, and the instant: `in 3 days, 2026-12-01 00:00 UTC`. */
export function timeAhead(at: number, now: number): string {
  return `in ${durationText(at - now)}, ${timeText(at)}`
}

/** When to retry: `at 23:00 UTC, in 11 hours`. Short waits are written in seconds alone. */
export function waitText(now: number, seconds: number): string {
  const length = seconds * 1000
  const clock = new Date(now + length).toISOString().slice(11, 16)
  return `${length < 2 * MINUTE ? '' : `at ${clock} UTC, `}in ${durationText(length)}`
}

/** An instant as people read it: `2026-12-01 00:00 UTC`. */
export function timeText(at: number): string {
  return `${new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?::00)?\.\d+Z$/, '')} UTC`
}
