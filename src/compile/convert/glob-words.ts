/**
 * Globs of the 1996 standard that say more than `*` can (X1) → the nearest pattern that matches all that they do, and a
 * path that they match.
 */
import { type GlobToken, readGlob } from '../../grammar/glob.ts'
import type { ConventionalGroup, ConventionalRule } from '../../language/policy.ts'
import { versionOf } from '../robots/token-reading.ts'
import { patternOf } from './wording.ts'

/** The rules of a token's groups that have no pattern of their own. */
export function globsOf(groups: readonly ConventionalGroup[], token: string): readonly ConventionalRule[] {
  if (versionOf(groups, token) !== 'extended') return []
  const rules = groups.flatMap((group) => group.rules)
  return rules.filter((rule) => /^[/*]/.test(rule.pattern) && patternOf(rule, 'extended') === null)
}

/** The pattern in which whatever is neither a character nor `*` is `*`. */
export function widened({ raw }: ConventionalRule): string {
  const text = readGlob(raw).map((token) => (isCharacter(token) ? first(token) : '*'))
  const pattern = text.join('').replace(/\*+/g, '*')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}

/** A path that a glob matches, as a pattern for that path alone. */
export function sample({ raw }: ConventionalRule): string {
  const text = readGlob(raw).map((token) => (token.run ? '' : first(token)))
  return `${text.join('')}$`
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
