/**
 * Conventional rules → the pattern that says the same by ACAP and by RFC 9309; for globs of the 1996 standard that say more
 * than `*` can (X1), the nearest pattern that matches all that they do, and paths that they match.
 */
import { extendedPattern, type GlobToken, readGlob } from '../grammar/glob.ts'
import type { ConventionalGroup, ConventionalRule } from '../language/policy/policy.ts'
import { versionOf } from '../publish/token-reading.ts'

/** A rule's pattern; null where it has none: rules that never match (P4), and globs. `version`: how its group is read. */
export function patternOf({ raw, pattern }: ConventionalRule, version: ReturnType<typeof versionOf>): string | null {
  if (!/^[/*]/.test(pattern) || version === 'experimental') return null
  return version === 'conventional' ? pattern : extendedPattern(raw)
}

/** The rules of a token's groups that have no pattern of their own. */
export function globsOf(groups: readonly ConventionalGroup[], token: string): readonly ConventionalRule[] {
  if (versionOf(groups, token) !== 'extended') return []
  const rules = groups.flatMap((group) => group.rules)
  return rules.filter((rule) => /^[/*]/.test(rule.pattern) && patternOf(rule, 'extended') === null)
}

/** The pattern in which everything that is neither a character nor `*` is `*`. */
export function widened({ raw }: ConventionalRule): string {
  const text = readGlob(raw).map((token) => (isCharacter(token) ? first(token) : '*'))
  const pattern = text.join('').replace(/\*+/g, '*')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}

/** The plainest path that a glob matches, as a pattern for itself. */
export function sample({ raw }: ConventionalRule): string {
  return `${readGlob(raw)
    .map((token) => (token.run ? '' : first(token)))
    .join('')}$`
}

function isCharacter({ run, negated, ranges }: GlobToken): boolean {
  return !run && !negated && ranges.length === 1 && ranges[0]![0] === ranges[0]![1]
}

/** A character that a token accepts. */
function first({ negated, ranges }: GlobToken): string {
  if (!negated) return String.fromCharCode(ranges[0]![0])
  const isFree = (letter: string) =>
    ranges.every(([from, to]) => letter.charCodeAt(0) < from || letter.charCodeAt(0) > to)
  return [...'xyzabc0123456789-'].find(isFree) ?? ''
}
