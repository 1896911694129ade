/**
 * Visit-time and Request-rate of a group at an instant (X2, X3). Names the rate; counting is the edge's.
 */
import { type GroupProgram, membersIn, type SettingLists, type WindowProgram } from '../bundle/program.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Milliseconds after midnight UTC. */
function timeOfDay(now: number): number {
  return ((now % DAY) + DAY) % DAY
}

function isOpen({ from, to }: WindowProgram, minute: number): boolean {
  return from <= to ? minute >= from && minute <= to : minute >= from || minute <= to
}

/** Seconds until the groups' visiting hours open, rounded up; 0 while they are open or there are none. */
export function secondsUntilOpen(lists: SettingLists, groups: readonly GroupProgram[], now: number): number {
  const time = timeOfDay(now)
  let wait = Number.POSITIVE_INFINITY
  for (const { settings } of groups) {
    for (const { windows } of membersIn(lists.visits, settings.visits)) {
      for (const window of windows) {
        if (isOpen(window, Math.floor(time / MINUTE))) return 0
        wait = Math.min(wait, (window.from * MINUTE - time + DAY) % DAY)
      }
    }
  }
  return wait === Number.POSITIVE_INFINITY ? 0 : Math.ceil(wait / 1000)
}

/** A rate, and the number of the rule that gives it. */
interface Rate {
  readonly rule: number
  readonly seconds: number
}

/** The lowest rate among the windows that contain the instant, else the lowest without a window; null: no limit. */
export function rateAt(lists: SettingLists, groups: readonly GroupProgram[], now: number): Rate | null {
  const minute = Math.floor(timeOfDay(now) / MINUTE)
  let windowed: Rate | null = null
  let always: Rate | null = null
  for (const { settings } of groups) {
    for (const { rule, seconds, window } of membersIn(lists.rates, settings.rates)) {
      if (window === null) {
        if (always === null || seconds > always.seconds) always = { rule, seconds }
      } else if (isOpen(window, minute) && (windowed === null || seconds > windowed.seconds)) {
        windowed = { rule, seconds }
      }
    }
  }
  return windowed ?? always
}
