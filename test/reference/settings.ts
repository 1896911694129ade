/**
 * X2, X3, X4 and A2 written from the text: what the non-rule fields of a crawler's group say at one time.
 */
import type { ConventionalSetting, Window } from '../../src/language/policy/policy.ts'
import type { Directives } from '../../src/words/restriction.ts'
import type { MergedGroup } from './conventional.ts'
import { matches } from './patterns.ts'
import type { Source } from './question.ts'

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE

type Setting<Kind extends ConventionalSetting['value']['kind']> = {
  readonly value: Extract<ConventionalSetting['value'], { kind: Kind }>
  readonly origin: ConventionalSetting['origin']
}

function settingsOf<Kind extends ConventionalSetting['value']['kind']>(
  group: MergedGroup | null,
  kind: Kind,
) {
  return (group?.settings ?? []).filter(
    (setting) => setting.value.kind === kind,
  ) as unknown as Setting<Kind>[]
}

/** X2: the seconds until the next opening and the Visit-time lines; null inside a window, or where there is none. */
export function visitingTime(
  group: MergedGroup | null,
  now: number,
): { readonly retryAfter: number; readonly fields: readonly Source[] } | null {
  const settings = settingsOf(group, 'visit-time').filter(
    (setting) => setting.value.windows.length > 0,
  )
  const windows = settings.flatMap((setting) => setting.value.windows)
  if (windows.length === 0 || windows.some((window) => contains(window, now))) return null
  const waits = windows.map((window) => (DAY + window.from * MINUTE - timeOfDay(now)) % DAY)
  return {
    retryAfter: Math.ceil(Math.min(...waits) / 1000),
    fields: settings.map((setting) => setting.origin),
  }
}

/** Milliseconds since midnight UTC. */
function timeOfDay(now: number): number {
  return ((now % DAY) + DAY) % DAY
}

/** X2: ends are inclusive to the minute; a window may wrap past midnight. */
function contains(window: Window, now: number): boolean {
  const minute = Math.floor(timeOfDay(now) / MINUTE)
  const afterStart = minute >= window.from
  const beforeEnd = minute <= window.to
  return window.from <= window.to ? afterStart && beforeEnd : afterStart || beforeEnd
}

/** X3: the lowest rate among the windows that contain the time; else the lowest without a window; else no limit. */
export function rateAt(
  group: MergedGroup | null,
  now: number,
): { readonly seconds: number } | null {
  const rates = settingsOf(group, 'request-rate').map((setting) => setting.value)
  const current = rates.filter((rate) => rate.window !== null && contains(rate.window, now))
  const always = rates.filter((rate) => rate.window === null)
  const applying = (current.length > 0 ? current : always).map((rate) => rate.seconds)
  return applying.length > 0 ? { seconds: Math.max(...applying) } : null
}

/** X4: the group's comments. */
export function commentsOf(group: MergedGroup | null): readonly string[] {
  return settingsOf(group, 'comment').map((setting) => setting.value.text)
}

/** A2: the directives of an application, from the rules of the longest matching path. */
export function directivesFor(
  group: MergedGroup | null,
  application: string,
  target: string,
): Directives {
  const rules = settingsOf(group, 'app-directives').map((setting) => setting.value)
  const matching = rules.filter((rule) => matches(rule.pattern, target))
  const longest = matching.find(
    (rule) => !matching.some((other) => other.pattern.length > rule.pattern.length),
  )
  const own = matching
    .filter((rule) => rule.path === longest?.path)
    .flatMap((rule) => rule.applications)
    .filter((member) => member.token === application)
  return Object.assign({}, ...own.map((member) => member.directives))
}
