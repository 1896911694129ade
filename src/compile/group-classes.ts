/**
 * Conventional groups → group programs: the groups of a token are merged (C1), and tokens with the same groups and
 * settings share one. Reads the 1996 standard's version, windows and rates (X1-X5) and App-Directives (A2).
 */
import type { ClassRef, GroupProgram } from '../bundle/program.ts'
import { isGlob } from '../grammar/glob.ts'
import { patternForm } from '../grammar/path-form.ts'
import type { ConventionalGroup, ConventionalRule, ConventionalSetting, SettingValue } from '../language/policy.ts'
import type { RuleTable } from './rule-table.ts'
import { matchingForm, type TrieBuilder } from './trie-builder.ts'

/** A token's rules and the settings that bind to it. */
interface Merged {
  readonly groups: readonly ConventionalGroup[]
  readonly settings: readonly ConventionalSetting[]
}

type ValueOf<Kind extends SettingValue['kind']> = Extract<SettingValue, { kind: Kind }>

/** The group programs of one site, in both readings of its text (C2, C3). */
export class GroupClasses {
  readonly programs: GroupProgram[] = []
  readonly #byKey = new Map<string, number>()
  readonly #rows = new Map<ConventionalRule, number>()
  readonly #rules: RuleTable
  readonly #tries: TrieBuilder
  readonly #compared: boolean

  /** `compared`: whether rules may have to be compared with ACAP fields by L3 (C2). */
  constructor(rules: RuleTable, tries: TrieBuilder, compared: boolean) {
    this.#rules = rules
    this.#tries = tries
    this.#compared = compared
  }

  /** Compiles one reading; returns the references of each token. */
  add(groups: readonly ConventionalGroup[]): ReadonlyMap<string, readonly ClassRef[]> {
    const numbers = new Map<object, string>()
    const refs = new Map<string, ClassRef[]>()
    for (const [token, byScope] of mergeByToken(groups)) {
      refs.set(
        token,
        [...byScope.values()].map((merged) => ({
          id: this.#programOf(keyOf(merged, numbers), merged),
          scope: merged.groups[0]!.scope,
        })),
      )
    }
    return refs
  }

  #programOf(key: string, merged: Merged): number {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const id = this.programs.length
    this.#byKey.set(key, id)
    this.programs.push(this.#compile(merged))
    return id
  }

  #compile({ groups, settings }: Merged): GroupProgram {
    const rules = groups.flatMap((group) => group.rules)
    const reading = valuesOf(settings, 'robot-version')[0]?.value.reading ?? 'conventional'
    const extended = reading === 'extended'
    const globs: { rule: number; glob: string }[] = []
    const items: { pattern: string; entry: number }[] = []
    // P4: a pattern that begins with neither `/` nor `*` never matches.
    for (const rule of rules.filter(({ pattern }) => /^[/*]/.test(pattern))) {
      const entry = this.#rowOf(rule)
      if (!extended) items.push({ pattern: matchingForm(rule.pattern), entry })
      else if (needsGlob(rule.raw)) globs.push({ rule: entry, glob: rule.raw })
      else items.push({ pattern: wholePattern(rule.raw), entry })
    }
    return {
      root: this.#tries.add(items),
      globs,
      experimental: reading === 'experimental',
      allowsOnly: extended && rules.length > 0 && rules.every(({ effect }) => effect === 'allow'),
      disallows: rules.some(({ effect }) => effect === 'disallow'),
      visits: valuesOf(settings, 'visit-time').map(({ value, setting }) => ({
        rule: this.#rules.addPlace(setting.origin),
        windows: value.windows,
      })),
      rates: valuesOf(settings, 'request-rate').map(({ value, setting }) => ({
        rule: this.#rules.addPlace(setting.origin),
        seconds: value.seconds,
        window: value.window,
      })),
      comments: valuesOf(settings, 'comment').map(({ value }) => value.text),
      directives: valuesOf(settings, 'app-directives').map(({ value: { path, pattern, applications } }) => ({
        path,
        pattern,
        applications,
      })),
    }
  }

  #rowOf(rule: ConventionalRule): number {
    const known = this.#rows.get(rule)
    if (known !== undefined) return known
    const pattern = this.#compared ? rule.pattern : null
    const row = this.#rules.addConventional(rule.effect, pattern, rule.pattern.length, rule.origin)
    this.#rows.set(rule, row)
    return row
  }
}

/** X1: whether it is a glob that says more than `*`, which is all that a trie can hold. */
function needsGlob(raw: string): boolean {
  return /[?[\\]/.test(raw) && isGlob(raw)
}

/** X1 without these: the target must equal it, `*` standing for any run. `$` has no meaning there. */
function wholePattern(raw: string): string {
  const pattern = patternForm(raw).replace(/\$$/, '%24')
  return pattern.endsWith('*') ? matchingForm(pattern) : `${matchingForm(pattern)}$`
}

function valuesOf<Kind extends SettingValue['kind']>(settings: readonly ConventionalSetting[], kind: Kind) {
  return settings
    .filter((setting) => setting.value.kind === kind)
    .map((setting) => ({ setting, value: setting.value as ValueOf<Kind> }))
}

/** Token → scope → its groups and settings, in file order. */
function mergeByToken(groups: readonly ConventionalGroup[]) {
  const byToken = new Map<string, Map<string, { groups: ConventionalGroup[]; settings: ConventionalSetting[] }>>()
  for (const group of groups) {
    const settings = group.settings.map((setting) => ({ setting, tokens: new Set(setting.tokens) }))
    for (const token of new Set(group.tokens)) {
      const byScope = byToken.get(token) ?? new Map()
      byToken.set(token, byScope)
      const key = JSON.stringify(group.scope)
      const merged = byScope.get(key) ?? { groups: [], settings: [] }
      byScope.set(key, merged)
      merged.groups.push(group)
      for (const { setting, tokens } of settings) if (tokens.has(token)) merged.settings.push(setting)
    }
  }
  return byToken
}

/** Equal for tokens that share groups and settings. */
function keyOf({ groups, settings }: Merged, numbers: Map<object, string>): string {
  const number = (part: object, text: () => string) => {
    const known = numbers.get(part)
    if (known !== undefined) return known
    const made = text()
    numbers.set(part, made)
    return made
  }
  const place = ({ origin }: ConventionalRule | ConventionalSetting) => `${origin.source}:${origin.line}`
  return [
    ...groups.map((group) => number(group, () => group.rules.map(place).join())),
    ...settings.map((setting) => number(setting, () => `=${place(setting)}`)),
  ].join(';')
}
