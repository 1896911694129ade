/**
 * Tells how a crawler reads its merged groups (X1), which determines how to write a rule for it.
 */

import type { ConventionalGroup, SettingValue } from '../../language/policy/policy.ts'
import { isGlob } from '../../words/glob.ts'
import { writtenPattern } from '../../words/path-form.ts'

type Version = Extract<SettingValue, { kind: 'robot-version' }>['reading']

export interface TokenReading {
  readonly version: Version
  /**
   * Whether only paths that an Allow matches are permitted. Adding a Disallow would then open all
   * others.
   */
  readonly allowsOnly: boolean
}

type Saying = Pick<ConventionalGroup, 'tokens' | 'rules' | 'settings'>

/** How a crawler that these tokens address reads these groups. */
export function tokenReading(groups: readonly Saying[], tokens: readonly string[]): TokenReading {
  const versions = tokens.map((token) => versionOf(groups, token))
  const version = versions.find((each) => each !== 'conventional') ?? 'conventional'
  const rules = groups.flatMap((group) => group.rules)
  const allowsOnly =
    version === 'extended' && rules.length > 0 && rules.every(({ effect }) => effect === 'allow')
  return { version, allowsOnly }
}

/** The version of the standard for a token's groups: the first that a field states. */
export function versionOf(
  groups: readonly Pick<Saying, 'tokens' | 'settings'>[],
  token: string,
): Version {
  for (const { tokens, settings } of groups) {
    const place = tokens.indexOf(token)
    for (const { reach, value } of settings) {
      if (value.kind === 'robot-version' && place >= 0 && place < reach) return value.reading
    }
  }
  return 'conventional'
}

/** A pattern as a crawler reads a rule that has it (X1). */
export function ruleValue(pattern: string, { version }: TokenReading): string {
  const written = writtenPattern(pattern)
  return version === 'extended' ? globOf(written) : written
}

/**
 * X1: a path is matched against the whole target, and nothing is escaped where it is not a glob.
 */
function globOf(pattern: string): string {
  const whole = pattern.endsWith('$')
    ? pattern.slice(0, -1)
    : pattern.endsWith('*')
      ? pattern
      : `${pattern}*`
  return isGlob(whole) ? whole.replace(/[?[\\]/g, '\\$&') : whole
}
