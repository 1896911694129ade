/**
 * The settings of a conventional group → what they say to each of its tokens (R4): version, windows and rates of the 1996
 * standard (X1-X4) and App-Directives (A2). A site has one list of each kind, and a token has ranges of these lists: a
 * setting applies to every token above it, and is stored once.
 */
import type { Ranges, SettingLists, SettingRanges } from '../bundle/program.ts'
import type { ConventionalGroup, ConventionalSetting, SettingValue } from '../language/policy/policy.ts'
import { cached } from './cached.ts'
import type { RuleTable } from './rule-table.ts'

type Version = Extract<SettingValue, { kind: 'robot-version' }>['reading'] | null

/** The settings of a token. */
export interface TokenSettings {
  /** Equal where the same settings apply. */
  readonly key: string
  /** X1: that of the first `Robot-version`; null without one. */
  readonly version: Version
  readonly ranges: SettingRanges
}

type Kind = keyof SettingRanges

/** Something of each kind of setting. */
function eachKind<T>(of: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return { visits: of('visits'), rates: of('rates'), comments: of('comments'), directives: of('directives') }
}

const NONE: Ranges = []
const NO_SETTINGS: TokenSettings = { key: '', version: null, ranges: eachKind(() => NONE) }

/** The settings of one group, read. */
interface ReadSettings {
  readonly number: number
  /** The lists' lengths before each setting, and behind the last. */
  readonly before: readonly Readonly<Record<Kind, number>>[]
  /** The version that the settings from each on declare first. */
  readonly versions: readonly Version[]
}

/** The settings of one site's groups. */
export class GroupSettings {
  readonly lists: { [Kind in keyof SettingLists]: SettingLists[Kind][number][] } = {
    visits: [],
    rates: [],
    comments: [],
    directives: [],
  }
  readonly #byLines = new Map<string, ReadSettings>()
  readonly #rules: RuleTable

  constructor(rules: RuleTable) {
    this.#rules = rules
  }

  /** By token: what applies to it, which is all but the settings above it. Linear in tokens and settings. */
  byToken({ tokens, settings }: ConventionalGroup): readonly TokenSettings[] {
    if (settings.length === 0) return tokens.map(() => NO_SETTINGS)
    const read = this.#read(settings)
    let start = settings.length
    let own = NO_SETTINGS
    const all = tokens.map((_, i) => {
      const place = tokens.length - 1 - i
      const above = start
      while (start > 0 && settings[start - 1]!.reach > place) start--
      if (start < above) own = settingsFrom(read, start)
      return own
    })
    return all.reverse()
  }

  #read(settings: readonly ConventionalSetting[]): ReadSettings {
    const lines = settings.map(({ origin }) => `${origin.source}:${origin.line}`).join()
    return cached(this.#byLines, lines, () => {
      const lengths = () => eachKind((kind) => this.lists[kind].length)
      const before = [lengths()]
      for (const { value, origin } of settings) {
        this.#add(value, origin)
        before.push(lengths())
      }
      const versions: Version[] = [null]
      for (const { value } of [...settings].reverse()) {
        versions.push(value.kind === 'robot-version' ? value.reading : versions.at(-1)!)
      }
      return { number: this.#byLines.size, before, versions: versions.reverse() }
    })
  }

  #add(value: SettingValue, origin: ConventionalSetting['origin']): void {
    const { visits, rates, comments, directives } = this.lists
    if (value.kind === 'visit-time') visits.push({ rule: this.#rules.addPlace(origin), windows: value.windows })
    else if (value.kind === 'request-rate') {
      rates.push({ rule: this.#rules.addPlace(origin), seconds: value.seconds, window: value.window })
    } else if (value.kind === 'comment') comments.push(value.text)
    else if (value.kind === 'app-directives') {
      directives.push({ path: value.path, pattern: value.pattern, applications: value.applications })
    }
  }
}

/** What the settings from one on say. */
function settingsFrom({ number, before, versions }: ReadSettings, start: number): TokenSettings {
  const ranges = eachKind((kind): Ranges => {
    const [from, to] = [before[start]![kind], before.at(-1)![kind]]
    return from === to ? NONE : [from, to]
  })
  return { key: `${number}:${start}`, version: versions[start]!, ranges }
}

/** What the settings of several groups say together. */
export function settingsTogether(all: readonly TokenSettings[]): Omit<TokenSettings, 'key'> {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  return {
    version: all.find(({ version }) => version !== null)?.version ?? null,
    ranges: eachKind((kind) => all.flatMap(({ ranges }) => ranges[kind])),
  }
}
