/**
 * How the merged groups of some tokens are read by X1, which decides how a rule is to be written for them.
 */
import type { Policy } from '../../language/policy.ts'

/** What a rule has to mind. */
export interface TokenReading {
  /** Paths are globs over the whole target. */
  readonly extended: boolean
  /** Only what an Allow matches is permitted: a Disallow would open the rest. */
  readonly allowsOnly: boolean
}

/** The reading of a group with these tokens: what holds for one of them is minded for all. */
export function tokenReading({ repGroups }: Policy, tokens: readonly string[]): TokenReading {
  const readings = tokens.map((token) => {
    const groups = repGroups.filter((group) => group.tokens.includes(token))
    const version = groups
      .flatMap(({ settings }) => settings)
      .find(({ tokens: bound, value }) => value.kind === 'robot-version' && bound.includes(token))?.value
    const extended = version?.kind === 'robot-version' && version.reading === 'extended'
    const rules = groups.flatMap((group) => group.rules)
    return { extended, allowsOnly: extended && rules.length > 0 && rules.every(({ effect }) => effect === 'allow') }
  })
  return {
    extended: readings.some(({ extended }) => extended),
    allowsOnly: readings.some(({ allowsOnly }) => allowsOnly),
  }
}
