/**
 * Compiles conventional groups. Groups for one token in a file are merged (C1, X1), and tokens with
 * the same groups and settings share a program. Settings (X1-X4, A2) apply to every token above
 * them (R4): a site has one list of each kind, and a token has ranges of it.
 */

import { cached } from '../../base/cached.ts'
import type {
  ConventionalGroup,
  ConventionalRule,
  Origin,
  SettingValue,
} from '../../language/policy/policy.ts'
import { extendedPattern } from '../../words/glob.ts'
import { foldCase } from '../../words/path-form.ts'
import type { ClassRef, GroupProgram, Ranges, SettingLists, SettingRanges } from '../program.ts'
import { scopeKeys } from './record-classes.ts'
import type { RuleTable } from './rule-table.ts'
import { matchingForm, type TrieBuilder } from './trie-builder.ts'

interface Part {
  readonly rulesId: number
  readonly rules: readonly ConventionalRule[]
  readonly settings: TokenSettings
}

/** The parts for a token in file order, with the crawlers for which they count (R11). */
interface Merged {
  readonly scope: ConventionalGroup['scope']
  readonly parts: Part[]
}

/** Whether rules may be compared with ACAP fields by L3 (C2), and whether case is folded (P3). */
type RuleReading = Readonly<Record<'compared' | 'foldsCase', boolean>>

type RulesPart = Pick<GroupProgram, 'root' | 'globs' | 'allowsOnly' | 'disallows'>

export class GroupClasses {
  readonly programs: GroupProgram[] = []
  readonly #byKey = new Map<string, number>()
  readonly #byRules = new Map<string, RulesPart>()
  readonly #ids = new Map<string, number>()
  readonly #rows = new Map<ConventionalRule, number>()
  readonly #rules: RuleTable
  readonly #tries: TrieBuilder
  readonly #reading: RuleReading
  readonly #settings: GroupSettings
  readonly settings: SettingLists

  constructor(rules: RuleTable, tries: TrieBuilder, reading: RuleReading) {
    this.#rules = rules
    this.#tries = tries
    this.#reading = reading
    this.#settings = new GroupSettings(rules)
    this.settings = this.#settings.lists
  }

