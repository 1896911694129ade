/**
 * `--at` → milliseconds since 1970.
 */
import { UsageError } from './exit-codes.ts'

/** Reads a date, or a date and time; now where there is none. */
export function readMoment(text: string | null): number {
  if (text === null) return Date.now()
  const moment = Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text)
  if (Number.isNaN(moment)) throw new UsageError(`\`${text}\` is no time`, '2026-01-15, or 2026-01-15T12:00:00Z')
  return moment
}
