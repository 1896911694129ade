/** The values that say when and how often a group's crawlers may come → settings (X1 to X3). */
import type { Report } from '../findings/diagnostic.ts'
import type { Span } from '../text/source.ts'
import type { SettingValue, Window } from './policy.ts'

export type SettingReader = (value: string, at: Span, report: Report) => SettingValue | null

/** By the kind of value. */
export const SETTING_READERS = {
  'robot-version': readRobotVersion,
  windows: readVisitTime,
  rate: readRequestRate,
  delay: readCrawlDelay,
} as const satisfies Readonly<Record<string, SettingReader>>

/** X1: 2.even is extended, 2.odd experimental, anything else conventional. */
function readRobotVersion(value: string, at: Span, report: Report): SettingValue {
  const numbers = /^0*(\d+)\.(\d+)(?:\.\d+)*$/.exec(value)
  if (numbers === null) report(at, 'malformed-robot-version', value)
  if (numbers?.[1] !== '2') return { kind: 'robot-version', reading: 'conventional' }
  const isStable = Number(numbers[2]!.at(-1)) % 2 === 0
  if (!isStable) report(at, 'experimental-robot-version', value)
  return { kind: 'robot-version', reading: isStable ? 'extended' : 'experimental' }
}

const WINDOW = /^([01]\d|2[0-3]):?([0-5]\d)(?:[ \t]*-[ \t]*|[ \t]+)([01]\d|2[0-3]):?([0-5]\d)$/

/** X2: two times, in minutes after midnight. */
function readWindow(text: string): Window | null {
  const times = WINDOW.exec(text)?.slice(1).map(Number)
  return times === undefined
    ? null
    : { from: times[0]! * 60 + times[1]!, to: times[2]! * 60 + times[3]! }
}

function readVisitTime(value: string, at: Span, report: Report): SettingValue | null {
  const window = readWindow(value)
  if (window === null) report(at, 'malformed-visit-time', value)
  return window === null ? null : { kind: 'visit-time', windows: [window] }
}

/** Numbers of more digits than these mean nothing to anybody, and are malformed. */
const RATE = /^0*([1-9]\d{0,8})\/0*([1-9]\d{0,8})([smh]?)(?:[ \t]+(.+))?$/i
const DELAY = /^0*(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})$/
const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

/** X3: N documents per T units, always or in a window. */
function readRequestRate(value: string, at: Span, report: Report): SettingValue | null {
  const [, documents, time, unit = '', rest] = RATE.exec(value) ?? []
  const window = rest === undefined ? null : readWindow(rest)
  if (documents === undefined || (rest !== undefined && window === null)) {
    report(at, 'malformed-request-rate', value)
    return null
  }
  const seconds = (Number(time) * UNIT_SECONDS[unit.toLowerCase()]!) / Number(documents)
  return { kind: 'request-rate', seconds, window }
}

/** X3: seconds between two documents. None at all is not a limit. */
function readCrawlDelay(value: string, at: Span, report: Report): SettingValue | null {
  if (!DELAY.test(value)) {
    report(at, 'malformed-crawl-delay', value)
    return null
  }
  const seconds = Number(value)
  return seconds > 0 ? { kind: 'request-rate', seconds, window: null } : null
}
