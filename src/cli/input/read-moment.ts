/**
 * A time in text → milliseconds since 1970.
 */
import { MOMENT, momentFault, momentOf } from '../../grammar/calendar.ts'
import { UsageError } from '../exit-codes.ts'

/** Whether a text is a time, on a day of the calendar. */
export function isMoment(text: string): boolean {
  return MOMENT.test(text) && !Number.isNaN(momentOf(text))
}

/** Reads a date, or a date and time; now where there is none. */
export function readMoment(text: string | null): number {
  if (text === null) return Date.now()
  const fault = momentFault(text)
  if (fault !== null) throw new UsageError(`\`${text}\` is not a time`, fault)
  return momentOf(text)
}
