/** When and how often a crawler may come, at an instant (X2, X3), in UTC. */
import { DAY, MINUTE } from '../base/calendar.ts'

/** Minutes after midnight; both ends count. It may wrap past midnight. */
interface Hours {
  readonly from: number
  readonly to: number
}

/** X2: milliseconds until the next of several windows opens; 0 inside one of them, and where there is none. */
export function waitFor(windows: readonly Hours[], now: number): number {
  if (windows.length === 0) return 0
  const time = timeOfDay(now)
  if (windows.some((window) => isOpen(window, time))) return 0
  return windows.reduce(
    (least, { from }) => Math.min(least, (from * MINUTE - time + DAY) % DAY),
    DAY,
  )
}

/** X3: the lowest rate among the windows that contain the instant, else the lowest without a window; null: no limit. */
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
