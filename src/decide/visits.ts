/** Visiting hours and crawl rates at an instant (X2, X3), in UTC. */
import { DAY, MINUTE } from '../base/calendar.ts'

/** Minutes after midnight, both ends included. May wrap past midnight. */
interface Hours {
  readonly from: number
  readonly to: number
}

/** Milliseconds until the next window opens (X2); 0 inside a window, or if there is none. */
export function waitFor(windows: readonly Hours[], now: number): number {
  if (windows.length === 0) return 0
  const time = timeOfDay(now)
  if (windows.some((window) => isOpen(window, time))) return 0
  return windows.reduce(
    (least, { from }) => Math.min(least, (from * MINUTE - time + DAY) % DAY),
    DAY,
  )
}

/**
 * The lowest rate of the windows that contain the instant, else the lowest without a window (X3);
 * null without a limit.
 */
export function slowestAt<Rate extends { readonly seconds: number; readonly window: Hours | null }>(
  rates: readonly Rate[],
  now: number,
): Rate | null {
  if (rates.length === 0) return null
  const time = timeOfDay(now)
  const open = rates.filter(({ window }) => window !== null && isOpen(window, time))
  const counting = open.length > 0 ? open : rates.filter(({ window }) => window === null)
  const [slowest = null] = counting.sort((a, b) => b.seconds - a.seconds)
  return slowest
}

function timeOfDay(now: number): number {
  return ((now % DAY) + DAY) % DAY
}

function isOpen({ from, to }: Hours, time: number): boolean {
  const minute = Math.floor(time / MINUTE)
  return from <= to ? minute >= from && minute <= to : minute >= from || minute <= to
}
