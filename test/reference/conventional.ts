/**
 * C1 and X1 written from the text: the group of a crawler, and which of its rules decide a path.
 */
import type {
  ConventionalGroup,
  ConventionalRule,
  ConventionalSetting,
} from '../../src/language/policy/policy.ts'
import type { Effect } from '../../src/words/decision-words.ts'
import { globMatches } from './glob.ts'
import type { Chain } from './names.ts'
import { matches, matchesAnyCase } from './patterns.ts'

/** A rule as its token's version has it read. */
interface ReadRule {
  readonly rule: ConventionalRule
  /** X1: its path is a shell glob over the whole target. */
  readonly extended: boolean
}

/** The groups of one level of names, merged. */
export interface MergedGroup {
  readonly rules: readonly ReadRule[]
  readonly settings: readonly ConventionalSetting[]
}

/** The rules that decided; an X1 default prohibits without any. */
export interface RulesFound {
  readonly effect: Effect
  readonly rules: readonly ConventionalRule[]
}

/** C1: the group of the longest matching token, else of `*`; I2: those of tokens of equal length merge. */
export function groupFor(groups: readonly ConventionalGroup[], chain: Chain): MergedGroup | null {
  for (const names of chain) {
    const own = names.flatMap((name) => groupOf(groups, name) ?? [])
    if (own.length > 0)
      return {
        rules: own.flatMap((one) => one.rules),
        settings: own.flatMap((one) => one.settings),
      }
  }
  return null
}

/** C1: the groups of one token, merged; X1: an experimental group does not exist. */
function groupOf(groups: readonly ConventionalGroup[], token: string): MergedGroup | null {
  const own = groups.filter((group) => group.tokens.includes(token))
  const files = [...new Set(own.map(({ file }) => file))]
  const parts = files.flatMap(
    (file) =>
      partOf(
        own.filter((group) => group.file === file),
        token,
      ) ?? [],
  )
  if (parts.length === 0) return null
  return {
    rules: parts.flatMap((part) => part.rules),
    settings: parts.flatMap((part) => part.settings),
  }
}

/** X1: what a token has in one file, read by the version of that file. */
function partOf(own: readonly ConventionalGroup[], token: string): MergedGroup | null {
  const settings = own.flatMap((group) =>
    group.settings.filter((setting) => group.tokens.slice(0, setting.reach).includes(token)),
  )
  const version = readingOf(settings)
  if (version === 'experimental') return null
  const extended = version === 'extended'
  return {
    rules: own.flatMap((group) => group.rules).map((rule) => ({ rule, extended })),
    settings,
  }
}

/** X1: the version is that of the first `Robot-version` that binds to the token. */
function readingOf(
  settings: readonly ConventionalSetting[],
): 'conventional' | 'extended' | 'experimental' {
  for (const { value } of settings) if (value.kind === 'robot-version') return value.reading
  return 'conventional'
}

/** C1: the longest matching pattern decides, a tie permits; null where no rule matches. `folds`: in any letter case (P3). */
export function decideByRules(
  group: MergedGroup,
  targets: readonly string[],
  folds: boolean,
): RulesFound | null {
  const matching = group.rules
    .filter((read) => targets.some((target) => ruleMatches(read, target, folds)))
    .map((read) => read.rule)
  const longest = matching.filter(
    (rule) => !matching.some((other) => other.pattern.length > rule.pattern.length),
  )
  const allows = longest.filter((rule) => rule.effect === 'allow')
  if (allows.length > 0) return { effect: 'allow', rules: allows }
  return longest.length > 0 ? { effect: 'disallow', rules: longest } : null
}

function ruleMatches({ rule, extended }: ReadRule, target: string, folds: boolean): boolean {
  // P4: one that begins with neither `/` nor `*` never matches.
  if (!rule.pattern.startsWith('/') && !rule.pattern.startsWith('*')) return false
  if (extended) return globMatches(rule.raw, target, folds)
  return folds ? matchesAnyCase(rule.pattern, target) : matches(rule.pattern, target)
}

/** X1: where a 2.0 group has `Allow` rules and no `Disallow` rule, only what an `Allow` matches is permitted. */
export function permitsOnlyWhatItAllows(group: MergedGroup): boolean {
  const { rules } = group
  return (
    rules.some(({ extended }) => extended) && rules.every(({ rule }) => rule.effect === 'allow')
  )
}