  /** Compiles one reading; returns the references of each token. */
  add(groups: readonly ConventionalGroup[]): ReadonlyMap<string, readonly ClassRef[]> {
    const refs = new Map<string, ClassRef[]>()
    for (const [token, byScope] of this.#mergeByToken(groups)) {
      refs.set(
        token,
        [...byScope.values()].map(({ scope, parts }) => ({ id: this.#programOf(parts), scope })),
      )
    }
    return refs
  }

  /** Token → scope and file → parts. */
  #mergeByToken(
    groups: readonly ConventionalGroup[],
  ): ReadonlyMap<string, ReadonlyMap<string, Merged>> {
    const byToken = new Map<string, Map<string, Merged>>()
    const scopeKey = scopeKeys()
    for (const group of groups) {
      const { tokens, scope, file, rules } = group
      const key = `${scopeKey(scope)} ${file}`
      const rulesId = this.#idOf(rules)
      const settings = this.#settings.byToken(group)
      tokens.forEach((token, i) => {
        const byScope = cached(byToken, token, () => new Map<string, Merged>())
        const { parts } = cached(byScope, key, () => ({ scope, parts: [] }))
        parts.push({ rulesId, rules, settings: settings[i]! })
      })
    }
    return byToken
  }

  #idOf(rules: readonly ConventionalRule[]): number {
    const key = rules.map(({ origin }) => `${origin.source}:${origin.line}`).join()
    return cached(this.#ids, key, () => this.#ids.size)
  }

  #programOf(parts: readonly Part[]): number {
    const key = parts.map(({ rulesId, settings }) => `${rulesId}=${settings.key}`).join()
    return cached(this.#byKey, key, () => this.programs.push(this.#compile(parts)) - 1)
  }

  #compile(parts: readonly Part[]): GroupProgram {
    const { version, ranges } = settingsTogether(parts.map(({ settings }) => settings))
    const isExtended = version === 'extended'
    const key = `${isExtended} ${parts.map(({ rulesId }) => rulesId).join()}`
    const rules = cached(this.#byRules, key, () => this.#rulesPart(parts, isExtended))
    return { ...rules, experimental: version === 'experimental', settings: ranges }
  }

  #rulesPart(parts: readonly Part[], extended: boolean): RulesPart {
    const rules = parts.flatMap((part) => part.rules)
    const { foldsCase } = this.#reading
    const globs: { rule: number; glob: string }[] = []
    const items: { pattern: string; entry: number }[] = []
    // A pattern that begins with neither `/` nor `*` never matches (P4).
    for (const rule of rules.filter(({ pattern }) => /^[/*]/.test(pattern))) {
      const entry = this.#rowOf(rule)
      const pattern = extended ? extendedPattern(rule.raw) : rule.pattern
      if (pattern === null) globs.push({ rule: entry, glob: rule.raw })
      else items.push({ pattern: matchingForm(foldsCase ? foldCase(pattern) : pattern), entry })
    }
    const allowsOnly =
      extended && rules.length > 0 && rules.every(({ effect }) => effect === 'allow')
    const disallows = rules.some(({ effect }) => effect === 'disallow')
    return { root: this.#tries.add(items), globs, allowsOnly, disallows }
  }

  #rowOf(rule: ConventionalRule): number {
    const pattern = this.#reading.compared ? rule.pattern : null
    return cached(this.#rows, rule, () =>
      this.#rules.addConventional(rule.effect, pattern, rule.pattern.length, rule.origin),
    )
  }
}

type Version = Extract<SettingValue, { kind: 'robot-version' }>['reading'] | null

interface TokenSettings {
  /** Equal for equal settings. */
  readonly key: string
  /** The version by the first `Robot-version`; null without one (X1). */
  readonly version: Version
  readonly ranges: SettingRanges
}

type Kind = keyof SettingRanges

function eachKind<T>(of: (kind: Kind) => T): Readonly<Record<Kind, T>> {
  return {
    visits: of('visits'),
    rates: of('rates'),
    comments: of('comments'),
    directives: of('directives'),
  }
}

const NONE: Ranges = []
const NO_SETTINGS: TokenSettings = { key: '', version: null, ranges: eachKind(() => NONE) }

class GroupSettings {
  readonly lists: { [Kind in keyof SettingLists]: SettingLists[Kind][number][] } = eachKind(
    () => [],
  )
  readonly #byLines = new Map<string, readonly TokenSettings[]>()
  readonly #rules: RuleTable

  constructor(rules: RuleTable) {
    this.#rules = rules
  }

  /** The settings for each token: all but those above it. Linear in tokens and settings. */
  byToken({ tokens, settings }: ConventionalGroup): readonly TokenSettings[] {
    if (settings.length === 0) return tokens.map(() => NO_SETTINGS)
    const read = this.#read(settings)
    let start = settings.length
    const all = tokens.map((_, i) => {
      const place = tokens.length - 1 - i
      while (start > 0 && settings[start - 1]!.reach > place) start--
      return read[start]!
    })
    return all.reverse()
  }

  /** The settings from each index to the end; none after the last. */
  #read(settings: ConventionalGroup['settings']): readonly TokenSettings[] {
    const lines = settings.map(({ origin }) => `${origin.source}:${origin.line}`).join()
    return cached(this.#byLines, lines, () => {
      const number = this.#byLines.size
      const lengths = () => eachKind((kind) => this.lists[kind].length)
      const before = settings.map(({ value, origin }) => {
        const known = lengths()
        this.#add(value, origin)
        return known
      })
      const end = lengths()
      const read = [NO_SETTINGS]
      for (const [i, { value }] of [...settings.entries()].reverse()) {
        const version = value.kind === 'robot-version' ? value.reading : read.at(-1)!.version
        const ranges = eachKind((kind) =>
          before[i]![kind] === end[kind] ? NONE : [before[i]![kind], end[kind]],
        )
        read.push({ key: `${number}:${i}`, version, ranges })
      }
      return read.reverse()
    })
  }

  #add(value: SettingValue, origin: Origin): void {
    const { visits, rates, comments, directives } = this.lists
    if (value.kind === 'visit-time')
      visits.push({ rule: this.#rules.addPlace(origin), windows: value.windows })
    else if (value.kind === 'request-rate') {
      rates.push({
        rule: this.#rules.addPlace(origin),
        seconds: value.seconds,
        window: value.window,
      })
    } else if (value.kind === 'comment') comments.push(value.text)
    else if (value.kind === 'app-directives') {
      directives.push({
        path: value.path,
        pattern: value.pattern,
        applications: value.applications,
      })
    }
  }
}

function settingsTogether(all: readonly TokenSettings[]): Omit<TokenSettings, 'key'> {
  if (all.length === 1) return all[0]!
  return {
    version: all.find(({ version }) => version !== null)?.version ?? null,
    ranges: eachKind((kind) => all.flatMap(({ ranges }) => ranges[kind])),
  }
}
