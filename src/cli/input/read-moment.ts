/**
 * A time in text → milliseconds since 1970.
 */
import { isDate, MOMENT, momentOf } from '../../grammar/calendar.ts'
import { UsageError } from '../exit-codes.ts'

/** Whether a text is a time, on a day of the calendar. */
export function isMoment(text: string): boolean {
  return MOMENT.test(text) && !Number.isNaN(momentOf(text))
}

/** Reads a date, or a date and time; now where there is none. */
export function readMoment(text: string | null): number {
  if (text === null) return Date.now()
  if (isMoment(text)) return momentOf(text)
  const cause = MOMENT.test(text) && !isDate(text.slice(0, 10)) ? ': the calendar has no such day' : ''
  throw new UsageError(`\`${text}\` is not a time${cause}`, '2026-01-15, or 2026-01-15T12:00:00Z')
}
