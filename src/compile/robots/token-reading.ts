/**
 * How the merged groups of some tokens are read by X1, which decides how a rule is to be written for them.
 */
import type { ConventionalGroup, Policy, SettingValue } from '../../language/policy.ts'

/** What a rule has to mind. */
export interface TokenReading {
  /** Paths are globs over the whole target. */
  readonly extended: boolean
  /** Only what an Allow matches is permitted: a Disallow would open the rest. */
  readonly allowsOnly: boolean
}

type VersionReading = Extract<SettingValue, { kind: 'robot-version' }>['reading']

/** The reading of a group with these tokens: what holds for one of them is minded for all. */
export function tokenReading({ repGroups }: Policy, tokens: readonly string[]): TokenReading {
  const readings = tokens.map((token) => {
    const groups = repGroups.filter((group) => group.tokens.includes(token))
    const extended = versionOf(groups, token) === 'extended'
    const rules = groups.flatMap((group) => group.rules)
    return { extended, allowsOnly: extended && rules.length > 0 && rules.every(({ effect }) => effect === 'allow') }
  })
  return {
    extended: readings.some(({ extended }) => extended),
    allowsOnly: readings.some(({ allowsOnly }) => allowsOnly),
  }
}

/** By which version of the standard the groups of a token are read: that of the first field that says so. */
export function versionOf(groups: readonly ConventionalGroup[], token: string): VersionReading {
  for (const { settings } of groups) {
    for (const { tokens, value } of settings) {
      if (value.kind === 'robot-version' && tokens.includes(token)) return value.reading
    }
  }
  return 'conventional'
}
