/** Compares a crawler's hours, rates, comments and App-Directives on two sites. */
import {
  membersIn,
  type RateProgram,
  type SettingLists,
  type SiteProgram,
  type WindowProgram,
} from '../../program/program.ts'
import type { ComparedCrawler, Side } from './compared-crawlers.ts'

/** A setting of crawlers that differs, such as their rate. */
export interface SettingsChange {
  /** None where the setting is the site's, so that it concerns every crawler. */
  readonly crawlers: readonly string[]
  /**
   * One entry for all hours, one for all rates, one for each comment and each path of
   * App-Directives.
   */
  readonly was: readonly string[]
  readonly now: readonly string[]
}

/**
 * The changed settings of a crawler; null for none, and for readers, to whom no setting applies.
 */
export function settingsChange({ names, sides }: ComparedCrawler): SettingsChange | null {
  if (sides.some(({ isReader }) => isReader)) return null
  const [was, now] = sides.map(groupSettings).map(({ pace, rest }) => [...pace, ...rest]) as [
    string[],
    string[],
  ]
  return was.join('\n') === now.join('\n') ? null : { crawlers: names, was, now }
}

/**
 * What changes for every crawler: whether the site refuses, and whether it checks names (I4). A
 * robots.txt alone, which has no name, says neither.
 */
export function siteSettingsChange(old: SiteProgram, now: SiteProgram): readonly SettingsChange[] {
  if (old.name === '' || now.name === '') return []
  const [before, after] = [restraintsOf(old), restraintsOf(now)]
  const was = before.filter((each) => !after.includes(each))
  const added = after.filter((each) => !before.includes(each))
  return was.length + added.length === 0 ? [] : [{ crawlers: [], was, now: added }]
}

function restraintsOf({ config: { mode, identify } }: SiteProgram): readonly string[] {
  const restraints: readonly (readonly [isSet: boolean, words: string])[] = [
    [mode !== 'off', 'the policy is applied'],
    [mode === 'enforce', 'what the policy prohibits is refused'],
    [identify.failed !== 'ignore', 'names are checked'],
    [identify.failed === 'refuse', 'names that fail their check are refused'],
  ]
  return restraints.filter(([isSet]) => isSet).map(([, words]) => words)
}

/** Joins those that have the same key, in the order of the first of each. */
export function joinAlike<T>(
  all: readonly T[],
  keyOf: (each: T) => string,
  join: (a: T, b: T) => T,
): T[] {
  const found = new Map<string, T>()
  for (const each of all) {
    const key = keyOf(each)
    const known = found.get(key)
    found.set(key, known === undefined ? each : join(known, each))
  }
  return [...found.values()]
}

/** Whether crawlers lose a setting that limited them, or have it replaced. */
export function mayLoosen({ was, now }: SettingsChange): boolean {
  return was.some((each) => !now.includes(each))
}

export function settingsOf({ site: { settings: lists }, leads }: Pick<Side, 'site' | 'leads'>) {
  const all = leads.flatMap(({ groups }) => groups.map(({ settings }) => settings))
  return {
    visits: all.flatMap((each) =>
      membersIn(lists.visits, each.visits).flatMap(({ windows }) => windows),
    ),
    rates: all.flatMap((each) => membersIn(lists.rates, each.rates)),
    comments: all.flatMap((each) => membersIn(lists.comments, each.comments)),
    directives: all.flatMap((each) => membersIn(lists.directives, each.directives)),
  }
}

export function groupSettings(side: Side): Record<'pace' | 'rest', readonly string[]> {
  const { visits, rates, comments, directives } = settingsOf(side)
  return {
    pace: [
      ...inOne('visits', visits.map(windowInWords)),
      ...inOne('one page', lowestRates(rates).map(rateInWords)),
    ],
    rest: [
      ...distinct(comments).map((text) => `comment \`${text}\``),
      ...distinct(directives.map(directivesInWords)),
    ],
  }
}

/** Of the rates of the same hours the lowest counts (X3). */
function lowestRates(rates: readonly RateProgram[]): readonly RateProgram[] {
  const hours = ({ window }: RateProgram) => JSON.stringify(window)
  return rates.filter(
    (rate) => !rates.some((other) => hours(other) === hours(rate) && other.seconds > rate.seconds),
  )
}

function inOne(words: string, values: readonly string[]): readonly string[] {
  return values.length === 0 ? [] : [`${words} ${distinct(values).join(', ')}`]
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}

function rateInWords({ seconds, window }: RateProgram): string {
  const length = seconds === 1 ? 'second' : `${seconds} seconds`
  return `every ${length}${window === null ? '' : ` ${windowInWords(window)}`}`
}

function directivesInWords({ path, applications }: SettingLists['directives'][number]): string {
  const each = applications.map(({ token, directives }) => `${token} ${JSON.stringify(directives)}`)
  return `app directives for ${path}: ${each.join(', ')}`
}

function windowInWords({ from, to }: WindowProgram): string {
  const time = (minute: number) =>
    [minute / 60, minute % 60].map((each) => String(Math.floor(each)).padStart(2, '0')).join(':')
  return `from ${time(from)} to ${time(to)} UTC`
}
