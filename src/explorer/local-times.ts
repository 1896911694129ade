/** Adds the reader's own time to each time in UTC: `23:00 UTC (00:00 here)`. */

const TIMES = /(?:(\d{4}-\d{2}-\d{2}) )?(?:(\d{2}:\d{2}) to )?(\d{2}:\d{2})(?::\d{2})? UTC/g

/** Adds them where the reader's clock is another; `now` is the day of times without a date. */
export function withLocalTimes(text: string, now = new Date()): string {
  if (!text.includes(' UTC')) return text
  return text.replace(
    TIMES,
    (utc: string, date: string | undefined, from: string | undefined, to: string) => {
      const day = date ?? now.toISOString().slice(0, 10)
      const at = new Date(`${day}T${to}Z`)
      if (Number.isNaN(at.getTime()) || at.getTimezoneOffset() === 0) return utc
      const start = from === undefined ? '' : `${clock(new Date(`${day}T${from}Z`))} to `
      const other = date === undefined || dayOf(at) === date ? '' : `${dayOf(at)} `
      return `${utc} (${other}${start}${clock(at)} here)`
    },
  )
}

function clock(at: Date): string {
  return at.toTimeString().slice(0, 'HH:MM'.length)
}

/** Swedish dates are ISO's. */
function dayOf(at: Date): string {
  return at.toLocaleDateString('sv')
}
