/** Parses the settings of groups: version, visiting hours and rates (X1 to X3). */
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

/** 2.even is extended, 2.odd experimental, anything else conventional (X1). */
function readRobotVersion(value: string, at: Span, report: Report): SettingValue {
  const numbers = /^0*(\d+)\.(\d+)(?:\.\d+)*$/.exec(value)
  if (numbers === null) report(at, 'malformed-robot-version', value)
  if (numbers?.[1] !== '2') return { kind: 'robot-version', reading: 'conventional' }
  const isStable = Number(numbers[2]!.at(-1)) % 2 === 0
  if (!isStable) report(at, 'experimental-robot-version', value)
  return { kind: 'robot-version', reading: isStable ? 'extended' : 'experimental' }
}

const WINDOW = /^([01]\d|2[0-3]):?([0-5]\d)(?:[ \t]*-[ \t]*|[ \t]+)([01]\d|2[0-3]):?([0-5]\d)$/

/** Parses two times as minutes after midnight (X2). */
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

/** Numbers with more digits are malformed. */
const RATE = /^0*([1-9]\d{0,8})\/0*([1-9]\d{0,8})([smh]?)(?:[ \t]+(.+))?$/i
const DELAY = /^0*(?:\d{1,9}\.?\d{0,9}|\.\d{1,9})$/
const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

/** N documents per T units, always or in a window (X3). */
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

/** Seconds between two documents (X3). Zero is no limit. */
function readCrawlDelay(value: string, at: Span, report: Report): SettingValue | null {
  if (!DELAY.test(value)) {
    report(at, 'malformed-crawl-delay', value)
    return null
  }
  const seconds = Number(value)
  return seconds > 0 ? { kind: 'request-rate', seconds, window: null } : null
}
