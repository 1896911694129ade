/**
 * A time in text → milliseconds since 1970.
 */
import { isDate } from '../grammar/calendar.ts'
import { UsageError } from './exit-codes.ts'

/** A date, or a date and time, with a zone or in UTC. What else Date.parse takes differs from machine to machine. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/

/** Whether a text is a time, on a day of the calendar. */
export function isMoment(text: string): boolean {
  return MOMENT.test(text) && isOnCalendar(text) && !Number.isNaN(parsed(text))
}

/** Reads a date, or a date and time; now where there is none. */
export function readMoment(text: string | null): number {
  if (text === null) return Date.now()
  if (!isMoment(text)) {
    const cause = MOMENT.test(text) && !isOnCalendar(text) ? ': the calendar has no such day' : ''
    throw new UsageError(`\`${text}\` is not a time${cause}`, '2026-01-15, or 2026-01-15T12:00:00Z')
  }
  return parsed(text)
}

/** Date.parse takes 30 February for 2 March. */
function isOnCalendar(moment: string): boolean {
  return isDate(moment.slice(0, 10))
}

function parsed(text: string): number {
  return Date.parse(/[Tt ][\d:.]+$/.test(text) ? `${text}Z` : text)
}
